import fc from 'fast-check';
import { extractContent } from '../../../../src/domain/documents/extraction/extract-content.js';
import type { PageWord, ReadRow } from '../../../../src/domain/shared/document-reading.js';
import { type Placed, textPage, wordsAt } from '../../../support/text-page.js';

const NAMES = ['Salmonella spp.', 'Escherichia coli', 'Listeria', 'Lead', 'Aspergillus niger', 'Total Yeast and Mold'];
const NOTHING = ['Not Detected', 'None Detected', 'Not Present', 'No Growth', 'Non Detect', '< 0.1', 'Below LOQ'];
const FOUND = ['Detected', 'Present', '0.31', 'Positive', 'Growth'];
const SIZE = 10;

interface Line {
  readonly name: string;
  readonly result: string;
}

/** Where one word of a page went. */
interface Shift {
  readonly word: number;
  readonly x: number;
  readonly y: number;
}

/** A table whose words have moved: into other columns, onto other lines, between the lines. */
interface TornTable {
  readonly lines: readonly Line[];
  readonly pitch: number;
  readonly valueX: number;
  readonly shifts: readonly Shift[];
  readonly stray: readonly Placed[];
}

const line = fc.record({ name: fc.constantFrom(...NAMES), result: fc.constantFrom(...NOTHING, ...NOTHING, ...FOUND) });
const moved = (limit: number) => fc.integer({ min: -limit * 2, max: limit * 2 }).map((half) => half / 2);

const tornTable: fc.Arbitrary<TornTable> = fc.record({
  lines: fc.uniqueArray(line, { minLength: 1, maxLength: 5, selector: ({ name }) => name }),
  pitch: fc.integer({ min: 11, max: 30 }),
  valueX: fc.integer({ min: 120, max: 320 }),
  shifts: fc.array(fc.record({ word: fc.nat(40), x: moved(240), y: fc.oneof(moved(30), fc.constant(0)) }), {
    maxLength: 4,
  }),
  stray: fc.array(
    fc.tuple(
      fc.integer({ min: 30, max: 450 }),
      fc.integer({ min: 80, max: 260 }),
      fc.constantFrom('Not', 'None', 'No', 'Non', 'Non-', '<', 'Below', 'Detected', 'ND'),
    ),
    { maxLength: 2 },
  ),
});

/** A word and the line of the table that it belongs to; null for a stray one. */
interface Owned {
  readonly word: PageWord;
  readonly line: number | null;
  readonly isResult: boolean;
}

function wordsOf({ lines, pitch, valueX, shifts, stray }: TornTable): readonly Owned[] {
  const own = lines.flatMap(({ name, result }, index) => {
    const y = 100 + (index + 1) * pitch;
    const placed = (x: number, text: string, isResult: boolean) =>
      wordsAt([x, y, text, SIZE]).map((word) => ({ word, line: index, isResult }));
    return [...placed(40, name, false), ...placed(valueX, result, true), ...placed(valueX + 110, 'qPCR', false)];
  });
  const words: Owned[] = own.map((one, index) => {
    const shift = shifts.find(({ word }) => word === index);
    return shift ? { ...one, word: { ...one.word, x: one.word.x + shift.x, y: one.word.y + shift.y } } : one;
  });
  return [...words, ...stray.flatMap(wordsAt).map((word) => ({ word, line: null, isResult: false }))];
}

function read(table: TornTable, words: readonly Owned[]): readonly ReadRow[] {
  const head: readonly Placed[] = [
    [40, 80, 'Microbials'],
    [40, 100, 'Analyte'],
    [table.valueX, 100, 'Result'],
    [table.valueX + 110, 100, 'Method'],
  ];
  const page = textPage(...head);
  return extractContent([{ ...page, words: [...page.words, ...words.map(({ word }) => word)] }]).rows;
}

const isNothing = (text: string): boolean => /^(?:n|<|below)/i.test(text);

/**
 * What is wrong with the rows read from a torn table; null if nothing is. A row may be missing. It may not say that
 * something was found where the table says that nothing was, and no text that says "found" is read at all. The opposite,
 * a result with a "Not" that it does not have, is right only if that word is printed next to it.
 */
export function mistakeIn(table: TornTable): string | null {
  const words = wordsOf(table);
  const isTorn = table.shifts.length > 0 || table.stray.length > 0;
  for (const { name, valueText, value } of read(table, words)) {
    if (/^(?:detected|present|positive|growth)\b/i.test(valueText)) return `read "${valueText}" for ${name}`;
    if (/\b(?:not|none|non|no)$|^(?:not|none|non|no)\b/i.test(name)) return `a name with a part of a result: ${name}`;
    const stated = table.lines.find((one) => one.name === name);
    if (!isTorn && stated && stated.result !== valueText) return `read "${valueText}" for ${name}: ${stated.result}`;
    const says = stated && isNothing(stated.result);
    if (says && value !== null && !comesFromAnother(words, valueText)) return `${name}: ${value} for ${stated.result}`;
  }
  return null;
}

/** Whether a number was moved there from another row, or lost its "<", which then is printed elsewhere. */
const comesFromAnother = (words: readonly Owned[], valueText: string): boolean =>
  words.some(({ word, isResult }) => isResult && word.text === valueText.split(' ')[0]);

/** Checks as many torn tables as wanted. */
export const checkTornTables = (numRuns: number): void =>
  fc.assert(
    fc.property(tornTable, (table) => {
      const mistake = mistakeIn(table);
      if (mistake) throw new Error(mistake);
    }),
    { numRuns },
  );
