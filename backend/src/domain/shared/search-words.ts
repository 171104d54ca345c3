/** No real search is longer. Normalizing can multiply a text: U+FDFA, one character, becomes 18. */
const SEARCHED_MAX = 150;

/** {@link searchWords} for a visitor's search, cut so that no input costs much more than an ordinary one. */
export const searchedWords = (input: string): string => searchWords(input).slice(0, SEARCHED_MAX).trim();

/** Normalizes text for search to lowercase letters and digits without accents: "Café Noir #C9" becomes "cafe noir c9". */
export function searchWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ς', 'σ') // final sigma, so that a word also matches as part of a longer one
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
