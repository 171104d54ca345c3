import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const content = join(import.meta.dirname, '../../../content');
const read = (file: string) => JSON.parse(readFileSync(join(content, file), 'utf8'));

/** Files that have the same keys in both languages. */
const PAIRS = readdirSync(join(content, 'es')).filter((file) => !['review.json', 'calculator.json', 'verdict.json'].includes(file));

type Leaves = ReadonlyMap<string, string>;

/** Every text of a file by its place. The Spanish files have no phone numbers of their own. */
function leavesOf(value: unknown, place = ''): [string, string][] {
  if (typeof value === 'string') return [[place, value]];
  return Object.entries(value as object)
    .filter(([key]) => !(place === '' && key === 'numbers'))
    .flatMap(([key, inner]) => leavesOf(inner, `${place}/${key}`));
}

/** Figures and phone numbers, in their order. */
const figures = (text: string) => text.match(/\d+(?:[-–.,/]\d+)*|[¼½¾]/g) ?? [];

/** Units and names that are the same, or have one translation. */
const UNITS: readonly (readonly [RegExp, RegExp])[] = [
  [/\bmg\b/g, /\bmg\b/g],
  [/\b(?:lb|kg)\b/g, /\b(?:lb|kg)\b/g],
  [/%/g, /\s?%/g],
  [/\bhours?\b/gi, /\bhoras?\b/gi],
  [/\bminutes?\b/gi, /\bminutos?\b/gi],
  [/\bTHC\b/g, /\bTHC\b/g],
  [/\bCBD\b/g, /\bCBD\b/g],
  [/\bSAMHSA\b/g, /\bSAMHSA\b/g],
  [/\bPoison Help\b/g, /\bPoison Help\b/g],
  [/\bDelta-9\b/g, /\bDelta-9\b/g],
];
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Names for which Spanish needs the substance that English leaves out ("A child had some"). */
const NAMES_THC = ['/situations/child/title', '/situations/pet/title', '/poisonHelp'];

describe.each(PAIRS)('content/es/%s', (file) => {
  const english: Leaves = new Map(leavesOf(read(file)));
  const spanish: Leaves = new Map(leavesOf(read(`es/${file}`)));

  it('has the same texts as the English file', () => {
    expect([...spanish.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it.each([...english])('has the same figures, units and names at %s', (place, text) => {
    const translated = spanish.get(place) ?? '';
    expect(figures(translated)).toEqual(figures(text));
    for (const [en, es] of UNITS) {
      if (String(en) === String(/\bTHC\b/g) && NAMES_THC.includes(place)) continue;
      expect([String(en), count(translated, es)]).toEqual([String(en), count(text, en)]);
    }
  });

  it('is in Spanish', () => {
    const same = [...english].filter(([place, text]) => spanish.get(place) === text);
    expect(same).toEqual([]);
    for (const text of spanish.values()) expect(text).not.toMatch(/\b(the|call|you|and|with|your)\b/i);
  });
});

it('says in both languages that no native speaker reviewed the translation, until one has', () => {
  const { reviewedBy, es, en } = read('es/review.json');
  expect(reviewedBy === null || /\p{L}/u.test(reviewedBy)).toBe(true);
  expect([es, en]).toEqual([expect.stringContaining('habla nativa'), expect.stringContaining('native speaker')]);
});
