import fc from 'fast-check';
import { utf8Bytes } from '../../../src/domain/shared/utf8.js';
import { anyText } from '../../support/any-text.js';

it('counts the bytes that Node writes', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      expect(utf8Bytes(text)).toBe(Buffer.byteLength(text));
    }),
    { examples: [[''], ['a'], ['ü'], ['漢'], ['🙂']] },
  );
});
