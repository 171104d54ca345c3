import type { PageWord } from '../../../domain/shared/document-reading.js';
import type { Character } from './page-characters.js';
import type { PageGeometry } from './page-geometry.js';
import { baseline, gapBetween, joinLetterSpaced, type Word, wordFrom } from './word.js';

/** Fractions of the type size. */
const NEW_WORD_GAP = 0.3;
const OVERLAP = 0.8;
const RAISED = 0.12;
const SAME_SIZE = 0.88;

/** The words of a page, in the order of the file, without those that are not on it. */
export function wordsOf(characters: readonly Character[], page: PageGeometry): PageWord[] {
  const words = joinLetterSpaced(groups(characters).map(wordFrom));
  const seen = new Set<string>();
  return words.flatMap((word) => {
    const shown = onPage(word, page);
    // Some programs print a word twice with a small offset to make it bold.
    const key = shown ? `${shown.text} ${Math.round(shown.x / 2)} ${Math.round(shown.y / 2)}` : '';
    if (!shown || seen.has(key)) return [];
    seen.add(key);
    return [shown];
  });
}

function groups(characters: readonly Character[]): Character[][] {
  const found: Character[][] = [];
  let current: Character[] = [];
  const end = () => {
    if (current.length > 0) found.push(current);
    current = [];
  };
  for (const character of characters) {
    const last = current.at(-1);
    if (character.text === ' ' || (last && !continues(last, character))) end();
    if (character.text !== ' ') current.push(character);
  }
  end();
  return found;
}

/** Whether a character belongs to the word of the one before it. A superscript does not: it has another baseline. */
function continues(last: Character, next: Character): boolean {
  if (last.direction !== next.direction) return false;
  const size = Math.max(last.fontSize, next.fontSize);
  const gap = gapBetween(last, next);
  if (gap > NEW_WORD_GAP * size || gap < -OVERLAP * size) return false;
  const shift = Math.abs(baseline(next) - baseline(last));
  const isSameSize = Math.min(last.fontSize, next.fontSize) >= SAME_SIZE * size;
  return shift <= (isSameSize ? 2 * RAISED : RAISED) * size;
}

const rounded = (points: number) => Math.round(points * 100) / 100;

/** @returns null for a word that is not on the page */
function onPage({ text, area, fontSize }: Word, page: PageGeometry): PageWord | null {
  const left = Math.max(0, area.left);
  const top = Math.max(0, area.top);
  const right = Math.min(page.width, area.right);
  const bottom = Math.min(page.height, area.bottom);
  if (right <= left || bottom <= top) return null;
  const box = { x: rounded(left), y: rounded(top), width: rounded(right - left), height: rounded(bottom - top) };
  return { text, ...box, fontSize: rounded(fontSize) };
}
