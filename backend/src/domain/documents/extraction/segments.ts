import type { Box } from '../../shared/document-reading.js';

/** A word with its edges. `size`: a usable type size even where the document states an odd one. */
export interface Word {
  readonly text: string;
  readonly x: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly mid: number;
  readonly size: number;
}

/** A horizontal range. */
export type Span = Pick<Word, 'x' | 'right'>;

/** Words of one line that are as close together as the words of a phrase: the content of a cell, or a phrase. */
export interface Segment extends Word {
  readonly words: readonly Word[];
  /** Index of its line on the page. */
  readonly line: number;
  /** Its place in the line. */
  readonly index: number;
}

/** One line across the whole page. */
export interface Line {
  readonly mid: number;
  readonly size: number;
  readonly segments: readonly Segment[];
}

/** A page as lines from top to bottom. */
export interface LinedPage {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly Line[];
}

/** Parts of one word that a change of type split, such as Δ, ⁹ and -THC. */
const NO_SPACE = 0.12;

/** A run of words as one phrase. */
export function segmentOf(words: readonly Word[], line: number, index: number): Segment {
  const [first] = words;
  if (!first) throw new Error('A phrase has at least one word');
  let { x, right, top, bottom, size } = first;
  for (const word of words) {
    x = Math.min(x, word.x);
    right = Math.max(right, word.right);
    top = Math.min(top, word.top);
    bottom = Math.max(bottom, word.bottom);
    size = Math.max(size, word.size);
  }
  return { text: textOf(words), words, x, right, top, bottom, size, mid: first.mid, line, index };
}

/** The text of words on one line, with a space where there is a gap. */
export function textOf(words: readonly Word[]): string {
  let text = '';
  let previous: Word | undefined;
  for (const word of words) {
    text += previous && word.x - previous.right > NO_SPACE * word.size ? ` ${word.text}` : word.text;
    previous = word;
  }
  return text;
}

/** Whether a glyph's character is not known: the PDF doesn't say it, and nothing is guessed. */
export const isIncomplete = (text: string): boolean => text.includes('\uFFFD');

/** The horizontal range of several parts. */
export function spanOf(parts: readonly Span[]): Span {
  let [x, right] = [Infinity, -Infinity];
  for (const part of parts) {
    x = Math.min(x, part.x);
    right = Math.max(right, part.right);
  }
  return { x, right };
}

/** The place of something on a page. */
export function boxOf(page: number, parts: readonly Pick<Word, 'x' | 'right' | 'top' | 'bottom'>[]): Box {
  let [x, y, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const part of parts) {
    x = Math.min(x, part.x);
    y = Math.min(y, part.top);
    right = Math.max(right, part.right);
    bottom = Math.max(bottom, part.bottom);
  }
  return { page, x, y, width: right - x, height: bottom - y };
}

/** Whether two spans share some width. */
export const overlaps = (a: Span, b: Span): boolean => a.x < b.right && b.x < a.right;

/** Segments of a line that share width with a span. Segments are in order, so most of a long line is skipped. */
export function overlapping(line: Line | undefined, span: Span): readonly Segment[] {
  if (!line) return [];
  const { segments } = line;
  let from = 0;
  let to = segments.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((segments[middle]?.right ?? Infinity) <= span.x) from = middle + 1;
    else to = middle;
  }
  const found: Segment[] = [];
  for (let segment = segments[from]; segment && segment.x < span.right; segment = segments[++from]) found.push(segment);
  return found;
}
