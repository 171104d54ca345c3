import type { PageWord } from '../shared/document-reading.js';
import type { TextLine } from '../shared/stored-document.js';

/** Words are on one line if they share at least this part of the lower one's height. */
const SHARED_HEIGHT = 0.5;

/** Words that are further apart than this many heights are in different columns. */
const COLUMN_GAP = 1.2;

/** Joins the words of a page to lines, from top to bottom. Columns beside each other become separate lines. */
export function linesOf(words: readonly PageWord[]): TextLine[] {
  const rows: PageWord[][] = [];
  const sorted = words.toSorted((a, b) => a.y + a.height / 2 - (b.y + b.height / 2) || a.x - b.x);
  for (const word of sorted) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    if (row && first && isBeside(first, word)) row.push(word);
    else rows.push([word]);
  }
  return rows.flatMap(inColumns).map(lineOf);
}

function inColumns(row: readonly PageWord[]): PageWord[][] {
  const parts: PageWord[][] = [];
  for (const word of row.toSorted((a, b) => a.x - b.x)) {
    const part = parts.at(-1);
    const before = part?.at(-1);
    if (part && before && word.x - (before.x + before.width) <= COLUMN_GAP * before.height) part.push(word);
    else parts.push([word]);
  }
  return parts;
}

function isBeside(a: PageWord, b: PageWord): boolean {
  const shared = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return shared >= SHARED_HEIGHT * Math.min(a.height, b.height);
}

/** Doesn't spread the words, because a page can have more of them than a call can have arguments. */
function lineOf(words: readonly PageWord[]): TextLine {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0];
  for (const { x, y, width, height } of words) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  const text = words.map((word) => word.text).join(' ');
  return { text, x: left, y: top, width: right - left, height: bottom - top };
}

/** The words of a text, for comparisons: in lower case, in one Unicode form, with single spaces. */
export const normalizedWords = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
