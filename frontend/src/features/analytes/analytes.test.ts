import { ANALYTES, type Analyte, findAnalytes, meaningOf, otherNames } from './analytes';

const analyte = (key: string) => ANALYTES.find((one) => one.key === key) as Analyte;
const foundBy = (search: string) => findAnalytes(search).analytes.map(({ key }) => key);

it.each([
  ['LEAD', ['lead']],
  ['delta-8 thc', ['d8_thc', 'd8_thco', 'd8_thcv', 'thco']],
  ['7439-92-1', ['lead']],
  ['afalatoxin', ['aflatoxin_b1', 'aflatoxin_b2']],
  ['no such thing', []],
])('%s finds %j', (search, keys) => {
  expect(foundBy(search)).toEqual(expect.arrayContaining(keys.slice(0, 2)));
  if (keys.length === 0) expect(foundBy(search)).toEqual([]);
});

it('shows everything without a search, also for one of signs only', () => {
  for (const search of ['', '  ', '%'])
    expect(findAnalytes(search)).toMatchObject({ isFiltered: false, analytes: ANALYTES });
});

it('finds unclear names, too', () => {
  expect(findAnalytes('mycotoxins').ambiguous).toEqual([
    { name: 'mycotoxins', couldBe: ['Aflatoxins, total (B1+B2+G1+G2)', 'Ochratoxin A'] },
  ]);
});

it('never shows a misspelling of a report as a name', () => {
  const shown = ANALYTES.flatMap((one) => [one.name, ...otherNames(one)]).map((name) => name.toLowerCase());
  expect(shown).toContain('total aflatoxins');
  for (const { misprints = [] } of ANALYTES)
    for (const misprint of misprints) expect(shown).not.toContain(misprint.toLowerCase());
  // What PDFs make of "fl" and "fi", and words twice.
  for (const name of shown) expect(name).not.toMatch(/afala|\ba atoxin|\b(cy|tri) |\b(\w+) \2\b/);
});

it('says what is known, and nothing where nothing is', () => {
  expect(meaningOf(analyte('thca'))).toBe('A form of THC. Heat turns it into Δ9-THC.');
  expect(meaningOf(analyte('hhco'))).toBe('The hemp plant does not make it.');
  expect(meaningOf(analyte('ph'))).toMatch(/^How acidic the drink is\./);
  expect(meaningOf(analyte('boscalid'))).toBe('');
});

it('leaves out names that are the name itself', () => {
  expect(otherNames(analyte('cadmium'))).toEqual(['cadmium (Cd)', 'Cd']);
});
