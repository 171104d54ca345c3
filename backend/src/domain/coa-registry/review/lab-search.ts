import { parseReference } from '../../shared/reference.js';
import type { Certificate } from '../certificate/certificate.js';
import { searchTerm } from '../certificate/search-text.js';

/**
 * The text that a search of a lab's certificates looks in: product, brand and batch as in the public search, then the
 * reference, then the lab's report number after two bars. The database has an index on the same expression.
 */
export const labSearchText = ({
  searchText,
  reference,
  labReportId,
}: Pick<Certificate, 'searchText' | 'reference' | 'labReportId'>): string =>
  `${searchText}|${reference.toLowerCase()}||${(labReportId ?? '').toLowerCase()}`;

/**
 * What to look for: the words as in the public search, the text as it was typed (references and report numbers keep
 * their punctuation), and a reference that was typed without its dashes. Without three letters or digits in a row, only
 * the beginning of a report number matches; otherwise "CB" would find every reference.
 */
export function labSearchParts(typed: string): readonly string[] {
  const text = typed.trim().toLowerCase();
  const reference = parseReference(typed)?.toLowerCase();
  const parts = [
    ...(searchTerm(typed)?.parts ?? []),
    /[\p{L}\p{N}]{3}/u.test(text) ? text : `||${text}`,
    ...(reference === undefined ? [] : [reference]),
  ];
  return [...new Set(parts)];
}
