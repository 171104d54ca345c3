/** Certificate references use Crockford's base 32, without I, L, O and U: `CB-7K3M-9QXD`. */
const REFERENCE = /^CB([0-9A-HJKMNP-TV-Z]{4})([0-9A-HJKMNP-TV-Z]{4})$/;

/**
 * Parses a certificate reference as typed: in any case, with or without dashes and spaces. I and L are read as 1, and O
 * as 0, because references contain none of these letters (Crockford's base 32).
 * @returns the reference as stored; null if the text does not have its form
 */
export function parseReference(text: string): string | null {
  const typed = text.toUpperCase().replace(/[\s\p{Pd}]/gu, '');
  const digits = typed.slice(2).replace(/[IL]/g, '1').replaceAll('O', '0');
  const parts = REFERENCE.exec(typed.slice(0, 2) + digits);
  return parts && `CB-${parts[1]}-${parts[2]}`;
}
