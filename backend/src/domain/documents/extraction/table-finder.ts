import { isUnit } from './amounts.js';
import { type HeadingBlock, headingBlocks } from './heading-blocks.js';
import {
  type LinedPage,
  overlapping,
  overlaps,
  type Segment,
  segmentOf,
  spanOf,
  textOf,
  type Word,
} from './segments.js';
import { type ColumnKind, readHeading, splitHeadings } from './table-headings.js';

/** A column of a table: what its heading says and where it is. */
export interface Column {
  readonly kind: ColumnKind;
  readonly unit: string | null;
  readonly text: string;
  readonly x: number;
  readonly right: number;
  /** First and last line of the heading on the page. */
  readonly firstLine: number;
  readonly lastLine: number;
}

/** The headings of a table. */
export interface TableHead {
  /** From left to right. */
  readonly columns: readonly Column[];
  readonly firstLine: number;
  readonly lastLine: number;
  readonly size: number;
  /** The table's horizontal range on the lines below. */
  readonly x: number;
  readonly right: number;
  /** Whether another table stands left or right of it. */
  readonly isBeside: boolean;
}

const MOST_TABLES = 60;
/** Text further left of the first heading than this belongs to something else, unless it is the names. */
const LEFT_SLACK = 12;
/** Names are looked for on this many lines below the headings. */
const BODY_LINES = 10;

/** Finds headings of result tables, also of tables side by side. */
export function tableHeads(page: LinedPage): readonly TableHead[] {
  const blocks = headingBlocks(page, (block) => tablesOf(page, block).length > 0);
  const heads = blocks
    .flatMap((block) => tablesOf(page, block))
    .slice(0, MOST_TABLES)
    .sort((a, b) => a.firstLine - b.firstLine || a.x - b.x);
  return heads.map((head) => withEdges(page, head, heads));
}

function tablesOf(page: LinedPage, block: HeadingBlock): readonly TableHead[] {
  if (isFollowedByDoubt(page, block)) return [];
  const size = block[0]?.size ?? 8;
  return splitAtNames(columnsOf(page, block))
    .filter((columns) => isTable(columns, block))
    .map((own) => withNames(page, own))
    .map((columns) => ({
      columns,
      firstLine: Math.min(...columns.map(({ firstLine }) => firstLine)),
      lastLine: Math.max(...columns.map(({ lastLine }) => lastLine)),
      size,
      x: columns[0]?.x ?? 0,
      right: page.width,
      isBeside: false,
    }));
}

/** A heading with an unknown unit, right after the others: it could be the result. */
function isFollowedByDoubt(page: LinedPage, block: HeadingBlock): boolean {
  const last = [...block].sort((a, b) => b.right - a.right)[0];
  const next = last && page.lines[last.line]?.segments[last.index + 1];
  if (!next || next.x - last.right > 120 || Math.abs(next.size - last.size) > 0.1 * last.size) return false;
  return next.words.length <= 4 && isUnit((next.words.at(-1)?.text ?? '').replace(/^[([]|[)\]]$/g, ''));
}

/** Groups the phrases of a heading's lines into columns: phrases above each other are one heading. */
function columnsOf(page: LinedPage, cells: HeadingBlock): readonly Column[] {
  const parts = cells.flatMap((cell) => partsOf(page, cell).map((words) => segmentOf(words, cell.line, cell.index)));
  const groups: Segment[][] = [];
  for (const part of parts.sort((a, b) => width(a) - width(b))) {
    const under = groups.filter((group) => group.some((other) => other.line !== part.line && overlaps(other, part)));
    // A heading that spans several columns belongs to each of them.
    if (under.length > 0) for (const group of under) group.push(part);
    else groups.push([part]);
  }
  return groups.map(columnOf).sort((a, b) => a.x - b.x);
}

/** The headings in one phrase: where each is one that the reader knows, or where the columns below begin. */
function partsOf(page: LinedPage, cell: Segment): readonly (readonly Word[])[] {
  const known = splitHeadings(cell.words);
  if (known || cell.words.length < 2) return known ?? [cell.words];
  const starts = page.lines.slice(cell.line + 1, cell.line + 1 + BODY_LINES).flatMap(({ segments }) => segments);
  const parts: Word[][] = [];
  for (const word of cell.words) {
    const begins = starts.filter(({ x }) => Math.abs(x - word.x) < 1).length >= 3;
    if (parts.length === 0 || begins) parts.push([word]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}

const width = ({ x, right }: Word): number => right - x;

function columnOf(group: readonly Segment[]): Column {
  const byLine = [...group].sort((a, b) => a.line - b.line || a.x - b.x);
  const narrow = byLine.filter((part) => !group.some((other) => other !== part && width(part) > 2.5 * width(other)));
  const own = narrow.length > 0 ? narrow : byLine;
  const place = { ...spanOf(own), firstLine: byLine[0]?.line ?? 0, lastLine: byLine.at(-1)?.line ?? 0 };
  for (let from = 0; from < byLine.length; from += 1) {
    const text = byLine
      .slice(from)
      .map(({ words }) => textOf(words))
      .join(' ');
    const heading = readHeading(text);
    if (heading) return { ...heading, text, ...place };
  }
  return { kind: 'unknown', unit: null, text: byLine.map(({ text }) => text).join(' '), ...place };
}

const isResult = ({ kind }: Column): boolean => kind === 'result' || kind === 'status';

/** Two tables side by side have their headings beside each other: each begins with the heading of names. */
function splitAtNames(columns: readonly Column[]): readonly (readonly Column[])[] {
  const tables: Column[][] = [];
  for (const [index, column] of columns.entries()) {
    const current = tables.at(-1);
    const begins = column.kind === 'name' && (current?.some(isResult) ?? false);
    const isFar = current !== undefined && index > 0 && column.x - (columns[index - 1]?.right ?? 0) > 220;
    if (!current || begins || (isFar && column.kind === 'name')) tables.push([column]);
    else current.push(column);
  }
  return tables;
}

/** A results table has a column of results and another column that only tables have. */
function isTable(columns: readonly Column[], block: HeadingBlock): boolean {
  const has = (kind: ColumnKind) => columns.some((column) => column.kind === kind);
  const others = columns.filter(({ kind }) => kind !== 'result' && kind !== 'ignored' && kind !== 'unknown');
  const unknown = columns.filter(({ kind }) => kind === 'unknown').length;
  // "Pathogenic Bacteria Results" is a title.
  if (block.length === 1 && columns.length < 3) return false;
  return has('result') && others.length >= 1 && (has('name') || columns.length >= 3) && unknown * 2 < columns.length;
}

/** A table whose column of names has no heading: the names begin where the text of the next lines begins. */
function withNames(page: LinedPage, columns: readonly Column[]): readonly Column[] {
  const [first] = columns;
  if (!first || columns.some(({ kind }) => kind === 'name')) return columns;
  const area = { x: first.x - 260, right: first.x - 4 };
  const names = page.lines
    .slice(first.lastLine + 1, first.lastLine + 6)
    .flatMap((line) => overlapping(line, area).slice(-1))
    .filter(({ x, right, text }) => x >= area.x && right < first.x && /\p{L}{2}/u.test(text));
  if (names.length === 0) return columns;
  const { firstLine, lastLine } = first;
  return [{ kind: 'name', unit: null, text: '', firstLine, lastLine, ...spanOf(names) }, ...columns];
}

/** A table ends where the next one beside it begins, and begins where its names do. */
function withEdges(page: LinedPage, head: TableHead, heads: readonly TableHead[]): TableHead {
  const last = head.columns.at(-1)?.right ?? page.width;
  const near = heads.filter((other) => other !== head && Math.abs(other.firstLine - head.firstLine) < 400);
  const after = near.filter(({ columns }) => (columns[0]?.x ?? 0) >= last - 4);
  const before = near.filter(({ columns }) => (columns.at(-1)?.right ?? 0) <= (head.columns[0]?.x ?? 0));
  const least = Math.max(0, ...before.map(({ columns }) => (columns.at(-1)?.right ?? 0) + 2));
  const x = leftOfNames(page, head, least);
  const right = Math.min(last + 24, ...after.map((other) => leftOfNames(page, other, last + 2)));
  return { ...head, x, right, isBeside: near.some((other) => Math.abs(other.firstLine - head.firstLine) <= 4) };
}

/** Where names begin: often right below their heading, and left of it under a centered one. */
function leftOfNames(page: LinedPage, head: TableHead, least: number): number {
  const [name, second] = head.columns;
  if (!name) return head.x;
  const area = { x: least, right: Math.min(name.right, (second?.x ?? Number.POSITIVE_INFINITY) - 1) };
  const starts = page.lines
    .slice(head.lastLine + 1, head.lastLine + 1 + BODY_LINES)
    .filter((line) => overlapping(line, { x: area.right, right: head.right }).length > 0)
    .flatMap((line) => overlapping(line, area).slice(-1))
    // The last value of the table beside can nearly touch the name.
    .flatMap(({ words, right }) =>
      words
        .filter(({ x }) => x >= least)
        .slice(0, 1)
        .map(({ x }) => ({ x, right })),
    )
    .filter(({ x, right }) => overlaps({ x, right }, name) || name.x - right < 120)
    .map(({ x }) => x)
    .sort((a, b) => a - b);
  const [first, next] = starts;
  if (first === undefined || next === undefined) return Math.max(least, name.x - LEFT_SLACK);
  return Math.max(least, (next - first < 2 ? first : Math.min(next, name.x)) - 2);
}
