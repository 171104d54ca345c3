import type { ReadRow } from '../../shared/document-reading.js';
import { hasConflict, inOrder, type LineResult, lineResults, withUnits } from './line-results.js';
import { analytePanel, titlePanel } from './panel-names.js';
import { limitsOf } from './result-limits.js';
import { isBlank, isTornOff } from './result-values.js';
import { boxOf, isIncomplete, type LinedPage, type Segment } from './segments.js';
import { settledColumns } from './table-columns.js';
import type { TableHead } from './table-finder.js';
import { cellText, type TableLine, tableLines } from './table-rows.js';
import type { TransposedTable } from './transposed-tables.js';
import { type NamedLine, wholeNames } from './wrapped-names.js';

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
  const results = lineResults(context.head.columns, context.caption, line);
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
  const limits = limitsOf(context.head.columns, line, results);
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

/** A name without marks of footnotes. */
const shownName = (name: string): string => name.replace(/(?<=\p{L}{3})[⁰¹²³⁴⁵⁶⁷⁸⁹]+$|\s*[*†‡§]+$/u, '').trim();

/** Several lines with one name mean two samples, or a misread table. */
function areConsistent(lines: readonly ReadLine[]): boolean {
  const names = lines.map(({ name }) => name.toLowerCase());
  return new Set(names).size === names.length;
}
