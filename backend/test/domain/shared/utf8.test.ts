import fc from 'fast-check';
import { utf8Bytes } from '../../../src/domain/shared/utf8.js';

it('counts the bytes that Node writes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(utf8Bytes(text)).toBe(Buffer.byteLength(text));
    }),
    { examples: [[''], ['a'], ['ü'], ['漢'], ['🙂']] },
  );
});
