const FAKED = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/** Fakes these and nothing else: servers and streams need the others. */
export function fakeOnly(names: readonly (typeof FAKED)[number][], now?: Date | number): void {
  jest.useFakeTimers({ doNotFake: FAKED.filter((name) => !names.includes(name)), now });
}
