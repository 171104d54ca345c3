/** Longer than what anybody searches with. One character of an input may become 18 letters, as U+FDFA does. */
const SEARCHED_MAX = 150;

/** {@link searchWords} of what somebody searches with, so that no input costs more than a usual one. */
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
