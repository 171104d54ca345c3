import { isUnit, unitKey } from './amounts.js';
import { analytePanel } from './panel-names.js';
import type { Column } from './table-finder.js';
import { cellText, type TableLine } from './table-rows.js';

/** What a column of verdicts prints. */
const VERDICT = /^(?:pass(?:ed|es)?|fail(?:ed|s)?|p|f|nt|n\/t|n\/a|tested|not tested|-|✓|✔|✗|✘)$/i;

/**
 * The columns of a table by what their headings and their cells say; null if it is not certain which column is which: the
 * table is then not read. A table needs exactly one column of names and no two columns of results in one unit, and must
 * not be about the laboratory's own controls.
 */
export function settledColumns(columns: readonly Column[], lines: readonly TableLine[]): readonly Column[] | null {
  if (columns.some(({ kind }) => kind === 'control')) return null;
  const rows = fullLines(lines);
  const texts = columns.map((_, index) =>
    rows.map(({ cells }) => cellText(cells[index])).filter((text) => text !== ''),
  );
  const byContent = columns.map((column, index) => withContent(column, texts[index] ?? [], columns));
  const named = withOneName(byContent, texts);
  const settled = withoutDoubles(named);
  return isReadable(settled) ? settled : null;
}

/** Without notes and whatever else follows a table: they fill few of its columns. */
function fullLines(lines: readonly TableLine[]): readonly TableLine[] {
  const filled = ({ cells }: TableLine) => cells.filter((cell) => cell !== null).length;
  const certain = lines.filter(({ isCertain }) => isCertain);
  const most = Math.max(0, ...certain.map(filled));
  return certain.filter((line) => filled(line) >= 0.6 * most);
}

/** Verdicts are no results, also under "Result" or "Finding"; a column of units without a heading is one. */
function withContent(column: Column, texts: readonly string[], all: readonly Column[]): Column {
  const isOpen = (column.kind === 'result' && column.unit === null) || column.kind === 'unknown';
  if (!isOpen || texts.length === 0) return column;
  const hasOther = all.some(({ kind, unit }) => kind === 'result' && unit !== null);
  if ((hasOther || texts.some((text) => /^(?:pass|fail)/i.test(text))) && mostly(texts, (text) => VERDICT.test(text)))
    return { ...column, kind: 'status' };
  if (column.kind === 'unknown' && texts.every(isUnit)) return { ...column, kind: 'unit' };
  return column;
}

/** Footnotes below a table can be in its last column. */
const mostly = (texts: readonly string[], test: (text: string) => boolean): boolean =>
  texts.filter(test).length >= 0.9 * texts.length;

/** Of several columns of names, such as abbreviation and full name, the one with the most analytes counts. */
function withOneName(columns: readonly Column[], texts: readonly (readonly string[])[]): readonly Column[] {
  const names = columns.flatMap(({ kind }, index) => (kind === 'name' ? [index] : []));
  if (names.length <= 1) return columns;
  const known = (index: number) => (texts[index] ?? []).filter((text) => analytePanel(text) !== null).length;
  const [best] = [...names].sort((a, b) => known(b) - known(a) || a - b);
  return columns.map((column, index) =>
    column.kind === 'name' && index !== best ? { ...column, kind: 'ignored' } : column,
  );
}

/** Two columns of limits in one unit are for two kinds of product, and nothing says which one this is. */
function withoutDoubles(columns: readonly Column[]): readonly Column[] {
  const keyOf = ({ kind, unit }: Column) => `${kind} ${unitKey(unit ?? '')}`;
  const isAlone = (column: Column) => columns.filter((other) => keyOf(other) === keyOf(column)).length === 1;
  return columns.map((column) =>
    ['lod', 'loq', 'limit', 'method'].includes(column.kind) && !isAlone(column)
      ? { ...column, kind: 'ignored' }
      : column,
  );
}

function isReadable(columns: readonly Column[]): boolean {
  const results = columns.filter(({ kind }) => kind === 'result');
  const units = results.map(({ unit }) => (unit === null ? '' : unitKey(unit)));
  const isDistinct = new Set(units).size === units.length;
  const isOnce = columns.filter(({ kind }) => kind === 'unit').length <= 1;
  const doubtful = columns.some(
    ({ kind, text }) => kind === 'unknown' && /[%/]|\b(?:mg|mcg|ng|cfu)\b|[µμ]g|pp[mb]|result|conc|amount/i.test(text),
  );
  const name = columns.findIndex(({ kind }) => kind === 'name');
  const before = columns.slice(0, Math.max(0, name));
  const isNameFirst = name >= 0 && before.every(({ kind }) => kind === 'ignored' || kind === 'status');
  return isNameFirst && results.length > 0 && isDistinct && isOnce && !doubtful;
}
