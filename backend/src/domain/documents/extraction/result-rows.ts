import type { ReadRow } from '../../shared/document-reading.js';
import { basisOf, isUnit, readNumber, unitKey } from './amounts.js';
import { analytePanel, titlePanel } from './panel-names.js';
import { isBlank, isTornOff, type ResultValue, readResult } from './result-values.js';
import { boxOf, type LinedPage, type Segment } from './segments.js';
import type { Column, TableHead } from './table-finder.js';
import { cellText, type TableLine, tableLines } from './table-rows.js';
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
  readonly row: ReadRow | null;
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
  const { head } = context;
  if (!isReadable(head.columns)) return [];
  const lines = tableLines(page, head, end, from);
  const read = wholeNames(lines, nameColumn(head.columns)).flatMap((named) =>
    readLine(page, within(context, named.title), named),
  );
  return areConsistent(read) ? read : [];
}

/** Below a title within the table, the title's panel counts, and a caption above the table may not apply. */
function within(context: TableContext, title: string | null): TableContext {
  const panel = title === null ? null : titlePanel(title);
  return panel === null || panel === context.panel ? context : { ...context, panel, caption: null };
}

const nameColumn = (columns: readonly Column[]): number => columns.findIndex(({ kind }) => kind === 'name');

/**
 * A table is not read if its headings are ambiguous: not exactly one column of names, two columns of results in one
 * unit or without a unit, two columns of limits, or a heading with an unknown unit.
 */
function isReadable(columns: readonly Column[]): boolean {
  const count = (kind: Column['kind']) => columns.filter((column) => column.kind === kind).length;
  const results = columns.filter(({ kind }) => kind === 'result');
  const units = results.map(({ unit }) => (unit === null ? '' : unitKey(unit)));
  const isDistinct = new Set(units).size === units.length;
  const once = (['name', 'lod', 'loq', 'unit'] as const).every((kind) => count(kind) <= 1);
  const doubtful = columns.some(
    ({ kind, text }) => kind === 'unknown' && /[%/]|\bmg\b|pp[mb]|result|conc|amount/i.test(text),
  );
  const before = columns.slice(0, Math.max(0, nameColumn(columns)));
  const namesFirst = nameColumn(columns) >= 0 && before.every(({ kind }) => kind === 'ignored' || kind === 'status');
  return namesFirst && results.length > 0 && isDistinct && once && count('limit') <= 1 && !doubtful;
}

function readLine(page: LinedPage, context: TableContext, { line, name, extra }: NamedLine): readonly ReadLine[] {
  if (!line.isCertain || !isName(name)) return [];
  const results = lineResults(context, line);
  if (results === null || results.length === 0) return [];
  const row = isTotal(name) ? null : rowOf(page, context, line, name, results, extra);
  if (!isTotal(name) && !row) return [];
  if (hasConflict(results)) return [];
  return [{ page: page.number, name, results, row, line }];
}

/** A name has letters, and neither starts nor ends with a fragment of a result. */
function isName(name: string): boolean {
  const words = name.split(' ');
  return (
    /\p{L}/u.test(name) &&
    name.length <= 120 &&
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
    const result = readResult(cell.words);
    if (!result) return null;
    const stated = column.unit ?? (isUnit(printedUnit) ? printedUnit : null);
    if (stated !== null && result.unit !== null && !isCompatible(stated, result.unit)) return null;
    results.push({ ...result, unit: stated ?? result.unit ?? caption });
  }
  return results;
}

/** "24.3 mg" below "mg/container" or "Per Container" is in the heading's unit. */
const isCompatible = (stated: string, printed: string): boolean =>
  unitKey(stated) === unitKey(printed) || (unitKey(printed) === 'mg' && /^mg\//.test(unitKey(stated)));

/** The result that is used: the concentration; of several, the one that is not a percentage. */
function mainResult(results: readonly LineResult[]): LineResult | null {
  const rank = ({ unit }: LineResult): number => {
    if (unit === null) return 3;
    if (unitKey(unit) === '%') return 1;
    const basis = basisOf(unit);
    return basis === 'concentration' ? 0 : basis === 'other' ? 2 : basis === 'container' ? 4 : 5;
  };
  return [...results].sort((a, b) => rank(a) - rank(b))[0] ?? null;
}

function rowOf(
  page: LinedPage,
  context: TableContext,
  line: TableLine,
  name: string,
  results: readonly LineResult[],
  extra: readonly Segment[],
): ReadRow | null {
  const main = mainResult(results);
  const panel = analytePanel(shownName(name)) ?? context.panel;
  if (!main || !panel || (main.value !== null && main.unit === null && !isUnitless(name))) return null;
  const limits = limitsOf(context, line, main, results);
  if (!limits) return null;
  const methods = context.head.columns.findIndex(({ kind }) => kind === 'method');
  const method = cellText(line.cells[methods]);
  const parts = [...line.cells.filter((cell) => cell !== null), ...extra];
  return {
    panel,
    name: shownName(name),
    valueText: main.text,
    value: main.value,
    unit: main.unit,
    ...limits,
    method: method === '' || isBlank(method) ? null : method,
    box: boxOf(page.number, parts),
  };
}

/** A name without marks of footnotes. */
const shownName = (name: string): string => name.replace(/(?<=\p{L}{3})[⁰¹²³⁴⁵⁶⁷⁸⁹]+$|\s*[*†‡§]+$/u, '').trim();

const isUnitless = (name: string): boolean => /^ph\b|water activity|specific gravity/i.test(name);

type Limits = Pick<ReadRow, 'lod' | 'loq' | 'limit'>;

/** LOD, LOQ and limit, if they are certainly in the unit of the result; null if a cell contains something else. */
function limitsOf(
  { head }: TableContext,
  line: TableLine,
  main: LineResult,
  results: readonly LineResult[],
): Limits | null {
  const limits: Record<'lod' | 'loq' | 'limit', number | null> = { lod: null, loq: null, limit: null };
  const concentrations = results.filter(({ unit }) => unit !== null && basisOf(unit) === 'concentration');
  for (const [index, { kind, unit }] of head.columns.entries()) {
    if (kind !== 'lod' && kind !== 'loq' && kind !== 'limit') continue;
    const cell = line.cells[index];
    const text = cellText(cell);
    if (!cell || isBlank(text)) continue;
    const read = readResult(cell.words);
    if (!read && !isTextLimit(kind, text)) return null;
    const own = read?.unit ?? unit;
    const isSame =
      own === null ? concentrations.length <= 1 : main.unit === null || unitKey(own) === unitKey(main.unit);
    limits[kind] = isSame ? (read?.value ?? boundOf(text)) : null;
  }
  return limits;
}

/** "<10", "≤ 0.5": the limit itself. */
const boundOf = (text: string): number | null => (/^[<≤]/.test(text) ? readNumber(text.slice(1)) : null);

/**
 * Limits in words, such as "Absent in 1 g" or "Detected in 1 g", can mean what passes or what fails; they are not
 * shown.
 */
const isTextLimit = (kind: string, text: string): boolean =>
  kind === 'limit' &&
  /^(?:nmt|not more than|absen(?:t|ce)|detect(?:ed|able|ion)?|presen(?:t|ce)|any amount|positive)\b[\w .,/()]{0,24}$/i.test(
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
