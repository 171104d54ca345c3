/** The encoder alone, without the package's renderers and their dependencies. */
declare module 'qrcode/lib/core/qrcode' {
  export const create: typeof import('qrcode').create;
}
