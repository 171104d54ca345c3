import { parseReference } from '../shared/reference.js';
import type { Certificate, SubmissionStatus } from './certificate.js';
import type { QueueCursor } from './ports.js';
import { searchTerm } from './search-text.js';

/** What staff ask of the list of a lab's certificates. */
export interface LabCertificatesQuery {
  readonly labId: string;
  readonly submissionStatus: SubmissionStatus | null;
  /** A certificate matches when its {@link labSearchText} contains any of these; null for all certificates. */
  readonly search: readonly string[] | null;
  readonly limit: number;
  readonly after: QueueCursor | null;
}

/** A lab's certificate as a list shows it to staff: without results, comments and notes. */
export type LabCertificate = Pick<
  Certificate,
  | 'id'
  | 'reference'
  | 'brandName'
  | 'productName'
  | 'batchId'
  | 'labReportId'
  | 'testDate'
  | 'status'
  | 'submissionStatus'
  | 'takenBack'
  | 'createdAt'
  | 'reviewedAt'
  | 'endedAt'
>;

/**
 * The text in which a lab's certificate is found: product, brand and batch as everywhere, then the reference, then the
 * lab's report number behind two bars. The database has an index on the same expression.
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
 * the beginning of a report number matches, or "CB" would find every reference.
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
