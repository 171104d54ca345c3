// Reads the codes on a photo. In a worker, because only this file's content security policy allows WebAssembly
// (backend/src/platform/http/static-files.ts).
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

export interface CodeReaderRequest {
  readonly photo: ImageData;
  /** The address of zxing_reader.wasm. */
  readonly wasm: string;
}

addEventListener('message', ({ data: { photo, wasm } }: MessageEvent<CodeReaderRequest>) => {
  prepareZXingModule({ overrides: { locateFile: () => wasm } });
  readBarcodes(photo, {
    formats: ['QRCode', 'EAN13', 'EAN8', 'UPCA', 'UPCE', 'ITF', 'DataMatrix'],
    tryHarder: true,
  }).then((codes) => postMessage(codes.filter(({ isValid }) => isValid).map(({ text }) => text)), reportError);
});
