/**
 * Runs without characters such as "½", "²" and "①". NFKC would turn "2½" into "21⁄2": a dose that is not on the label.
 */
const RUNS_WITHOUT_NUMBERS = /[^\p{No}]+/gu;

/** Invisible characters: controls, format characters, default-ignorables, and U+2800 (blank braille pattern). */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Normalizes a name for storage and display: NFKC (full-width and mathematical letters become plain ones), runs of white
 * space become one space, trimmed.
 */
export function foldSpaces(text: string): string {
  return text
    .replace(RUNS_WITHOUT_NUMBERS, (part) => part.normalize('NFKC'))
    .replace(/\s+/gu, ' ')
    .trim();
}

/**
 * Normalizes a name for comparison: NFKC, case folded, invisible characters removed. Stored in a separate column, so that
 * every comparison uses this rule and not the database's collation.
 */
export function nameKey(name: string): string {
  const spelled = name.normalize('NFKC').replace(/\s+/gu, ' ').replace(INVISIBLE, '');
  // Uppercase between, so that "ß" equals "ss" and all sigmas are equal; lowercase before, because "ẞ" is its own uppercase.
  const folded = spelled.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
  return folded.replace(/\s+/gu, ' ').trim();
}
