/** Letters and digits only, without accents and case: "Café Noir #C9" becomes "cafe noir c9". */
function words(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ς', 'σ') // a sigma at the end of a word, which may be the middle of another
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * The one text a certificate is searched by. Fields are kept apart by a bar, which no search term can contain, so a
 * match never spans two of them; every word follows a space, so "beginning of a word" is a plain pattern.
 */
export function searchText(certificate: { productName: string; brandName: string; batchId: string }): string {
  const { productName, brandName, batchId } = certificate;
  return [productName, brandName, batchId].map((field) => ` ${words(field)} `).join('|');
}

/** What to look for, and where in a word. */
export interface SearchTerm {
  readonly text: string;
  /** True when the text may only begin a word (no three letters or digits in a row: DECISIONS "Calls"). */
  readonly wordStart: boolean;
}

/** @returns null when the input holds no letter or digit, and so can match nothing */
export function searchTerm(input: string): SearchTerm | null {
  const text = words(input);
  if (text === '') return null;
  return { text, wordStart: !/[\p{L}\p{N}]{3}/u.test(text) };
}

/** Whether a certificate's {@link searchText} matches. The database's index asks the same question as a pattern. */
export function matches(haystack: string, term: SearchTerm): boolean {
  return haystack.includes(term.wordStart ? ` ${term.text}` : term.text);
}
