import type { Word } from './segments.js';

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const CELL = 12;

/**
 * Attaches exponents that are printed as small raised digits, so that 10⁵ is neither 10 nor 105. Lowered digits become
 * ordinary ones (B₁ is B1). Uses a grid to look at neighbors only, so the number of steps grows linearly with the
 * number of words.
 */
export function attachRaisedDigits(words: readonly Word[]): Word[] {
  const small = new Set<Word>();
  const changed = new Map<Word, Word>();
  const grid = gridOf(words);
  for (const word of words) {
    if (!/^[-−–]?\d{1,2}$/.test(word.text)) continue;
    const base = baseOf(word, grid);
    if (!base) continue;
    small.add(word);
    const now = changed.get(base) ?? base;
    const isRaised = word.mid < base.mid;
    changed.set(base, { ...now, text: now.text + (isRaised ? raised(word.text) : word.text), right: word.right });
  }
  return words.filter((word) => !small.has(word)).map((word) => changed.get(word) ?? word);
}

/** An exponent's digits as raised characters. */
const raised = (text: string): string => [...text].map((character) => RAISED[Number(character)] ?? '⁻').join('');

const keyOf = (x: number, y: number): string => `${Math.floor(x / CELL)}:${Math.floor(y / CELL)}`;

/** Words by the position of their right edge; at most a few in each cell, because real words don't overlap. */
function gridOf(words: readonly Word[]): ReadonlyMap<string, readonly Word[]> {
  const grid = new Map<string, Word[]>();
  for (const word of words) {
    const key = keyOf(word.right, word.mid);
    const cell = grid.get(key);
    if (!cell) grid.set(key, [word]);
    else if (cell.length < 8) cell.push(word);
  }
  return grid;
}

function baseOf(word: Word, grid: ReadonlyMap<string, readonly Word[]>): Word | undefined {
  for (const column of [-1, 0, 1])
    for (const row of [-1, 0, 1])
      for (const base of grid.get(keyOf(word.x + column * CELL, word.mid + row * CELL)) ?? [])
        if (base !== word && isExponentOf(word, base)) return base;
  return undefined;
}

function isExponentOf(small: Word, base: Word): boolean {
  const gap = small.x - base.right;
  const shift = Math.abs(base.mid - small.mid);
  return (
    small.size <= base.size * 0.8 &&
    gap > -0.2 * base.size &&
    gap < 0.25 * base.size &&
    shift > 0.1 * base.size &&
    shift < 0.75 * base.size &&
    /[\p{L}\d)]$/u.test(base.text)
  );
}
