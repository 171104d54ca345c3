import { alongLine, baseline, type Word, wordFrom } from './word.js';

/** Minimum number of spaced letters in a word: "A B C D" are probably four columns. */
const MIN_LETTERS = 5;
/** As a fraction of the type size: letters of a plain word have smaller gaps, columns wider ones. */
const MIN_GAP = 0.1;
const MAX_GAP = 1.2;
/** A gap between words is wider than those between letters by this factor. */
const WORD_GAP = 1.5;

/**
 * Joins words that are printed with spaces between their letters, such as headings. Only letters begin such a word:
 * digits side by side may be values of several columns.
 */
export function joinLetterSpaced(words: readonly Word[]): Word[] {
  const joined: Word[] = [];
  let at = 0;
  while (at < words.length) {
    const run = runFrom(words, at);
    if (lettersIn(run) >= MIN_LETTERS) joined.push(...split(run));
    else joined.push(...run);
    at += run.length;
  }
  return joined;
}

const lettersIn = (run: readonly Word[]) => run.flatMap(({ text }) => text.match(/\p{L}/gu) ?? []).length;

/** The spaced words on one line from this word on; at least the word itself. */
function runFrom(words: readonly Word[], start: number): Word[] {
  let end = start + 1;
  for (let next = words[end]; next; next = words[end]) {
    const last = words[end - 1];
    if (!last || !isSpaced(last, next)) break;
    end += 1;
  }
  return words.slice(start, end);
}

function isSpaced(last: Word, next: Word): boolean {
  const [a] = last.characters;
  const [b] = next.characters;
  if (!a || !b || !isWide(last) || !isWide(next)) return false;
  if (a.direction !== b.direction || Math.abs(a.fontSize - b.fontSize) > 0.5) return false;
  const gap = gapBetween(last, next);
  return Math.abs(baseline(a) - baseline(b)) < 0.5 && gap >= MIN_GAP * a.fontSize && gap <= MAX_GAP * a.fontSize;
}

/** Whether a word is one character, or has gaps between all of its characters: kerning brings some nearer than others. */
const isWide = ({ characters }: Word): boolean =>
  characters.slice(1).every((character, index) => {
    const last = characters[index];
    return last !== undefined && alongLine(character).start - alongLine(last).end >= MIN_GAP * character.fontSize;
  });

const innerGaps = ({ characters }: Word): number[] =>
  characters.slice(1).map((character, index) => {
    const last = characters[index];
    return last ? alongLine(character).start - alongLine(last).end : 0;
  });

const gapBetween = (last: Word, next: Word) => alongLine(next).start - alongLine(last).end;

/** Divides a run of characters into words where a gap is clearly wider than the usual one. */
function split(run: readonly Word[]): Word[] {
  const gaps = run.slice(1).map((word, index) => gapBetween(run[index] as Word, word));
  // Letters that are already close enough to be one word count too: "COA NUMBER" has one gap between its two words.
  const all = [...gaps, ...run.flatMap(innerGaps)].toSorted((a, b) => a - b);
  const usual = all[all.length >> 1] ?? 0;
  const parts: Word[][] = [[]];
  run.forEach((word, index) => {
    const gap = gaps[index - 1] ?? 0;
    if (index > 0 && gap > WORD_GAP * usual + 0.5) parts.push([]);
    parts.at(-1)?.push(word);
  });
  return parts.map((part) => wordFrom(part.flatMap(({ characters }) => characters)));
}
