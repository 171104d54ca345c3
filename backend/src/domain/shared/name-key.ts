/**
 * Characters with a number in them, such as "½", "²" and "①". NFKC would turn "2½" into "21⁄2": a dose that is not on the label.
 */
const OUTSIDE_NUMBERS = /[^\p{No}]+/gu;

/** Takes up room in a name and shows nothing: U+2800 is the empty braille cell, the rest shows only together with others. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * A name as it is stored and shown: one Unicode spelling (NFKC, so that full-width and mathematical letters are plain ones),
 * runs of white space folded to one space, none at the ends.
 */
export function foldSpaces(text: string): string {
  return text
    .replace(OUTSIDE_NUMBERS, (part) => part.normalize('NFKC'))
    .replace(/\s+/gu, ' ')
    .trim();
}

/**
 * The form in which names are compared: one spelling of everything, case ignored, nothing that cannot be seen.
 * Kept in a column of its own, so that every comparison uses this one rule and not the database's collation.
 */
export function nameKey(name: string): string {
  const spelled = name.normalize('NFKC').replace(/\s+/gu, ' ').replace(UNSEEN, '');
  // Upper case first: only so are "ß" and "ss", and all sigmas, the same.
  const folded = spelled.toUpperCase().toLowerCase().normalize('NFKC');
  return folded.replace(/\s+/gu, ' ').trim();
}
