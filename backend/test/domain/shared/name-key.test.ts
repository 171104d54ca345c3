import fc from 'fast-check';
import { foldSpaces, nameKey } from '../../../src/domain/shared/name-key.js';

describe('folding spaces', () => {
  it.each([
    ['Juniper & Tide', 'Juniper & Tide'],
    ['  Juniper   &\tTide \n', 'Juniper & Tide'],
    ['LOT\u00a024/117', 'LOT 24/117'],
    ['LOT\u300024', 'LOT 24'],
    ['Cafe\u0301', 'Café'],
    ['Ｊｕｎｉｐｅｒ', 'Juniper'],
    ['𝐉uniper ﬁzz 10㎎', 'Juniper fizz 10mg'],
    ['Seltzer 2½ mg', 'Seltzer 2½ mg'],
    ['CBD² ①', 'CBD² ①'],
    [' \t ', ''],
    ['', ''],
  ])('turns %j into %j', (text, folded) => {
    expect(foldSpaces(text)).toBe(folded);
  });
});

describe('nameKey', () => {
  it.each([
    ['JUNIPER & TIDE', 'Juniper & Tide'],
    [' juniper  &  tide ', 'Juniper & Tide'],
    ['NORDLICHT GETRÄNKE', 'Nordlicht Getränke'],
    ['Getra\u0308nke', 'Getränke'],
    ['#c9030', '#C9030'],
    ['ЧАЙ', 'чай'],
    ['ＦＩＺＺ', 'fizz'],
    ['ﬁzz', 'Fizz'],
    ['Weiß', 'WEISS'],
    ['WEIẞ', 'WEISS'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['Fi\u200bzz', 'fizz'],
    ['fi\u00adzz\u202e', 'Fizz'],
    ['fizz\u{e0041}\u{e007f}', 'fizz'],
    ['fizz\u3164', 'fizz'],
  ])('is the same for %j and %j', (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });

  it.each([
    ['LOT 24/117', 'LOT 24-117'],
    ['#C9030', 'C9030'],
    ['Cafe', 'Café'],
    ['LOT 1 1', 'LOT 11'],
    ['抹茶', '煎茶'],
  ])('differs between %j and %j', (one, other) => {
    expect(nameKey(one)).not.toBe(nameKey(other));
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(nameKey(nameKey(name))).toBe(nameKey(name));
      }),
    );
  });

  it('has no leading, trailing or repeated spaces', () => {
    const spaced = fc.string({ unit: fc.constantFrom('a', 'B', ' ', '\t', '\n', '\u00a0', '\u2003') });
    fc.assert(
      fc.property(spaced, (name) => {
        expect(nameKey(name)).toMatch(/^(\S+( \S+)*)?$/);
      }),
    );
  });
});
