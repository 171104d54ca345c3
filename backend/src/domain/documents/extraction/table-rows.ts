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
import { isHeadingPart, splitHeadings } from './table-headings.js';

/** One line of a table's body: the words of each column. */
export interface TableLine {
  readonly line: number;
  readonly mid: number;
  readonly size: number;
  readonly segments: readonly Segment[];
  /** By column; null where the column has none. */
  readonly cells: readonly (Segment | null)[];
  /** Whether every word of the line is under one heading. */
  readonly isCertain: boolean;
}

interface Placed extends Omit<TableLine, 'cells' | 'isCertain'> {
  readonly byColumn: Map<number, Word[]>;
  readonly open: Segment[];
  isCertain: boolean;
}

/** A table ends at a gap of this many type sizes, or of this many usual gaps. */
const END_GAP = 4.2;
const MOST_LINES = 600;

/**
 * The lines below a table's headings, by column. A word is in a column if it overlaps the heading or other words of
 * that column.
 */
export function tableLines(
  page: LinedPage,
  head: TableHead,
  end: number,
  from = head.lastLine + 1,
): readonly TableLine[] {
  const placed: Placed[] = [];
  let last = page.lines[head.lastLine]?.mid ?? 0;
  if (from !== head.lastLine + 1) last = -Infinity;
  for (let index = from; index < page.lines.length && placed.length < MOST_LINES; index += 1) {
    const line = page.lines[index];
    if (!line) break;
    const segments = overlapping(line, head).flatMap((segment) => withinTable(segment, head));
    if (segments.length === 0) continue;
    if (index >= end || isHeadings(segments)) break;
    if (last > -Infinity && line.mid - last > END_GAP * Math.max(head.size, line.size)) break;
    last = line.mid;
    placed.push(place(index, line.mid, segments, head.columns));
  }
  const bands = bandsOf(placed, head.columns);
  return placed.map((one) => settle(one, head.columns, bands));
}

/** The part of a phrase in a table. A phrase that runs into the table beside is divided where the names there begin. */
function withinTable(segment: Segment, { x, right, isBeside }: TableHead): readonly Segment[] {
  if (!isBeside) return [segment];
  const from = segment.x < x ? segment.words.findIndex((word) => Math.abs(word.x - x) < 5) : 0;
  const next = segment.right > right ? segment.words.findIndex((word) => Math.abs(word.x - right) < 5) : -1;
  const words = segment.words.slice(Math.max(0, from), next < 0 ? segment.words.length : next);
  if (words.length === segment.words.length || words.length === 0) return words.length === 0 ? [] : [segment];
  return [segmentOf(words, segment.line, segment.index)];
}

/** Headings that were not recognized as a table's own still end the table above. */
const isHeadings = (segments: readonly Segment[]): boolean =>
  segments.length >= 2 && segments.every(({ text, words }) => isHeadingPart(text) || splitHeadings(words) !== null);

function place(line: number, mid: number, segments: readonly Segment[], columns: readonly Column[]): Placed {
  const placed: Placed = {
    line,
    mid,
    size: Math.max(...segments.map(({ size }) => size)),
    segments,
    byColumn: new Map(),
    open: [],
    isCertain: true,
  };
  for (const segment of segments) {
    const under = columnsUnder(segment, columns);
    if (under.length === 0) placed.open.push(segment);
    else if (under.length === 1) addTo(placed, under[0] ?? 0, segment.words);
    else if (!placeWords(placed, segment.words, columns)) placed.isCertain = false;
  }
  return placed;
}

const columnsUnder = (span: Span, columns: readonly Column[]): readonly number[] =>
  columns.flatMap((column, index) => (overlaps(column, span) ? [index] : []));

function addTo(placed: Placed, column: number, words: readonly Word[]): void {
  const before = placed.byColumn.get(column);
  // Two phrases in one column, so something between them belongs elsewhere.
  if (before) placed.isCertain = false;
  placed.byColumn.set(column, [...(before ?? []), ...words]);
}

/**
 * A phrase under several headings, such as "0.31 mg/g": each word belongs to its heading; a word without one belongs to
 * its neighbor's.
 */
function placeWords(placed: Placed, words: readonly Word[], columns: readonly Column[]): boolean {
  const own = words.map((word) => columnsUnder(word, columns));
  if (own.some(({ length }) => length > 1)) return false;
  const first = own.find(({ length }) => length === 1)?.[0];
  if (first === undefined) return false;
  let current = first;
  const groups = new Map<number, Word[]>();
  for (const [index, word] of words.entries()) {
    const [column] = own[index] ?? [];
    const following = own.slice(index).find(({ length }) => length === 1)?.[0] ?? current;
    if (column !== undefined) current = column;
    else if (following !== current) {
      const before = words[index - 1];
      const after = words[index + 1];
      if (!before || !after) return false;
      const [left, right] = [word.x - before.right, after.x - word.right];
      if (Math.abs(left - right) < 0.12 * word.size) return false;
      if (right < left) current = following;
    }
    groups.set(current, [...(groups.get(current) ?? []), word]);
  }
  for (const [column, group] of groups) addTo(placed, column, group);
  return true;
}

/**
 * The horizontal range of each column's words. A column whose heading no word overlaps takes the words between its
 * neighbors.
 */
function bandsOf(placed: readonly Placed[], columns: readonly Column[]): readonly (Span | null)[] {
  const bands = columns.map((_, column) => {
    const cells = placed
      .flatMap(({ byColumn, isCertain }) => (isCertain ? [byColumn.get(column) ?? []] : []))
      .filter((words) => words.length > 0);
    if (cells.length === 0) return null;
    return spanOf(cells.flat());
  });
  const open = placed.flatMap((one) => one.open);
  return bands.map((band, column) => {
    if (band || open.length < 2) return band;
    const left = Math.max(...bands.slice(0, column).map((one, index) => one?.right ?? columns[index]?.right ?? 0), 0);
    const right = Math.min(
      ...bands.slice(column + 1).map((one, index) => one?.x ?? columns[column + 1 + index]?.x ?? Infinity),
      Infinity,
    );
    const inside = open.filter((segment) => segment.x >= left - 1 && segment.right <= right + 1);
    if (inside.length < 2) return null;
    return spanOf(inside);
  });
}

function settle(placed: Placed, columns: readonly Column[], bands: readonly (Span | null)[]): TableLine {
  for (const segment of placed.open) {
    const fitting = bands.flatMap((band, column) => (band && overlaps(band, segment) ? [column] : []));
    const [column] = fitting;
    if (fitting.length === 1 && column !== undefined) addTo(placed, column, segment.words);
    else if (isLeftmost(placed, segment, columns)) addTo(placed, 0, segment.words);
    else placed.isCertain = false;
  }
  const cells = columns.map((_, column) => {
    const words = placed.byColumn.get(column);
    return words
      ? segmentOf(
          [...words].sort((a, b) => a.x - b.x),
          placed.line,
          0,
        )
      : null;
  });
  return {
    line: placed.line,
    mid: placed.mid,
    size: placed.size,
    segments: placed.segments,
    cells,
    isCertain: placed.isCertain && isInOrder(cells),
  };
}

const isLeftmost = (placed: Placed, segment: Segment, columns: readonly Column[]): boolean =>
  placed.segments[0] === segment && segment.right <= (columns[1]?.x ?? Infinity);

/** Cells are in the order of the headings and don't overlap. */
function isInOrder(cells: readonly (Segment | null)[]): boolean {
  let right = -Infinity;
  for (const cell of cells) {
    if (!cell) continue;
    if (cell.x < right - 0.5) return false;
    right = cell.right;
  }
  return true;
}

/** The text of a cell. */
export const cellText = (cell: Segment | null | undefined): string =>
  cell ? textOf(cell.words).replace(/\s+/g, ' ').trim() : '';
