import type { Character } from './page-characters.js';
import type { Area } from './page-geometry.js';

/** Characters that belong together, in the direction in which they are read. */
export interface Word {
  readonly characters: readonly Character[];
  readonly text: string;
  readonly area: Area;
  readonly direction: number;
  readonly fontSize: number;
}

type Placed = Pick<Character, 'area' | 'direction'>;

/** Where a character or a word begins and ends along its line. */
function alongLine({ area, direction }: Placed) {
  if (direction === 1) return { start: area.top, end: area.bottom };
  if (direction === 2) return { start: -area.right, end: -area.left };
  if (direction === 3) return { start: -area.bottom, end: -area.top };
  return { start: area.left, end: area.right };
}

export const baseline = ({ origin: [x, y], direction }: Pick<Character, 'origin' | 'direction'>): number =>
  direction % 2 === 0 ? y : x;

export function wordFrom(characters: readonly Character[]): Word {
  const area = {
    left: Math.min(...characters.map((character) => character.area.left)),
    top: Math.min(...characters.map((character) => character.area.top)),
    right: Math.max(...characters.map((character) => character.area.right)),
    bottom: Math.max(...characters.map((character) => character.area.bottom)),
  };
  const text = characters.map((character) => character.text).join('');
  const fontSize = Math.max(...characters.map((character) => character.fontSize));
  return { characters, text: text.normalize('NFC'), area, direction: characters[0]?.direction ?? 0, fontSize };
}

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
const isWide = (word: Word): boolean =>
  innerGaps(word).every((gap, index) => gap >= MIN_GAP * (word.characters[index + 1]?.fontSize ?? 0));

const innerGaps = ({ characters }: Word): number[] =>
  characters.slice(1).map((character, index) => gapBetween(characters[index] as Character, character));

/** From the end of one to the beginning of the next. */
export const gapBetween = (last: Placed, next: Placed): number => alongLine(next).start - alongLine(last).end;

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
