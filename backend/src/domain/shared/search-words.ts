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
