import fc from 'fast-check';
import { AnalyteVocabulary, normalizedAnalyteName } from '../../../src/domain/analytes/analytes.js';
import { readVocabulary } from '../../../src/modules/analytes/vocabulary-file.js';

const data = readVocabulary('content');
const vocabulary = new AnalyteVocabulary(data);
const keyOf = (name: string, panel = 'cannabinoids') => vocabulary.resolve(name, panel)?.key ?? null;

/** The last digit of a CAS number: the sum of the others, each times its place from the right, modulo 10. */
const checkDigit = (cas: string): number => {
  const [, ...digits] = cas.replaceAll('-', '').split('').reverse().map(Number);
  return digits.reduce((sum, digit, index) => sum + digit * (index + 1), 0) % 10;
};

describe('the vocabulary', () => {
  it('has unique keys, and members and products that exist', () => {
    const keys = data.analytes.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    const others = data.analytes.flatMap(({ members, turnsInto }) => [
      ...members,
      ...(turnsInto ? [turnsInto.analyte] : []),
    ]);
    const couldBe = data.ambiguous.flatMap((name) => name.couldBe);
    for (const key of [...others, ...couldBe]) expect(keys).toContain(key);
  });

  it('has CAS numbers whose check digit is right, each once', () => {
    const numbers = data.analytes.flatMap(({ cas }) => (cas === null ? [] : [cas]));
    expect(numbers.length).toBeGreaterThan(130);
    for (const cas of numbers) expect([cas, `${checkDigit(cas)}`]).toEqual([cas, cas.at(-1)]);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('resolves every printed name in its panel, however it is typed', () => {
    const printed = data.analytes.flatMap((analyte) =>
      [analyte.name, ...analyte.names, ...analyte.panelNames].map((name) => [analyte, name] as const),
    );
    expect(printed.length).toBeGreaterThan(560);
    for (const [{ key, panel }, name] of printed) {
      for (const typed of [name, name.toUpperCase(), ` ${name.replaceAll(' ', '  ')} `]) {
        expect([typed, keyOf(typed, panel)]).toEqual([typed, key]);
      }
    }
  });

  it('lists each name once', () => {
    for (const { key, name, names } of data.analytes) {
      const spellings = [name, ...names].map(normalizedAnalyteName);
      expect([key, new Set(spellings).size]).toEqual([key, spellings.length]);
    }
  });

  it('sorts analytes by panel, in the order of its panels', () => {
    const order = data.panels.map(({ key }) => key);
    const places = data.analytes.map(({ panel }) => order.indexOf(panel));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});

describe('a printed name', () => {
  it.each([
    ['Δ9-THC', 'd9_thc'],
    ['∆9-THC', 'd9_thc'],
    ['delta-9 THC', 'd9_thc'],
    ['Delta 9-Tetrahydrocannabinol', 'd9_thc'],
    ['d8-THC', 'd8_thc'],
    ['THCA', 'thca'],
    ['CBDP', 'cbdp'],
    ['Total THC', 'total_thc'],
  ])('%s is the cannabinoid %s', (name, key) => expect(keyOf(name)).toBe(key));

  it.each([
    ['Arsenic (As)', 'arsenic'],
    ['Cadmium (Cd)', 'cadmium'],
    ['Cadmium (Pb)', null],
    ['Lead (something else)', null],
  ])('%s needs both parts to agree: %s', (name, key) => expect(keyOf(name, 'heavyMetals')).toBe(key));

  it('that could mean several analytes means none', () => {
    for (const { name } of data.ambiguous) expect([name, keyOf(name)]).toEqual([name, null]);
  });

  it('keeps different tests apart', () => {
    const names = ['E. coli', 'STEC', 'Shigella', 'E. coli/Shigella'];
    const keys = names.map((name) => keyOf(name, 'microbials'));
    expect(keys).not.toContain(null);
    expect(new Set(keys).size).toBe(names.length);
  });

  it('that belongs to a panel means nothing elsewhere', () => {
    expect(keyOf('B1', 'mycotoxins')).toBe('aflatoxin_b1');
    expect(keyOf('B1', 'other')).toBeNull();
  });

  it.each(['', '—', '???', 'Vitamin C', 'THC-X', 'Lead and cadmium'])('%j is unknown', (name) => {
    expect(keyOf(name, 'other')).toBeNull();
  });

  it('with an added letter or digit is not that analyte any more, unless the vocabulary has it', () => {
    const known = new Set(data.analytes.flatMap(({ name, names }) => [name, ...names].map(normalizedAnalyteName)));
    const anAnalyte = fc.constantFrom(...data.analytes);
    const aCharacter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789');
    fc.assert(
      fc.property(anAnalyte, aCharacter, ({ name, panel }, character) => {
        const changed = `${name.replace(/\(.*/, '')}${character}`;
        if (!known.has(normalizedAnalyteName(changed))) expect(keyOf(changed, panel)).toBeNull();
      }),
    );
  });
});

it('deltamethrin stays what it is, and delta before a digit is d', () => {
  expect(normalizedAnalyteName('Deltamethrin')).toBe('deltamethrin');
  expect(normalizedAnalyteName('δ-Tocopherol')).toBe('deltatocopherol');
  expect(normalizedAnalyteName('Delta – 10 THC')).toBe('d10thc');
  expect(normalizedAnalyteName('β-Myrcene')).toBe('betamyrcene');
});

it('two analytes must not share a name', () => {
  const [one, other] = data.analytes;
  if (!one || !other) throw new Error('There are analytes');
  const analytes = [one, { ...other, names: [one.name] }];
  expect(() => new AnalyteVocabulary({ ...data, analytes })).toThrow(/names .* and /);
});
