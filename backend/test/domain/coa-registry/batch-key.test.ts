import fc from 'fast-check';
import { batchKey } from '../../../src/domain/coa-registry/certificate/batch-key.js';
import { anyText } from '../../support/any-text.js';

describe('batch ids are the same', () => {
  it.each([
    ['LОT-1', 'LOT-1', 'a Cyrillic О'],
    ['ЅТАТЕ-Х', 'state-x', 'all of it Cyrillic'],
    ['ΒΑΤCΗ-ΜΝ', 'BATCH-MN', 'Greek capitals'],
    ['ＬＯＴ－１', 'LOT-1', 'full width'],
    ['𝗟𝗢𝗧-𝟭', 'LOT-1', 'mathematical letters'],
    ['LOT-١٢٣', 'LOT-123', 'Arabic digits'],
    ['LOT-З', 'LOT-3', 'a Cyrillic letter that looks like a digit'],
    ['ʟᴏᴛ-1', 'LOT-1', 'small capitals'],
    ['LOT–1', 'LOT-1', 'an en dash'],
    ['LOT — 1', 'LOT-1', 'an em dash between spaces'],
    ['LOT−1', 'LOT-1', 'a minus sign'],
    ['LOT - 1', 'LOT-1', 'spaces around the hyphen'],
    ['LOT\u2011\u200b1', 'LOT-1', 'a hyphen that does not break, and a space without width'],
    ['LOT-1\u{e0031}', 'LOT-1', 'a tag character'],
    ['  lot-1 ', 'LOT-1', 'case and spaces'],
  ])('%s and %s: %s', (one, other) => {
    expect(batchKey(one)).toBe(batchKey(other));
  });
});

describe('batch ids differ', () => {
  it.each([
    ['C9030', 'C9O3O'],
    ['LOT-1', 'LOT-l'],
    ['LOT-I', 'LOT-1'],
    ['LOT 1', 'LOT-1'],
    ['LOT-1', 'LOT1'],
    ['LOT-11', 'LOT-1-1'],
    ['ПАРТИЯ-1', 'ПАРТИЯ-2'],
    ['抹茶-1', '煎茶-1'],
  ])('%s and %s', (one, other) => {
    expect(batchKey(one)).not.toBe(batchKey(other));
  });
});

it('the key of a key is that key', () => {
  const odd = fc.constantFrom('О', 'ν', '–', ' ', '-', 'ß', 'İ', '½', '１', '٣', '\u200d', 'ᴏ', 'Ꭰ', 'ﬁ');
  const ids = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: odd }), anyText());
  fc.assert(
    fc.property(ids, (id) => {
      expect(batchKey(batchKey(id))).toBe(batchKey(id));
    }),
    { numRuns: 5_000 },
  );
});
