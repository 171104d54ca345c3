import { searchWords } from '../shared/search-words.js';

/**
 * The one text a certificate is searched by. Fields are kept apart by a bar, which no search term can contain, so a
 * match never spans two of them; every word follows a space, so "beginning of a word" is a plain pattern.
 */
export function searchText(certificate: { productName: string; brandName: string; batchId: string }): string {
  const { productName, brandName, batchId } = certificate;
  return [productName, brandName, batchId].map((field) => ` ${searchWords(field)} `).join('|');
}

/** What to look for, and where in a word. */
export interface SearchTerm {
  readonly text: string;
  /** True when the text may only begin a word (no three letters or digits in a row: DECISIONS "Calls"). */
  readonly wordStart: boolean;
}

/** @returns null when the input holds no letter or digit, and so can match nothing */
export function searchTerm(input: string): SearchTerm | null {
  const text = searchWords(input);
  if (text === '') return null;
  return { text, wordStart: !/[\p{L}\p{N}]{3}/u.test(text) };
}

/** Whether a certificate's {@link searchText} matches. The database's index asks the same question as a pattern. */
export function matches(haystack: string, term: SearchTerm): boolean {
  return haystack.includes(term.wordStart ? ` ${term.text}` : term.text);
}
