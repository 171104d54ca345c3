import { searchWords } from '../shared/search-words.js';

/** How a hit matches, the best first: a whole batch id, a whole name, a beginning, every word, or a part of the text. */
export const RANKS = { batch: 0, name: 1, beginning: 2, words: 3, part: 4 } as const;
export type Rank = (typeof RANKS)[keyof typeof RANKS];

/** Shorter input begins and is part of too many names by chance. */
const PART_MIN = 3;

/** Every search compares the same names, and folding one takes longer than comparing it. */
const FOLDED = new Map<string, string>();
const FOLDED_MAX = 20_000;

/** "Ember and Rind" is "Ember & Rind", of which {@link searchWords} leaves two words. */
export const withoutAnd = (words: string): string => words.replace(/(^| )and(?= |$)/g, '').trim() || words;

/** What {@link searchWords} makes of a name, {@link withoutAnd}. */
export function foldedName(name: string): string {
  const known = FOLDED.get(name);
  if (known !== undefined) return known;
  const folded = withoutAnd(searchWords(name));
  if (FOLDED.size >= FOLDED_MAX) FOLDED.clear();
  FOLDED.set(name, folded);
  return folded;
}

/**
 * How a name matches, ignoring case, accents and punctuation; null when it does not.
 * @param text what {@link searchWords} made of the input, {@link withoutAnd}
 */
export function nameRank(name: string, text: string): Rank | null {
  const folded = foldedName(name);
  if (folded === text) return RANKS.name;
  if (folded.startsWith(text)) return RANKS.beginning;
  const words = folded.split(' ');
  if (text.split(' ').every((typed) => words.some((word) => word.startsWith(typed)))) return RANKS.words;
  return text.length >= PART_MIN && folded.includes(text) ? RANKS.part : null;
}

/** The best of several ranks; null when all are. */
export function bestRank(ranks: readonly (Rank | null)[]): Rank | null {
  const found = ranks.filter((rank) => rank !== null);
  return found.length === 0 ? null : (Math.min(...found) as Rank);
}
