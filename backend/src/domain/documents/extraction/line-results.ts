import { basisOf, isUnit, unitKey } from './amounts.js';
import { isBlank, type ResultValue, readResult } from './result-values.js';
import type { Segment } from './segments.js';
import type { Column } from './table-finder.js';
import { cellText, type TableLine } from './table-rows.js';

/** A result of one line, in each unit that the line prints. */
export interface LineResult extends ResultValue {
  readonly unit: string | null;
}
/**
 * The results under each result heading, or null if a cell there is not a result.
 * @param caption the unit that a caption states for all results
 */
export function lineResults(
  columns: readonly Column[],
  caption: string | null,
  line: TableLine,
): readonly LineResult[] | null {
  const unitColumn = columns.findIndex(({ kind }) => kind === 'unit');
  const printedUnit = cellText(line.cells[unitColumn]);
  if (printedUnit !== '' && !isUnit(printedUnit) && !isBlank(printedUnit)) return null;
  const results: LineResult[] = [];
  for (const [index, column] of columns.entries()) {
    if (column.kind !== 'result') continue;
    const cell = line.cells[index];
    if (!cell || isBlank(cellText(cell))) continue;
    const read = resultsIn(cell);
    if (!read) return null;
    const stated = column.unit ?? (isUnit(printedUnit) ? printedUnit : null);
    const [result] = read;
    if (read.length > 1) results.push(...read);
    else if (stated !== null && result.unit !== null && !isCompatible(stated, result.unit)) return null;
    else results.push({ ...result, unit: stated ?? result.unit ?? caption });
  }
  return results;
}

/** The result in a cell, or two of them as in "9.3 mg/g (0.93 %)"; null for anything else. */
function resultsIn({ words }: Segment): readonly [ResultValue, ...ResultValue[]] | null {
  const from = words.findIndex(({ text }) => /^\([<\d]/.test(text));
  if (from > 0 && /\)$/.test(words.at(-1)?.text ?? '')) {
    const inside = words.slice(from).map((word) => ({ ...word, text: word.text.replace(/^\(|\)$/g, '') }));
    const [first, second] = [readResult(words.slice(0, from)), readResult(inside.filter(({ text }) => text !== ''))];
    if (first?.unit && second?.unit && unitKey(first.unit) !== unitKey(second.unit)) return [first, second];
  }
  const result = readResult(words);
  return result ? [result] : null;
}

/** "24.3 mg" below "mg/container" or "Per Container" is in the heading's unit. */
const isCompatible = (stated: string, printed: string): boolean =>
  unitKey(stated) === unitKey(printed) || (unitKey(printed) === 'mg' && /^mg\//.test(unitKey(stated)));

/** The concentration first; of several, the one that is not a percentage. */
export function inOrder(results: readonly LineResult[]): readonly LineResult[] {
  const rank = ({ unit }: LineResult): number => {
    if (unit === null) return 3;
    if (unitKey(unit) === '%') return 1;
    const basis = basisOf(unit);
    return basis === 'concentration' ? 0 : basis === 'other' ? 2 : basis === 'container' ? 4 : 5;
  };
  return [...results].sort((a, b) => rank(a) - rank(b));
}
/** A number without a unit says nothing; "ND" without one is a result if no other has one. */
export function withUnits(name: string, results: readonly LineResult[]): readonly LineResult[] {
  const known = results.filter(({ unit }) => unit !== null);
  if (known.length > 0) return known;
  return results.filter(({ value }) => value === null || isUnitless(name));
}
const isUnitless = (name: string): boolean => /^ph\b|water activity|specific gravity/i.test(name);
/** Percent must be a tenth of mg/g, and nearly of mg/mL, whose difference is the liquid's density. */
export function hasConflict(results: readonly LineResult[]): boolean {
  const find = (key: RegExp) =>
    results.find(({ unit, value }) => value !== null && unit !== null && key.test(unitKey(unit)));
  const percent = find(/^%$/);
  const perGram = find(/^mg\/(?:g|ml)$/);
  if (!percent?.value || !perGram?.value) return false;
  const slack = unitKey(perGram.unit ?? '') === 'mg/ml' ? 0.3 : 0.03;
  const rounding = 10 * lastDigit(percent.text) + lastDigit(perGram.text);
  return Math.abs(percent.value * 10 - perGram.value) > rounding + slack * perGram.value;
}

const lastDigit = (text: string): number => 10 ** -(/\.(\d+)/.exec(text)?.[1]?.length ?? 0);
