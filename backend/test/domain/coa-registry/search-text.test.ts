import fc from 'fast-check';
import { matches, type SearchTerm, searchTerm, searchText } from '../../../src/domain/coa-registry/search-text.js';

const YUZU = { productName: 'Yuzu Seltzer 5 mg', brandName: 'Juniper & Tide', batchId: '#C9030' };

const isFound = (input: string, certificate: Partial<typeof YUZU> = {}): boolean => {
  const term = searchTerm(input);
  return term !== null && matches(searchText({ ...YUZU, ...certificate }), term);
};

describe('the text a certificate is searched by', () => {
  it('holds the words of product, brand and batch, kept apart', () => {
    expect(searchText(YUZU)).toBe(' yuzu seltzer 5 mg | juniper tide | c9030 ');
  });

  it('is the same in another case, spacing and Unicode spelling', () => {
    const other = { productName: ' YUZU  seltzer 5 MG', brandName: 'Ju\u0301niper\u00a0& Tide', batchId: '# C9030' };
    expect(searchText(other)).toBe(searchText(YUZU));
  });
});

describe('what is looked for', () => {
  it.each<[string, string]>([
    ['Yuzu', 'yuzu'],
    ['  CAFÉ   Noir ', 'cafe noir'],
    ['c9030', 'c9030'],
    ['100', '100'],
    ['100%', '100'],
    ['ﬁzz', 'fizz'],
    ['Чай', 'чаи'],
    ['5 mg THC', '5 mg thc'],
  ])('in %j is "%s", anywhere', (input, text) => {
    expect(searchTerm(input)).toEqual<SearchTerm>({ text, wordStart: false });
  });

  it.each<[string, string]>([
    ['#C9', 'c9'],
    ['10', '10'],
    ['50%', '50'],
    ['5 mg', '5 mg'],
    ['a b c', 'a b c'],
    ['yu_zu', 'yu zu'],
    ['抹茶', '抹茶'],
  ])('in %j is "%s", where a word begins', (input, text) => {
    expect(searchTerm(input)).toEqual<SearchTerm>({ text, wordStart: true });
  });

  it.each([[''], ['   '], ['%'], ['_'], ['%%%'], ['__'], ['|'], ['&'], ['"\'\\'], ['\u0301'], ['…']])(
    'in %j is nothing',
    (input) => {
      expect(searchTerm(input)).toBeNull();
    },
  );
});

describe('a certificate', () => {
  it.each([
    ['yuzu'],
    ['YUZU'],
    ['yúzu'],
    ['uzu'],
    ['eltzer 5'],
    ['seltzer, 5 mg'],
    ['juniper tide'],
    ['Juniper & Tide'],
    ['#c9030'],
    ['c90'],
    ['030'],
    ['yu'],
    ['y'],
    ['ti'],
    ['5'],
    ['5 mg'],
    ['c9'],
  ])('is found by %j', (input) => {
    expect(isFound(input)).toBe(true);
  });

  it.each([
    ['uz'],
    ['zu'],
    ['90'],
    ['g'],
    ['%'],
    ['_'],
    ['yu%zu'],
    ['y_zu'],
    ['seltzer juniper'],
    ['mg | juniper'],
    ['tide c9030'],
    ['yuzuseltzer'],
    ['c 9030'],
  ])('is not found by %j', (input) => {
    expect(isFound(input)).toBe(false);
  });

  it.each([
    [{ brandName: 'Nordlicht Getränke' }, 'getranke'],
    [{ brandName: 'Nordlicht Getränke' }, 'GETRÄNKE'],
    [{ productName: 'Café Crème' }, 'cafe creme'],
    [{ productName: 'Cafe Creme' }, 'café crème'],
    [{ productName: 'Чай Комбуча' }, 'комбу'],
    [{ productName: 'Чай Комбуча' }, 'ЧАЙ'],
    [{ productName: '抹茶ソーダ 5 mg' }, '抹茶'],
    [{ productName: '抹茶ソーダ 5 mg' }, '茶ソー'],
    [{ productName: '맥주 소다' }, '소다'],
    [{ productName: 'شاي بالنعناع' }, 'النعناع'],
    [{ productName: 'ΛΕΜΟΝΑΔΑΣ' }, 'λεμονάδας'],
    [{ productName: 'ΣΟΔΑΣΑ' }, 'ΣΟΔΑΣ'],
    [{ batchId: 'CHARGE-Ä17/26' }, 'charge a17'],
    [{ batchId: '100%_PURE' }, '100%'],
    [{ batchId: '100%_PURE' }, 'pure'],
  ])('%j is found by %j', (certificate, input) => {
    expect(isFound(input, certificate)).toBe(true);
  });

  it.each([
    [{ productName: '抹茶ソーダ 5 mg' }, 'ソー'],
    [{ productName: '抹茶ソーダ 5 mg' }, '茶'],
    [{ productName: 'Чай Комбуча' }, 'уч'],
    [{ batchId: 'A1002' }, '100%2'],
  ])('%j is not found by %j', (certificate, input) => {
    expect(isFound(input, certificate)).toBe(false);
  });
});

describe('whatever a product is called', () => {
  const letter = fc.constantFrom(...'abcxyzABCXYZ0189äéñÅøЖжийΣσΑαωŁ茶水ソ한');
  const word = fc.string({ unit: letter, minLength: 1, maxLength: 8 });
  const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));

  it('it is found by its name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (productName) => {
        expect(isFound(productName, { productName })).toBe(searchTerm(productName) !== null);
      }),
    );
  });

  it('it is found by three letters or digits of it in a row, in capital and in small letters', () => {
    fc.assert(
      fc.property(name, fc.nat(40), (productName, from) => {
        const part = productName.slice(from, from + 3);
        fc.pre(/^[\p{L}\p{N}]{3}$/u.test(part));
        expect(isFound(part.toUpperCase(), { productName })).toBe(true);
        expect(isFound(part.toLowerCase(), { productName })).toBe(true);
      }),
    );
  });

  it('it is found by the beginning of each of its words', () => {
    fc.assert(
      fc.property(name, fc.integer({ min: 1, max: 2 }), (productName, length) => {
        for (const one of productName.split(' ')) expect(isFound(one.slice(0, length), { productName })).toBe(true);
      }),
    );
  });

  it('what is found lies within one field', () => {
    const certificate = fc.record({ productName: name, brandName: name, batchId: name });
    fc.assert(
      fc.property(certificate, name, fc.nat(6), (fields, other, length) => {
        const input = other.slice(0, length + 1);
        const alone = (field: keyof typeof YUZU) =>
          isFound(input, { productName: '', brandName: '', batchId: '', [field]: fields[field] });
        expect(isFound(input, fields)).toBe(alone('productName') || alone('brandName') || alone('batchId'));
      }),
    );
  });
});
