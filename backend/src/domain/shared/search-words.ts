/** Letters and digits only, without accents and case: "Café Noir #C9" becomes "cafe noir c9". */
export function searchWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ς', 'σ') // a sigma at the end of a word, which may be the middle of another
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
