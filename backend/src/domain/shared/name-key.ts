/** Folds runs of white space to one space and trims: what a person means by "the same text". */
export function foldSpaces(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/**
 * The form in which names and batch ids are compared: spaces folded, case ignored, one Unicode spelling.
 * Kept in a column of its own, so that every comparison uses this one rule and not the database's collation.
 */
export function nameKey(name: string): string {
  return foldSpaces(name).toLowerCase().normalize('NFC');
}
