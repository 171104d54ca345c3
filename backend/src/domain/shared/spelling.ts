/**
 * Typing errors in words. Codes, amounts and batch ids are never corrected: people would take the certificate of a
 * similar batch for that of the can in hand.
 */

/** In shorter words, changing one letter gives a different word more often than it corrects a typo. */
export const CORRECTED_FROM = 4;

/** More words than people search with, so that a long input costs no more than a short one. */
const CORRECTED_WORDS_MAX = 6;

/** How many spellings are tried, the likeliest first. */
export const SPELLINGS_MAX = 3;

const isCorrected = (word: string) => [...word].length >= CORRECTED_FROM && !/\p{N}/u.test(word);

/** The words of a term that may be misspelled; none when there are too many of them. */
export function wordsToCheck(text: string): readonly string[] {
  const words = [...new Set(text.split(' ').filter(isCorrected))];
  return words.length > CORRECTED_WORDS_MAX ? [] : words;
}

/**
 * The likely intended spellings, best first: the text with each unknown word replaced by a known one that is one
 * typing error away, or two in a word of eight letters or more.
 * @param text words as a search term has them
 * @param known words of published products and brands
 */
export function respell(text: string, known: readonly string[]): readonly string[] {
  const words = text.split(' ');
  // A text can repeat a word many times. The last one may be unfinished.
  const inside = new Map<string, readonly Spelling[]>();
  const choicesFor = (word: string, isLast: boolean): readonly Spelling[] => {
    if (!isCorrected(word)) return [{ word, errors: 0 }];
    if (isLast) return spellingsOf(word, known, true);
    const choices = inside.get(word) ?? spellingsOf(word, known, false);
    inside.set(word, choices);
    return choices;
  };
  let spellings: readonly Spelling[] = [{ word: '', errors: 0 }];
  for (const [place, word] of words.entries()) {
    const choices = choicesFor(word, place === words.length - 1);
    spellings = spellings
      .flatMap((begun) =>
        choices.map((next) => ({ word: `${begun.word} ${next.word}`, errors: begun.errors + next.errors })),
      )
      .toSorted((a, b) => a.errors - b.errors)
      .slice(0, SPELLINGS_MAX);
  }
  return spellings.map(({ word }) => word.slice(1)).filter((spelling) => spelling !== text);
}

interface Spelling {
  readonly word: string;
  readonly errors: number;
}

/** The known word that a whole word is a typing error of; the word itself if it is known or none is near. */
export function correctedWord(word: string, known: readonly string[]): string {
  return isCorrected(word) ? (spellingsOf(word, known, false)[0]?.word ?? word) : word;
}

/** @param isLast the last word may be one that is not typed to its end */
function spellingsOf(word: string, known: readonly string[], isLast: boolean): readonly Spelling[] {
  if (known.includes(word)) return [{ word, errors: 0 }];
  const letters = [...word];
  const allowed = letters.length < 8 ? 1 : 2;
  const isNear = (length: number) =>
    isLast ? length >= letters.length - allowed : Math.abs(length - letters.length) <= allowed;
  const near = known.flatMap((other) => {
    const intended = [...other];
    if (!isNear(intended.length)) return [];
    return { word: other, errors: typingErrors(letters, intended, { toBeginning: isLast, upTo: allowed }) };
  });
  return near
    .filter(({ errors }) => errors <= allowed)
    .toSorted(
      (a, b) => a.errors - b.errors || likeness(b.word, word) - likeness(a.word, word) || (a.word < b.word ? -1 : 1),
    )
    .slice(0, SPELLINGS_MAX);
}

/** On ties, a word that begins the same way and has the same length is likelier. */
const likeness = (other: string, word: string) =>
  (other[0] === word[0] ? 100 : 0) - Math.abs(other.length - word.length);

/** No name is nearly as long, so a longer text is not a typo of one. */
const NAME_MAX = 60;

/** Letters and digits only: "Heavy Metals", "heavy_metals" and "heavyMetals" are one name. */
const lettersOf = (text: string): readonly string[] => [...text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')];

/**
 * The name that was probably meant: it differs only in case and separators, one begins with the other, or it is as near
 * as {@link respell} allows.
 * @returns undefined where none is near, or several are
 */
export function nearest(sent: unknown, names: readonly string[]): string | undefined {
  if (typeof sent !== 'string' || sent.length > NAME_MAX) return undefined;
  const typed = lettersOf(sent);
  const ranked = names
    .map((name) => ({ name, errors: errorsBetween(typed, lettersOf(name)) }))
    .toSorted((a, b) => a.errors - b.errors);
  const [best, second] = ranked;
  if (best === undefined || best.errors === Number.POSITIVE_INFINITY || best.errors === second?.errors)
    return undefined;
  return best.name;
}

/** Shorter beginnings could be those of many names. */
const BEGINNING_MIN = 3;

function errorsBetween(typed: readonly string[], name: readonly string[]): number {
  const [one, other] = [typed.join(''), name.join('')];
  if (one === other) return 0;
  const isBeginning =
    Math.min(typed.length, name.length) >= BEGINNING_MIN && (other.startsWith(one) || one.startsWith(other));
  if (isBeginning) return 1;
  const allowed = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2;
  const errors = typingErrors(typed, name, { upTo: allowed });
  return errors <= allowed ? errors : Number.POSITIVE_INFINITY;
}

/**
 * Optimal string alignment distance: the fewest letters added, left out, replaced, or swapped with their neighbor.
 * @param options `toBeginning`: whether the nearest beginning of the other word counts, rather than all of it. `upTo`:
 * above this many errors, the exact number does not matter
 */
export function typingErrors(
  typed: readonly string[],
  intended: readonly string[],
  { toBeginning = false, upTo = Number.POSITIVE_INFINITY } = {},
): number {
  let [before, row]: [number[], number[]] = [[], intended.map((_, i) => i).concat(intended.length)];
  for (let i = 1; i <= typed.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= intended.length; j += 1) {
      const replaced = at(row, j - 1) + (typed[i - 1] === intended[j - 1] ? 0 : 1);
      next[j] = Math.min(at(row, j) + 1, at(next, j - 1) + 1, replaced);
      const isSwapped = i > 1 && j > 1 && typed[i - 1] === intended[j - 2] && typed[i - 2] === intended[j - 1];
      if (isSwapped) next[j] = Math.min(at(next, j), at(before, j - 2) + 1);
    }
    // Each row is at least as far as the nearest of the two before it.
    if (Math.min(...next) > upTo && Math.min(...row) > upTo) return Number.POSITIVE_INFINITY;
    [before, row] = [row, next];
  }
  return toBeginning ? Math.min(...row) : at(row, intended.length);
}

const at = (row: readonly number[], index: number) => row[index] ?? Number.POSITIVE_INFINITY;
