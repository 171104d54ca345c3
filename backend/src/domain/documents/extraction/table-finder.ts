import { isUnit } from './amounts.js';
import {
  type Line,
  type LinedPage,
  overlapping,
  overlaps,
  type Segment,
  segmentOf,
  spanOf,
  textOf,
  type Word,
} from './segments.js';
import { type ColumnKind, isHeadingPart, readHeading, splitHeadings } from './table-headings.js';

/** A column of a table: what its heading says and where it is. */
export interface Column {
  readonly kind: ColumnKind;
  readonly unit: string | null;
  readonly text: string;
  readonly x: number;
  readonly right: number;
}

/** The headings of a table. */
export interface TableHead {
  /** From left to right. */
  readonly columns: readonly Column[];
  /** First and last line of the headings on the page. */
  readonly firstLine: number;
  readonly lastLine: number;
  readonly size: number;
  /** The table's horizontal range on the lines below. */
  readonly x: number;
  readonly right: number;
}

/** Lines of one heading are at most this many type sizes apart. */
const LEADING = 1.75;
const MOST_LINES = 4;
const MOST_TABLES = 60;
/** Text further left of the first heading than this belongs to something else. */
const LEFT_SLACK = 12;

/** Finds headings of result tables, also of two tables side by side. */
export function tableHeads(page: LinedPage): readonly TableHead[] {
  const heads: TableHead[] = [];
  const taken = new Set<Segment>();
  for (const [index, line] of page.lines.entries()) {
    if (heads.length >= MOST_TABLES) break;
    for (const run of headingRuns(line, taken)) {
      const found = headsOf(page, index, run, taken);
      heads.push(...found);
    }
  }
  return heads.map((head) => withRightEdge(head, heads, page.width));
}

/** Neighboring phrases of a line that can be headings: at least two. */
function headingRuns(line: Line, taken: ReadonlySet<Segment>): readonly (readonly Segment[])[] {
  const runs: Segment[][] = [];
  let run: Segment[] = [];
  for (const segment of line.segments) {
    if (!taken.has(segment) && (isHeadingPart(segment.text) || splitHeadings(segment.words))) {
      if (run.length === 0) runs.push(run);
      run.push(segment);
    } else run = [];
  }
  return runs.filter(
    (segments) => segments.length >= 2 || (segments[0] && (splitHeadings(segments[0].words)?.length ?? 0) >= 2),
  );
}

function headsOf(page: LinedPage, index: number, run: readonly Segment[], taken: Set<Segment>): readonly TableHead[] {
  const block = blockOf(page, index, run);
  const cells = block.flatMap(({ segments }) => segments);
  const columns = columnsOf(cells);
  const tables = splitAtNames(columns)
    .filter(isTable)
    .map((own) => withNames(page, index, own));
  if (tables.length === 0 || isFollowedByDoubt(page, run)) return [];
  for (const cell of cells) taken.add(cell);
  const lines = block.map(({ line }) => line);
  return tables.map((own) => ({
    columns: own,
    firstLine: Math.min(...lines),
    lastLine: Math.max(...lines),
    size: run[0]?.size ?? 8,
    x: (own[0]?.x ?? 0) - LEFT_SLACK,
    right: page.width,
  }));
}

/** A heading with an unknown unit, right after the others: it could be the result. */
function isFollowedByDoubt(page: LinedPage, run: readonly Segment[]): boolean {
  const last = run.at(-1);
  const next = last && page.lines[last.line]?.segments[last.index + 1];
  if (!next || next.x - last.right > 120 || Math.abs(next.size - last.size) > 0.1 * last.size) return false;
  return isUnit((next.words.at(-1)?.text ?? '').replace(/^[([]|[)\]]$/g, ''));
}

/** The lines of a heading: this one, and the ones right above and below that contain only parts of headings. */
function blockOf(
  page: LinedPage,
  index: number,
  run: readonly Segment[],
): readonly { line: number; segments: readonly Segment[] }[] {
  const span = { x: (run[0]?.x ?? 0) - 4, right: (run.at(-1)?.right ?? 0) + 4 };
  const block = [{ line: index, segments: run }];
  for (const step of [-1, 1]) {
    let last = page.lines[index];
    for (let at = index + step; block.length < MOST_LINES; at += step) {
      const line = page.lines[at];
      if (!line || !last || Math.abs(line.mid - last.mid) > LEADING * Math.min(last.size, line.size)) break;
      const segments = overlapping(line, span);
      if (segments.length === 0) continue;
      if (!segments.every(({ text, words }) => isHeadingPart(text) || splitHeadings(words))) break;
      block.push({ line: at, segments });
      last = line;
    }
  }
  return block.sort((a, b) => a.line - b.line);
}

/** Groups the phrases of a heading's lines into columns: phrases above each other are one heading. */
function columnsOf(cells: readonly Segment[]): readonly Column[] {
  const parts = cells.flatMap((cell) =>
    (splitHeadings(cell.words) ?? [cell.words]).map((words) => segmentOf(words, cell.line, cell.index)),
  );
  const groups: Segment[][] = [];
  for (const part of [...parts].sort((a, b) => width(a) - width(b))) {
    const under = groups.filter((group) => group.some((other) => other.line !== part.line && overlaps(other, part)));
    // A heading that spans several columns belongs to each of them.
    if (under.length > 0) for (const group of under) group.push(part);
    else groups.push([part]);
  }
  return groups.map(columnOf).sort((a, b) => a.x - b.x);
}

const width = ({ x, right }: Word): number => right - x;

function columnOf(group: readonly Segment[]): Column {
  const byLine = [...group].sort((a, b) => a.line - b.line || a.x - b.x);
  const narrow = byLine.filter((part) => !group.some((other) => other !== part && width(part) > 2.5 * width(other)));
  const own = narrow.length > 0 ? narrow : byLine;
  const edges = spanOf(own);
  for (let from = 0; from < byLine.length; from += 1) {
    const text = byLine
      .slice(from)
      .map(({ words }) => textOf(words))
      .join(' ');
    const heading = readHeading(text);
    if (heading) return { ...heading, text, ...edges };
  }
  return { kind: 'unknown', unit: null, text: byLine.map(({ text }) => text).join(' '), ...edges };
}

/** Two tables side by side have their headings on one line: each begins with the heading of names. */
function splitAtNames(columns: readonly Column[]): readonly (readonly Column[])[] {
  const tables: Column[][] = [];
  for (const [index, column] of columns.entries()) {
    const current = tables.at(-1);
    const begins =
      column.kind === 'name' && (current?.some(({ kind }) => kind === 'result' || kind === 'status') ?? false);
    const isFar = current !== undefined && index > 0 && column.x - (columns[index - 1]?.right ?? 0) > 220;
    if (!current || begins || (isFar && column.kind === 'name')) tables.push([column]);
    else current.push(column);
  }
  return tables;
}

/** A results table has a column of results and another column that only tables have. */
function isTable(columns: readonly Column[]): boolean {
  const has = (kind: ColumnKind) => columns.some((column) => column.kind === kind);
  const others = columns.filter(({ kind }) =>
    ['name', 'lod', 'loq', 'limit', 'unit', 'method', 'status'].includes(kind),
  );
  const unknown = columns.filter(({ kind }) => kind === 'unknown').length;
  return has('result') && others.length >= 1 && (has('name') || columns.length >= 3) && unknown * 2 < columns.length;
}

/** A table whose column of names has no heading: the names begin where the text of the next lines begins. */
function withNames(page: LinedPage, index: number, columns: readonly Column[]): readonly Column[] {
  const [first] = columns;
  if (!first || columns.some(({ kind }) => kind === 'name')) return columns;
  const area = { x: first.x - 260, right: first.x - 4 };
  const names = page.lines
    .slice(index + 1, index + 6)
    .flatMap((line) => overlapping(line, area).slice(-1))
    .filter(({ x, right, text }) => x >= area.x && right < first.x && /\p{L}{2}/u.test(text));
  if (names.length === 0) return columns;
  return [{ kind: 'name', unit: null, text: '', ...spanOf(names) }, ...columns];
}

/** A table ends where the next one beside it begins. */
function withRightEdge(head: TableHead, heads: readonly TableHead[], pageWidth: number): TableHead {
  const last = head.columns.at(-1)?.right ?? pageWidth;
  const beside = heads.filter(
    (other) => other !== head && other.x >= last - 4 && Math.abs(other.firstLine - head.firstLine) < 400,
  );
  return { ...head, right: Math.min(last + 24, ...beside.map(({ x }) => x)) };
}
