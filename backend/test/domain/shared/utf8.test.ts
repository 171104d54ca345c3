import fc from 'fast-check';
import { utf8Bytes } from '../../../src/domain/shared/utf8.js';

it.each([
  ['', 0],
  ['a', 1],
  ['ü', 2],
  ['漢', 3],
  ['🙂', 4],
])('%j takes %d bytes', (text, bytes) => {
  expect(utf8Bytes(text)).toBe(bytes);
});

it('matches TextEncoder', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(utf8Bytes(text)).toBe(Buffer.byteLength(text));
    }),
  );
});
