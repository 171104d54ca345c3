import fc from 'fast-check';
import { matches, type SearchTerm, searchTerm, searchText } from '../../../src/domain/coa-registry/search-text.js';

const YUZU = { productName: 'Yuzu Seltzer 5 mg', brandName: 'Juniper & Tide', batchId: '#C9030' };

const found = (input: string, certificate: Partial<typeof YUZU> = {}): boolean => {
  const term = searchTerm(input);
  return term !== null && matches(searchText({ ...YUZU, ...certificate }), term);
};

describe('the text a certificate is searched by', () => {
  it('holds the words of product, brand and batch, kept apart', () => {
    expect(searchText(YUZU)).toBe(' yuzu seltzer 5 mg | juniper tide | c9030 ');
  });

  it('is the same for another case, spacing and Unicode spelling', () => {
    const other = { productName: ' YUZU  seltzer 5 MG', brandName: 'Júniper\u00a0& Tide', batchId: '# C9030' };
    expect(searchText(other)).toBe(searchText(YUZU));
  });
});

describe('what is looked for', () => {
  it.each<[string, SearchTerm]>([
    ['Yuzu', { text: 'yuzu', wordStart: false }],
    ['  CAFÉ   Noir ', { text: 'cafe noir', wordStart: false }],
    ['#C9', { text: 'c9', wordStart: true }],
    ['c9030', { text: 'c9030', wordStart: false }],
    ['10', { text: '10', wordStart: true }],
    ['100', { text: '100', wordStart: false }],
    ['5 mg', { text: '5 mg', wordStart: true }],
    ['a b c', { text: 'a b c', wordStart: true }],
    ['%', { text: '', wordStart: true }],
    ['50%', { text: '50', wordStart: true }],
    ['yu_zu', { text: 'yu zu', wordStart: true }],
    ['ﬁzz', { text: 'fizz', wordStart: false }],
    ['抹茶', { text: '抹茶', wordStart: true }],
    ['чай', { text: 'чаи', wordStart: false }],
  ].filter(([, { text }]) => text !== '') as [string, SearchTerm][])('in %j is %j', (input, term) => {
    expect(searchTerm(input)).toEqual(term);
  });

  it.each([[''], ['   '], ['%'], ['_'], ['%%%'], ['__'], ['|'], ['&'], ['"\'\\'], ['\u0301'], ['…']])(
    'in %j is nothing',
    (input) => {
      expect(searchTerm(input)).toBeNull();
    },
  );
});
