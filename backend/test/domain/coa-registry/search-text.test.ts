import fc from 'fast-check';
import {
  batchCode,
  batchMatch,
  matches,
  type SearchTerm,
  searchTerm,
  searchText,
  wholeBatchTerm,
  wordsTerm,
} from '../../../src/domain/coa-registry/certificate/search-text.js';

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

describe('the code that a batch id is compared by', () => {
  it.each([
    ['c9030', 'c9030'],
    ['c 9030', 'c9030'],
    ['c9o3o', 'c9030'],
    ['lot 24 117', '10t24117'],
    ['oil', '011'],
    ['партия 7', 'партия7'],
    ['', ''],
  ])('of "%s" is "%s"', (words, code) => {
    expect(batchCode(words)).toBe(code);
  });

  it('is its own code', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => batchCode(batchCode(text)) === batchCode(text)));
  });

  it.each([
    ['LOT-24/117', ' yuzu seltzer 5 mg | juniper tide | lot 24 117 | 10t24117 '],
    ['O7', ' yuzu seltzer 5 mg | juniper tide | o7 | 07 '],
    ['#7', ' yuzu seltzer 5 mg | juniper tide | 7 '],
  ])('is kept beside "%s" where it differs', (batchId, text) => {
    expect(searchText({ ...YUZU, batchId })).toBe(text);
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
    ['yuzu seltzer 2.5 mg', 'yuzu seltzer 2 5 mg'],
    ['oil', 'oil'],
  ])('in %j is "%s", anywhere', (input, text) => {
    expect(searchTerm(input)).toMatchObject<Partial<SearchTerm>>({ text, parts: [text] });
  });

  it.each<[string, string]>([
    ['#C9', 'c9'],
    ['10', '10'],
    ['50%', '50'],
    ['5 mg', '5 mg'],
    ['2.5 mg', '2 5 mg'],
    ['5 m', '5 m'],
    ['a b c', 'a b c'],
    ['lo', 'lo'],
    ['yu_zu', 'yu zu'],
    ['抹茶', '抹茶'],
  ])('in %j is "%s", where a word begins', (input, text) => {
    expect(searchTerm(input)).toMatchObject<Partial<SearchTerm>>({ text, parts: [` ${text}`] });
  });

  it.each<[string, SearchTerm['parts']]>([
    ['c 9030', ['c 9030', 'c9030']],
    ['C9O3O', ['c9o3o', 'c9030']],
    ['LOT 24/117', ['lot 24 117', '10t24117']],
    ['mg 5', ['mg 5', 'mg5'].map((part) => ` ${part}`) as [string, string]],
    ['c-9', [' c 9', ' c9']],
    ['A5 mg', [' a5 mg', ' a5mg']],
    ['5 mgb', ['5 mgb', '5mgb']],
  ])('in %j are the words and the code: %j', (input, parts) => {
    expect(searchTerm(input)?.parts).toEqual(parts);
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
    ['c 9030'],
    ['C-9030'],
    ['C9O3O'],
    ['c 9O 3o'],
    ['c 9 0 3 0'],
    ['c.9'],
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
    ['ju n i per'],
    ['tide c-9030'],
    ['9 0 3 0'],
    ['C9031'],
    ['C903O1'],
    ['lc9030'],
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
    [{ batchId: 'A1002' }, '100%2'],
    [{ batchId: 'LOT-24/117' }, 'lot24117'],
    [{ batchId: 'LOT-24/117' }, 'l0t 24-ll7'],
    [{ batchId: 'LOT-24/117' }, '4-117'],
    [{ batchId: 'LOT-24/117' }, '24-1'],
    [{ batchId: 'LOT 24 117' }, 'LOT24/117'],
    [{ batchId: 'IO-7' }, '1O7'],
    [{ productName: 'Seltzer 10mg' }, '10mg'],
  ])('%j is found by %j', (certificate, input) => {
    expect(isFound(input, certificate)).toBe(true);
  });

  it.each([
    [{ productName: '抹茶ソーダ 5 mg' }, 'ソー'],
    [{ productName: '抹茶ソーダ 5 mg' }, '茶'],
    [{ productName: 'Чай Комбуча' }, 'уч'],
    [{ batchId: 'A1002' }, '102'],
    [{ batchId: 'LOT-24/117' }, '24-18'],
    [{ batchId: '0117' }, 'oil'],
    [{ productName: 'Seltzer 10 mg' }, 'lo'],
  ])('%j is not found by %j', (certificate, input) => {
    expect(isFound(input, certificate)).toBe(false);
  });
});

describe('whatever a product is called', () => {
  const email = fc.constantFrom(...'abcxyzABCXYZ0189äéñÅøЖжийΣσΑαωŁ茶水ソ한');
  const word = fc.string({ unit: email, minLength: 1, maxLength: 8 });
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

describe('whatever a batch is called', () => {
  const sign = fc.constantFrom(...'ABCMGOILoilxyz0123456789');
  const between = fc.constantFrom('', '', ' ', '-', '/', '.', ' # ', '_');
  const batch = fc
    .array(fc.tuple(sign, between), { minLength: 2, maxLength: 14 })
    .map((signs) => `#${signs.flat().join('')}`);
  const LOOK_ALIKES: readonly string[] = ['0Oo', '1IiLl'];

  /** A batch ID as typed from a can: look-alikes swapped, any case, anything between the characters. */
  const typings = (id: string) =>
    fc
      .tuple(...[...id.replace(/[^A-Za-z0-9]/g, '')].map((one) => fc.tuple(fc.constantFrom(...alike(one)), between)))
      .map((signs) => signs.flat().join(''));
  const alike = (one: string) =>
    LOOK_ALIKES.find((signs) => signs.includes(one)) ?? one.toLowerCase() + one.toUpperCase();
  const isFoundAs = (typed: string, batchId: string) => {
    const term = searchTerm(typed);
    const whole = term && wholeBatchTerm(term);
    const text = searchText({ ...YUZU, batchId });
    return [term, whole].some((one) => one !== null && matches(text, one));
  };

  it('it is found however that is typed', () => {
    const typed = batch.chain((batchId) => fc.tuple(fc.constant(batchId), typings(batchId)));
    fc.assert(
      fc.property(typed, ([batchId, input]) => {
        expect(isFoundAs(input, batchId)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('it is found by the whole of it only where that does not look like one', () => {
    expect(isFoundAs('A-5 MG', 'A5MG')).toBe(true);
    expect(isFoundAs('A-5 MG', 'A5MG7')).toBe(false);
    expect(isFoundAs('CIOI', 'C101')).toBe(true);
    expect(isFoundAs('c ioi', 'C-101')).toBe(true);
    expect(isFoundAs('IOI', 'C101')).toBe(false);
    expect(isFoundAs('CIOI', 'C1017')).toBe(false);
  });

  it('looking for the whole of it says nothing new where a code was looked for, or where there is no other form', () => {
    for (const input of ['C9O3O', 'c 9', 'abc', 'c9030']) {
      expect(wholeBatchTerm(searchTerm(input) as SearchTerm)).toBeNull();
    }
  });
});

describe('brand, product and lot in any order', () => {
  const VT = { productName: 'Bitter Orange Mocktail 10 mg', brandName: 'Velvet Thistle', batchId: 'VT 552' };
  const TEA = { productName: 'Peach Tea 10 mg', brandName: 'Third Porch', batchId: 'TP-2026-07-B' };
  const found = (input: string, certificate = VT) => {
    const term = searchTerm(input);
    const words = term && wordsTerm(term);
    return term && words && matches(searchText(certificate), words) ? batchMatch(certificate, term) : 'not found';
  };

  it.each([
    ['velvet thistle vt 552', VT],
    ['vt552 velvet', VT],
    ['VT 552 by Velvet Thistle', VT],
    ['lot VT 552 velvet', VT],
    ['bitter orange 10 mg vt 552', VT],
    ['peach tea TP-2026-07-B', TEA],
    ['tp 2026 07 b peach tea', TEA],
  ])('%s is that lot', (input, certificate) => expect(found(input, certificate)).toBe('whole'));

  it.each([['velvet VT 552-1'], ['velvet thistle vt 552 b'], ['vt 552 10 velvet'], ['velvet vt 553']])(
    '%s is another lot',
    (input) => expect(found(input)).toBe('not found'),
  );

  it.each([['VT 552-1'], ['vt 552 b']])('%s is never taken for VT 552', (input) => {
    const term = searchTerm(input);
    expect(term && batchMatch(VT, term)).toBeNull();
  });
});
