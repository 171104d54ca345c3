import { type Line, type LinedPage, overlapping, overlaps, type Segment, type Span, spanOf } from './segments.js';
import { isHeadingPart, splitHeadings } from './table-headings.js';

/** Lines of one heading are at most this many type sizes apart. */
const LEADING = 1.75;
/** Headings of one table whose lines are this close stand beside each other: short ones are centered beside tall ones. */
const BESIDE = 1.3;
const MOST_LINES = 8;
const MOST_STEPS = 40;
/** More than any table has, so that a page that is made of headings takes no more time than others. */
const MOST_SEGMENTS = 80;
const MOST_TRIES = 300;
/** Points between two headings of one table. */
const SIDE_GAP = 260;

/** Phrases that stand together and can be headings of one table, or of several tables side by side. */
export type HeadingBlock = readonly Segment[];

/**
 * Finds the headings of the tables on a page. A block begins with neighboring headings on one line and grows while only
 * headings follow: above and below them, and beside them.
 */
export function headingBlocks(page: LinedPage, isWanted: (block: HeadingBlock) => boolean): readonly HeadingBlock[] {
  const taken = new Set<Segment>();
  const blocks: HeadingBlock[] = [];
  let tries = 0;
  for (const line of page.lines)
    for (const run of headingRuns(line, taken)) {
      if (run.some((segment) => taken.has(segment)) || run.length > MOST_SEGMENTS) continue;
      tries += 1;
      if (tries > MOST_TRIES) return blocks;
      const block = grown(page, run, taken);
      if (!isWanted(block)) continue;
      blocks.push(block);
      for (const segment of block) taken.add(segment);
    }
  return blocks;
}

/** Whether a phrase can be a heading, several headings, or a part of one. */
export const isPiece = ({ text, words }: Segment): boolean => isHeadingPart(text) || splitHeadings(words) !== null;

/** A short phrase between two headings is a heading that the reader doesn't know. */
const isUnknownHeading = ({ text, words, size }: Segment, before: Segment): boolean =>
  words.length <= 3 && !/[\d:]/.test(text) && /\p{L}{2}/u.test(text) && Math.abs(size - before.size) < 0.1 * size;

/** Neighboring phrases of a line that can be headings: at least two. */
function headingRuns(line: Line, taken: ReadonlySet<Segment>): readonly (readonly Segment[])[] {
  const runs: Segment[][] = [];
  let run: Segment[] = [];
  for (const [index, segment] of line.segments.entries()) {
    const next = line.segments[index + 1];
    const [before] = run.slice(-1);
    const isInside = before && next && isPiece(before) && isPiece(next) && isUnknownHeading(segment, before);
    if (!taken.has(segment) && (isPiece(segment) || isInside)) {
      if (run.length === 0) runs.push(run);
      run.push(segment);
    } else run = [];
  }
  return runs.filter(
    (segments) => segments.length >= 2 || (segments[0] && (splitHeadings(segments[0].words)?.length ?? 0) >= 2),
  );
}

function grown(page: LinedPage, run: readonly Segment[], taken: ReadonlySet<Segment>): HeadingBlock {
  const block = [...run];
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const around = [...stacked(page, block, -1), ...stacked(page, block, 1), ...inside(page, block)];
    const free = [...around, ...beside(page, block)].filter(
      (segment) => !taken.has(segment) && !block.includes(segment),
    );
    if (free.length === 0) break;
    block.push(...new Set(free));
    if (block.length > MOST_SEGMENTS || linesOf(block).last - linesOf(block).first >= MOST_LINES * 2) break;
  }
  return block;
}

function linesOf(block: readonly Segment[]): { first: number; last: number } {
  const lines = block.map(({ line }) => line);
  return { first: Math.min(...lines), last: Math.max(...lines) };
}

/** The phrases on the next line above or below a block, if all of them are headings. */
function stacked(page: LinedPage, block: readonly Segment[], step: 1 | -1): readonly Segment[] {
  const { first, last } = linesOf(block);
  if (new Set(block.map(({ line }) => line)).size >= MOST_LINES) return [];
  const span = widened(spanOf(block), 4);
  const edge = page.lines[step < 0 ? first : last];
  for (let at = (step < 0 ? first : last) + step; edge; at += step) {
    const line = page.lines[at];
    if (!line || Math.abs(line.mid - edge.mid) > LEADING * Math.min(edge.size, line.size)) return [];
    const segments = overlapping(line, span);
    if (segments.length > 0) return segments.every(isPiece) ? segments : [];
  }
  return [];
}

/** Headings between the lines of a block: tables side by side can have their headings at different heights. */
function inside(page: LinedPage, block: readonly Segment[]): readonly Segment[] {
  const { first, last } = linesOf(block);
  const isNear = (one: Segment, other: Segment) =>
    overlaps(one, other) && Math.abs(one.mid - other.mid) <= LEADING * Math.min(one.size, other.size);
  return page.lines
    .slice(first, last + 1)
    .flatMap((line) => overlapping(line, spanOf(block)))
    .filter((segment) => isPiece(segment) && block.some((other) => isNear(segment, other)));
}

/** Headings left and right of a block that are on one of its lines or nearly so, with nothing else in between. */
function beside(page: LinedPage, block: readonly Segment[]): readonly Segment[] {
  const { first, last } = linesOf(block);
  const span = spanOf(block);
  const size = block[0]?.size ?? 8;
  const lines = page.lines.slice(Math.max(0, first - 4), last + 5).filter(({ mid }) => {
    const near = block.some((segment) => Math.abs(segment.mid - mid) <= BESIDE * size);
    return near;
  });
  const found: Segment[] = [];
  for (const side of ['left', 'right'] as const) {
    const neighbors = lines.flatMap((line) => nearest(line, span, side) ?? []);
    const closest = neighbors.sort((a, b) => distance(a, span) - distance(b, span))[0];
    if (closest && distance(closest, span) <= SIDE_GAP && isPiece(closest) && isLikeSize(closest, size))
      found.push(closest);
  }
  return found;
}

function nearest({ segments }: Line, span: Span, side: 'left' | 'right'): Segment | undefined {
  return side === 'left'
    ? segments.findLast(({ right }) => right <= span.x + 1)
    : segments.find(({ x }) => x >= span.right - 1);
}

const distance = (segment: Span, span: Span): number => Math.max(span.x - segment.right, segment.x - span.right);

const isLikeSize = (segment: Segment, size: number): boolean => Math.abs(segment.size - size) <= 0.3 * size;

const widened = ({ x, right }: Span, by: number): Span => ({ x: x - by, right: right + by });
