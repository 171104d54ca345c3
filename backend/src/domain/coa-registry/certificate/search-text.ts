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

/** Whether a certificate's {@link searchText} matches. The database's index asks the same question as patterns. */
export function matches(haystack: string, { parts }: SearchTerm): boolean {
  return parts.some((part) => haystack.includes(part));
}

/** How a batch id matches a search: all of it, its beginning, or a part of it. */
export type BatchMatch = 'whole' | 'beginning' | 'part';

/** Compares a batch id with a search as typed and as a {@link batchCode}; null when they have nothing in common. */
export function batchMatch(batchId: string, { text }: Pick<SearchTerm, 'text'>): BatchMatch | null {
  const batch = searchWords(batchId);
  const [code, typed] = [batchCode(batch), batchCode(text)];
  if (batch === text || code === typed) return 'whole';
  if (batch.startsWith(text) || code.startsWith(typed)) return 'beginning';
  return batch.includes(text) || code.includes(typed) ? 'part' : null;
}

/** Finds certificates whose batch id, product or brand is the whole input, even if too many others contain it. */
export function wholeFieldTerm({ text }: SearchTerm): SearchTerm {
  return { text, parts: [` ${text} |`, `| ${text} `, `| ${batchCode(text)} `] };
}
