import { searchedWords, searchWords } from '../../shared/search-words.js';

/**
 * The one text a certificate is searched by. Fields are kept apart by a bar, which no search term can contain, so a
 * match never spans two of them; every word follows a space, so "beginning of a word" is a plain pattern. A batch id
 * that people may type in several ways has a fourth field, its {@link batchCode}.
 */
export function searchText(certificate: { productName: string; brandName: string; batchId: string }): string {
  const { productName, brandName, batchId } = certificate;
  const batch = searchWords(batchId);
  const code = batchCode(batch);
  const fields = [searchWords(productName), searchWords(brandName), batch];
  if (code !== batch) fields.push(code);
  return fields.map((field) => ` ${field} `).join('|');
}

/** How the {@link searchText} of a product's certificates begins, up to the first bar. */
export const productWords = (productName: string): string => ` ${searchWords(productName)} `;

const LOOK_ALIKES: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' };

/**
 * How a batch id is compared: without spaces and punctuation, and with one character for those that look alike in print
 * (O and 0; I, l and 1). "#C9030", "c 9030" and "C9O3O" are all "c9030".
 * @param words what {@link searchWords} made of it
 */
export function batchCode(words: string): string {
  return words.replaceAll(' ', '').replace(/[oil]/g, (letter) => LOOK_ALIKES[letter] ?? letter);
}

/** What the {@link searchText} of a certificate with the same {@link batchCode} holds; null for an id without letters. */
export function sameCodePart(batchId: string): string | null {
  const code = batchCode(searchWords(batchId));
  return code === '' ? null : `| ${code} `;
}

/** What to look for. */
export interface SearchTerm {
  /** The words of the input. */
  readonly text: string;
  /**
   * A certificate matches when its {@link searchText} contains any of these. A space in front means the beginning of a
   * word: a term without three letters or digits in a row matches only there (decision 0036).
   */
  readonly parts: readonly [string, ...string[]];
  /** For words that may be in different fields: it must also contain one of each of these. */
  readonly others?: readonly (readonly [string, ...string[]])[];
}

/** "5 mg", "2.5 mg" and, while it is being typed, "5 m": half of all names have one, and few batch ids. */
const AMOUNT = /(^| )\p{N}+( \p{N}+)? mg?( |$)/u;

/** @returns null when the input holds no letter or digit, and so can match nothing */
export function searchTerm(input: string): SearchTerm | null {
  const text = searchedWords(input);
  if (text === '') return null;
  const place = /[\p{L}\p{N}]{3}/u.test(text) ? '' : ' ';
  const code = batchCode(text);
  // Words without a digit are seldom a batch id, and as a code they would match too much: "lo" is "10", which half of
  // all names have.
  const isCode = code !== text && /\p{N}/u.test(text) && !AMOUNT.test(text);
  return { text, parts: isCode ? [place + text, place + code] : [place + text] };
}

/**
 * The input as one whole batch id, for input that does not look like one and matches nothing else: "CIOI" for "C101".
 * @returns null when {@link searchTerm} already searches for that
 */
export function wholeBatchTerm({ text, parts }: SearchTerm): SearchTerm | null {
  const code = batchCode(text);
  return code === text || parts.length > 1 ? null : { text, parts: [`| ${code} `] };
}

/** Words that say what follows, or join two names, and that names and batch ids may not have. */
const FILLERS: readonly string[] = ['and', 'by', 'from', 'the', 'lot', 'batch'];

/** Words of one or two letters or digits begin a word of nearly every certificate. */
const isTelling = (word: string) => word.length >= 3;

/** More than a brand, a product and a batch id have, so that a long input costs no more than a short one. */
const WORDS_MAX = 10;

/**
 * Each word of the input where a word of any field begins: brand, product and batch id in any mix and order. What looks like
 * a batch id stays together: another one that begins the same is another lot.
 * @returns null for a single word, for which {@link searchTerm} is enough, for too many, and for nothing but short ones
 */
export function wordsTerm({ text }: SearchTerm): SearchTerm | null {
  const lot = lotIn(text);
  const ofLot = lot?.words ?? [];
  const typed = [...new Set(text.split(' '))];
  const words = typed.filter((word) => !FILLERS.includes(word) && !ofLot.includes(word));
  if (typed.length < 2 || words.length > WORDS_MAX || ![...words, ...ofLot].some(isTelling)) return null;
  const parts = words.map((word): Alternatives => [` ${word}`, ...codesOf(word)]);
  if (lot) parts.push(lotParts(lot));
  // The longest word is likely the rarest.
  const [first, ...others] = parts.toSorted((a, b) => b[0].length - a[0].length);
  return first ? { text, parts: first, others } : null;
}

type Alternatives = [string, ...string[]];

const codesOf = (word: string): string[] =>
  /\p{N}/u.test(word) && batchCode(word) !== word ? [` ${batchCode(word)}`] : [];

function lotParts(lot: TypedLot): Alternatives {
  const [whole = '', ...others] = new Set(spellingsOf(lot).flatMap((words) => [words, batchCode(words)]));
  return [` ${whole}`, ...others.map((one) => ` ${one}`)];
}

/** Letters of a batch id that stand alone are few: "VT 552", "E&R/2604", "LOT 24/117 B". */
const [LETTERS_BEFORE_MAX, LETTERS_AFTER_MAX] = [3, 2];

/** In shorter ones, another digit makes the batch id of an unrelated can. */
const LOT_CODE_MIN = 4;

interface TypedLot {
  readonly words: readonly string[];
  /** The words around it. */
  readonly rest: readonly string[];
}

/** "5 mg" and "2.5 mg", but not the end of a batch id before them: "VT 562 10 mg". */
const AMOUNTS = /(^| )\p{N}{1,2}( \p{N}{1,2})? mg(?= |$)/gu;

/** The part of an input that looks like a batch id: neighboring words with digits or few letters. Amounts are none. */
function lotIn(text: string): TypedLot | null {
  const words = text.replace(AMOUNTS, ' | ').split(' ').filter(Boolean);
  const hasDigit = (word: string | undefined) => word !== undefined && /\p{N}/u.test(word);
  const isOfLot = (word: string | undefined, lettersMax: number) =>
    hasDigit(word) || (word !== undefined && word !== '|' && word.length <= lettersMax && !FILLERS.includes(word));
  const at = words.findIndex(hasDigit);
  if (at === -1) return null;
  let [from, to] = [at, at + 1];
  while (isOfLot(words[from - 1], LETTERS_BEFORE_MAX)) from -= 1;
  while (isOfLot(words[to], LETTERS_AFTER_MAX)) to += 1;
  const rest = [...words.slice(0, from), ...words.slice(to)].filter((word) => word !== '|' && !FILLERS.includes(word));
  return { words: words.slice(from, to), rest };
}

/** The lot as typed, and without letters before it, which may end a name: "peach tea TP-26". */
function spellingsOf({ words }: TypedLot): readonly string[] {
  const first = words.findIndex((word) => /\p{N}/u.test(word));
  return Array.from({ length: first + 1 }, (_, from) => words.slice(from).join(' '));
}

/** Digits of a batch id that may be wrong: more than those on cans, so that a long input costs no more than a short one. */
const LOT_DIGITS_MAX = 12;

/**
 * Finds published batch ids that differ from the one in the input by one digit; the other words must match. They are other
 * lots, and must never be shown as the one that was searched for.
 * @returns null when nothing in the input looks like a batch id
 */
export function similarLotTerm({ text }: SearchTerm): SearchTerm | null {
  const lot = lotIn(text);
  const code = lot && batchCode(lot.words.join(' '));
  if (!lot || !code || code.length < LOT_CODE_MIN || lot.rest.length > WORDS_MAX) return null;
  const characters = [...code];
  const digits = characters.flatMap((character, at) => (/\p{N}/u.test(character) ? [at] : []));
  if (digits.length > LOT_DIGITS_MAX) return null;
  const [first, ...more] = digits.map((at) => `| ${characters.with(at, '_').join('')} `);
  if (first === undefined) return null;
  return { text: code, parts: [first, ...more], others: lot.rest.map((word) => [` ${word}`] as const) };
}

/** Whether a batch id has another digit in one place, and is otherwise the same. */
export function isSimilarLot(batchId: string, { text: code }: SearchTerm): boolean {
  const [other, typed] = [[...batchCode(searchWords(batchId))], [...code]];
  const differing = typed.filter((character, at) => character !== other[at]);
  const areDigits = typed.every((character, at) => character === other[at] || /\p{N}/u.test(other[at] ?? ''));
  return other.length === typed.length && differing.length === 1 && areDigits;
}

/** Whether a certificate's {@link searchText} matches. The database's index asks the same question as patterns. */
export function matches(haystack: string, { parts, others = [] }: SearchTerm): boolean {
  return [parts, ...others].every((some) => some.some((part) => haystack.includes(part)));
}

/** How a batch id matches a search: all of it, its beginning, or a part of it. */
export type BatchMatch = 'whole' | 'beginning' | 'part';

/** Compares a certificate's batch id with a search as typed and as a {@link batchCode}; null when they have nothing in common. */
export function batchMatch(
  certificate: { productName: string; brandName: string; batchId: string },
  { text }: Pick<SearchTerm, 'text'>,
): BatchMatch | null {
  const batch = searchWords(certificate.batchId);
  const [code, typed] = [batchCode(batch), batchCode(text)];
  if (batch === text || code === typed) return 'whole';
  if (batch.startsWith(text) || code.startsWith(typed)) return 'beginning';
  if (isTellingCode(code) && isTypedLot(certificate, code, text)) return 'whole';
  return batch.includes(text) || code.includes(typed) ? 'part' : null;
}

/** A batch id of one or two digits or letters is more likely an amount or a word: "5 mg". */
const isTellingCode = (code: string) => code.length >= 3 || (/\p{L}/u.test(code) && /\p{N}/u.test(code));

/**
 * Whether neighboring words of the input are the batch id: "velvet thistle VT 552". What else looks like a part of the lot
 * must be of a name: "VT 552 B" is another lot.
 */
function isTypedLot(
  { productName, brandName }: { productName: string; brandName: string },
  code: string,
  text: string,
): boolean {
  const words = text.split(' ');
  const names = searchWords(`${productName} ${brandName}`).split(' ');
  const ofLot = lotIn(text)?.words ?? [];
  const isAnotherPart = (word: string) => ofLot.includes(word) && (/\p{N}/u.test(word) || !names.includes(word));
  return words.some((_, from) => {
    let [joined, to] = ['', from];
    while (to < words.length && joined.length < code.length) joined += batchCode(words[to++] ?? '');
    return joined === code && ![...words.slice(0, from), ...words.slice(to)].some(isAnotherPart);
  });
}

/** Finds certificates whose batch id, product or brand is the whole input, even if too many others contain it. */
export function wholeFieldTerm({ text }: SearchTerm): SearchTerm {
  return { text, parts: [` ${text} |`, `| ${text} `, `| ${batchCode(text)} `] };
}
