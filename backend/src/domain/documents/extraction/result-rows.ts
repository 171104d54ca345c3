import type { ReadRow } from '../../shared/document-reading.js';
import { basisOf, isUnit, readNumber, unitKey } from './amounts.js';
import { analytePanel, titlePanel } from './panel-names.js';
import { isBlank, isTornOff, type ResultValue, readResult } from './result-values.js';
import { boxOf, isIncomplete, type LinedPage, type Segment } from './segments.js';
import { settledColumns } from './table-columns.js';
import type { Column, TableHead } from './table-finder.js';
import { cellText, type TableLine, tableLines } from './table-rows.js';
import type { TransposedTable } from './transposed-tables.js';
import { type NamedLine, wholeNames } from './wrapped-names.js';

/** A result of one line, in each unit that the line prints. */
export interface LineResult extends ResultValue {
  readonly unit: string | null;
}

/** A line of a results table with all of its results. */
export interface ReadLine {
  readonly page: number;
  readonly name: string;
  readonly results: readonly LineResult[];
  /** One for each unit, the one for comparing with limits first. None for a calculated total. */
  readonly rows: readonly ReadRow[];
  readonly line: TableLine;
}

/** What is known about a table before its lines are read. */
export interface TableContext {
  readonly head: TableHead;
  readonly panel: ReadRow['panel'] | null;
  /** The unit that a caption states for all results. */
  readonly caption: string | null;
}

/** Reads the lines of a table. @param end the first line that belongs to another table */
export function readTable(page: LinedPage, context: TableContext, end: number, from?: number): readonly ReadLine[] {
  const lines = tableLines(page, context.head, end, from);
  return readLines(page, context, lines, (column) => wholeNames(lines, column));
}

/** Reads a table whose analytes stand side by side. */
export function readTransposed(page: LinedPage, { head, lines }: TransposedTable): readonly ReadLine[] {
  const named = lines.map((line) => ({ line, name: cellText(line.cells[0]), extra: [], title: null }));
  return readLines(page, { head, panel: 'cannabinoids', caption: null }, lines, () => named);
}

function readLines(
  page: LinedPage,
  context: TableContext,
  lines: readonly TableLine[],
  named: (column: number) => readonly NamedLine[],
): readonly ReadLine[] {
  const columns = settledColumns(context.head.columns, lines);
  if (!columns) return [];
  const settled = { ...context, head: { ...context.head, columns } };
  const read = named(columns.findIndex(({ kind }) => kind === 'name')).flatMap((one) =>
    readLine(page, within(settled, one.title), one),
  );
  return areConsistent(read) ? read : [];
}

/** Below a title within the table, the title's panel counts, and a caption above the table may not apply. */
function within(context: TableContext, title: string | null): TableContext {
  const panel = title === null ? null : titlePanel(title);
  return panel === null || panel === context.panel ? context : { ...context, panel, caption: null };
}

function readLine(page: LinedPage, context: TableContext, { line, name, extra }: NamedLine): readonly ReadLine[] {
  if (!line.isCertain || !isName(name)) return [];
  const results = lineResults(context, line);
  if (results === null || results.length === 0) return [];
  if (hasConflict(results)) return [];
  const rows = isTotal(name) ? [] : rowsOf(page, context, line, name, results, extra);
  if (!isTotal(name) && rows.length === 0) return [];
  return [{ page: page.number, name, results, rows, line }];
}

/** A name has letters, all of them known, and neither starts nor ends with a fragment of a result. */
function isName(name: string): boolean {
  const words = name.split(' ');
  return (
    /\p{L}/u.test(name) &&
    name.length <= 120 &&
    !isIncomplete(name) &&
    ![words[0], words.at(-1)].some((word) => isTornOff(word ?? '')) &&
    !/\bnot\b|^(?:non|none|no)\b|\b(?:non|none|no)$|[<>]|detect/i.test(name)
  );
}

/** Sums that a laboratory calculates. They are not measured lines. */
export const isTotal = (name: string): boolean =>
  /^(?:total|sum|max(?:imum)?|sum of|calculated)\b.*\b(?:thc|cbd|cbg|cbn|cannabinoids?|terpenes?|pesticides?|solvents?|metals?|thca?|tetrahydrocannabinols?|cannabidiol)\b|^(?:thc|cbd) total|^totals?$|decarb/i.test(
    name,
  );

/** The results under each result heading, or null if a cell there is not a result. */
function lineResults({ head, caption }: TableContext, line: TableLine): readonly LineResult[] | null {
  const unitColumn = head.columns.findIndex(({ kind }) => kind === 'unit');
  const printedUnit = cellText(line.cells[unitColumn]);
  if (printedUnit !== '' && !isUnit(printedUnit) && !isBlank(printedUnit)) return null;
  const results: LineResult[] = [];
  for (const [index, column] of head.columns.entries()) {
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
function inOrder(results: readonly LineResult[]): readonly LineResult[] {
  const rank = ({ unit }: LineResult): number => {
    if (unit === null) return 3;
    if (unitKey(unit) === '%') return 1;
    const basis = basisOf(unit);
    return basis === 'concentration' ? 0 : basis === 'other' ? 2 : basis === 'container' ? 4 : 5;
  };
  return [...results].sort((a, b) => rank(a) - rank(b));
}

function rowsOf(
  page: LinedPage,
  context: TableContext,
  line: TableLine,
  name: string,
  results: readonly LineResult[],
  extra: readonly Segment[],
): readonly ReadRow[] {
  const panel = analytePanel(shownName(name)) ?? context.panel;
  const printed = withUnits(name, results);
  const limits = limitsOf(context, line, results);
  if (!panel || !limits) return [];
  const methods = context.head.columns.findIndex(({ kind }) => kind === 'method');
  const method = cellText(line.cells[methods]);
  const parts = [...line.cells.filter((cell) => cell !== null), ...extra];
  const withLimits = (result: LineResult) => Object.values(limits(result)).some((limit) => limit !== null);
  const ordered = [...inOrder(printed)].sort((a, b) => Number(withLimits(b)) - Number(withLimits(a)));
  return ordered.map((result) => ({
    panel,
    name: shownName(name),
    valueText: result.text,
    value: result.value,
    unit: result.unit,
    ...limits(result),
    method: method === '' || isBlank(method) ? null : method,
    box: boxOf(page.number, parts),
  }));
}

/** A number without a unit says nothing; "ND" without one is a result if no other has one. */
function withUnits(name: string, results: readonly LineResult[]): readonly LineResult[] {
  const known = results.filter(({ unit }) => unit !== null);
  if (known.length > 0) return known;
  return results.filter(({ value }) => value === null || isUnitless(name));
}

/** A name without marks of footnotes. */
const shownName = (name: string): string => name.replace(/(?<=\p{L}{3})[⁰¹²³⁴⁵⁶⁷⁸⁹]+$|\s*[*†‡§]+$/u, '').trim();

const isUnitless = (name: string): boolean => /^ph\b|water activity|specific gravity/i.test(name);

type Limits = Pick<ReadRow, 'lod' | 'loq' | 'limit'>;

/** A printed limit with its unit; without one, it is that of the only concentration. */
interface PrintedLimit {
  readonly kind: keyof Limits;
  readonly value: number | null;
  readonly unit: string | null;
}

/** LOD, LOQ and limit of a result, those that are certainly in its unit; null if a cell contains something else. */
function limitsOf(
  { head }: TableContext,
  line: TableLine,
  results: readonly LineResult[],
): ((result: LineResult) => Limits) | null {
  const printed: PrintedLimit[] = [];
  for (const [index, column] of head.columns.entries()) {
    const cell = line.cells[index];
    if (!cell || isBlank(cellText(cell))) continue;
    const read = printedLimits(column, cell);
    if (!read) return null;
    printed.push(...read);
  }
  const concentrations = results.filter(({ unit }) => unit !== null && basisOf(unit) === 'concentration');
  const isOf = ({ unit }: PrintedLimit, result: LineResult) =>
    unit === null
      ? concentrations.length <= 1 && result === inOrder(results)[0]
      : result.unit === null || unitKey(unit) === unitKey(result.unit);
  return (result) => {
    const limits: Record<keyof Limits, number | null> = { lod: null, loq: null, limit: null };
    for (const limit of printed) if (isOf(limit, result)) limits[limit.kind] = limit.value;
    return limits;
  };
}

/** What a cell says about limits; null if it contains something else. */
function printedLimits({ kind, unit }: Column, cell: Segment): readonly PrintedLimit[] | null {
  if (kind === 'lod/loq' || kind === 'loq/lod') return limitPair(kind, unit, cellText(cell));
  if (kind !== 'lod' && kind !== 'loq' && kind !== 'limit') return [];
  const text = cellText(cell);
  const read = readResult(cell.words);
  if (!read) return isTextLimit(kind, text) ? [] : null;
  return [{ kind, value: read.value ?? boundOf(text), unit: read.unit ?? unit }];
}

/** "0.02 / 0.05" under "LOD/LOQ". */
function limitPair(kind: 'lod/loq' | 'loq/lod', unit: string | null, text: string): readonly PrintedLimit[] | null {
  const [first, second, ...more] = text.split('/').map((part) => readNumber(part));
  if (more.length > 0 || typeof first !== 'number' || typeof second !== 'number') return null;
  const [lod, loq] = kind === 'lod/loq' ? [first, second] : [second, first];
  return [
    { kind: 'lod', value: lod, unit },
    { kind: 'loq', value: loq, unit },
  ];
}

/** "<10", "≤ 0.5": the limit itself. */
const boundOf = (text: string): number | null => (/^[<≤]/.test(text) ? readNumber(text.slice(1)) : null);

/**
 * Limits in words, such as "Absent in 1 g" or "Detected in 1 g", can mean what passes or what fails; they are not
 * shown.
 */
const isTextLimit = (kind: string, text: string): boolean =>
  kind === 'limit' &&
  /^(?:≥ ?lod|nmt|not more than|absen(?:t|ce)|not detected|none detected|detect(?:ed|able|ion)?|presen(?:t|ce)|any amount|positive)\b[\w .,/()]{0,24}$/i.test(
    text,
  );

/** Percent must be a tenth of mg/g, and nearly of mg/mL, whose difference is the liquid's density. */
function hasConflict(results: readonly LineResult[]): boolean {
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

/** Several lines with one name mean two samples, or a misread table. */
function areConsistent(lines: readonly ReadLine[]): boolean {
  const names = lines.map(({ name }) => name.toLowerCase());
  return new Set(names).size === names.length;
}
