import { isUnit } from './amounts.js';
import { analytePanel } from './panel-names.js';
import {
  type LinedPage,
  overlapping,
  overlaps,
  type Segment,
  type Span,
  segmentOf,
  spanOf,
  textOf,
  type Word,
} from './segments.js';
import type { Column, TableHead } from './table-finder.js';
import { readHeading } from './table-headings.js';
import type { TableLine } from './table-rows.js';

/** A table whose analytes stand side by side, turned so that each is a line. */
export interface TransposedTable {
  readonly head: TableHead;
  readonly lines: readonly TableLine[];
}

const FEWEST_NAMES = 4;
/** Lines of a table are at most this many type sizes apart. */
const LEADING = 3;
const MOST_LINES = 8;
/** Labels of lines are at most this far left of the first name. */
const LABEL_WIDTH = 110;

/** Finds tables with the analytes in one line and their results, by unit, in the lines below. */
export function transposedTables(page: LinedPage): readonly TransposedTable[] {
  return page.lines.flatMap(({ segments }) => {
    const names = namesIn(segments);
    const table = names.length >= FEWEST_NAMES ? tableBelow(page, names) : null;
    return table ? [table] : [];
  });
}

/** The longest run of names of cannabinoids in a line. Other analytes are not printed that way. */
function namesIn(segments: readonly Segment[]): readonly Segment[] {
  let [longest, run]: readonly Segment[][] = [[], []];
  for (const segment of segments) {
    run = analytePanel(segment.text) === 'cannabinoids' ? [...(run ?? []), segment] : [];
    if (run.length > (longest?.length ?? 0)) longest = run;
  }
  return longest ?? [];
}

interface Values {
  readonly column: Column;
  readonly cells: readonly (Segment | null)[];
}

function tableBelow(page: LinedPage, names: readonly Segment[]): TransposedTable | null {
  const [first] = names;
  if (!first) return null;
  const span = { x: first.x - LABEL_WIDTH, right: spanOf(names).right + 12 };
  const found: Values[] = [];
  let last: { mid: number; size: number } = first;
  for (let at = first.line + 1; found.length < MOST_LINES; at += 1) {
    const line = page.lines[at];
    if (!line || line.mid - last.mid > LEADING * first.size) break;
    const segments = overlapping(line, span);
    if (segments.length === 0) continue;
    const unit = unitOfAll(segments, names);
    const before = found.at(-1);
    if (unit && before && before.column.unit === null) {
      found.splice(-1, 1, { ...before, column: { ...before.column, unit } });
      break;
    }
    const values = valuesIn(segments, names);
    if (values === 'uncertain') return null;
    if (!values) break;
    found.push(values);
    last = line;
  }
  return found.some(({ column }) => column.kind === 'result') ? turned(page, names, found) : null;
}

/** The unit that a line prints below every value of the line before it. */
function unitOfAll(segments: readonly Segment[], names: readonly Segment[]): string | null {
  const [first] = segments;
  const isUnitLine = first && isUnit(first.text) && segments.every(({ text }) => text === first.text);
  return isUnitLine && segments.length === names.length && overlaps(first, names[0] as Span) ? first.text : null;
}

/** The values of a line with its label. Null if it begins with something else; uncertain if a value is under no name. */
function valuesIn(segments: readonly Segment[], names: readonly Segment[]): Values | 'uncertain' | null {
  const left = (names[0]?.x ?? 0) - 1;
  const [first] = segments;
  const label = first?.words.filter(({ x }) => x < left) ?? [];
  const heading = label.length > 0 ? readHeading(textOf(label).replace(/:$/, '')) : null;
  const values = segments.flatMap(({ words }) => words.filter(({ x }) => x >= left));
  if (!first || !heading || values.length === 0) return null;
  if (heading.kind !== 'result' && heading.kind !== 'lod' && heading.kind !== 'loq') return 'uncertain';
  const cells = cellsOf(values, names, first.line);
  if (!cells) return 'uncertain';
  const { line } = first;
  return { column: { ...heading, text: textOf(label), ...spanOf(label), firstLine: line, lastLine: line }, cells };
}

/** The words under each name; null if one is under none or under two, or reaches the next. */
function cellsOf(values: readonly Word[], names: readonly Segment[], line: number): readonly (Segment | null)[] | null {
  const words: Word[][] = names.map(() => []);
  for (const value of values) {
    const under = names.flatMap((name, index) => (isUnder(value, name, names[index + 1]) ? [index] : []));
    const [index] = under;
    if (index === undefined || under.length > 1) return null;
    words[index]?.push(value);
  }
  return words.map((own) => (own.length > 0 ? segmentOf(own, line, 0) : null));
}

/** A value stands under its name if it shares width with it and ends before the next. */
const isUnder = (value: Word, name: Segment, next: Segment | undefined): boolean =>
  overlaps(value, name) && value.right <= (next?.x ?? Number.POSITIVE_INFINITY);

function turned(page: LinedPage, names: readonly Segment[], found: readonly Values[]): TransposedTable {
  const [first] = names;
  const line = first?.line ?? 0;
  const place = { x: first?.x ?? 0, right: first?.right ?? 0, firstLine: line, lastLine: line };
  const columns = [{ kind: 'name', unit: null, text: '', ...place } as const, ...found.map(({ column }) => column)];
  const span = spanOf(names);
  const lastLine = Math.max(...found.map(({ column }) => column.lastLine));
  const head = { columns, firstLine: line, lastLine, size: first?.size ?? 8, ...span, isBeside: false };
  const lines = names.map((name, index) => {
    const cells = [name, ...found.map(({ cells: all }) => all[index] ?? null)];
    const segments = cells.filter((cell) => cell !== null);
    return { line, mid: page.lines[line]?.mid ?? 0, size: name.size, segments, cells, isCertain: true };
  });
  return { head, lines };
}
