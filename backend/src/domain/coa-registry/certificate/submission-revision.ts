import { pick } from '../../shared/pick.js';
import type { Certificate } from './certificate.js';
import type { Finding } from './finding.js';

/** What a submitter can change by resubmitting. */
const REVISED = [
  'brandName',
  'productName',
  'batchId',
  'thcContent',
  'cbdContent',
  'testDate',
  'labName',
  'labReportId',
  'coaFileUrl',
  'website',
  'testResults',
  'sample',
  'contactEmail',
  'contactName',
  'notes',
  'documentId',
  'provenance',
] as const satisfies readonly (keyof Certificate)[];
export type RevisedContent = Pick<Certificate, (typeof REVISED)[number]>;

/** The content of a submission before it was resubmitted: what reviewers saw last. */
export interface SubmissionRevision extends RevisedContent {
  readonly certificateId: string;
  /** Version of the submission that had this content. */
  readonly version: number;
  /** When new content replaced it. */
  readonly replacedAt: Date;
  /** What the automated checks found in it, right before it was replaced. */
  readonly findings: readonly Finding[];
}

/** A revision with the current lifecycle of its submission. */
export type RevisionInContext = SubmissionRevision & Pick<Certificate, 'reference' | 'lifecycle'>;

export const revisionOf = (
  certificate: Certificate,
  findings: readonly Finding[],
  replacedAt: Date,
): SubmissionRevision => {
  const { id: certificateId, version } = certificate;
  return { ...pick(certificate, REVISED), certificateId, version, replacedAt, findings };
};

/** Whether two submissions match in every field the submitter typed: a retry after a lost response or a double click. */
export const hasSameContent = (one: Certificate, other: Certificate): boolean => canonical(one) === canonical(other);

/** The database keeps the fields of an object in its own order. */
function canonical(certificate: Certificate): string {
  const { provenance: _provenance, ...typed } = pick(certificate, REVISED);
  return JSON.stringify(typed, sorted);
}

function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Whether the current content must be stored before new content replaces it. Not when a lab corrects its own correction
 * and no reviewer acted in between, because the reviewer last saw the revision stored earlier.
 * @param last the revision stored last; null when there is none
 */
export function needsRevision(
  { comments, reviewedAt }: Pick<Certificate, 'comments' | 'reviewedAt'>,
  last: Pick<SubmissionRevision, 'replacedAt'> | null,
): boolean {
  if (last === null) return true;
  const acts = [reviewedAt, ...comments.flatMap(({ at, settledAt }) => [at, settledAt])];
  return acts.some((at) => at !== null && new Date(at) > last.replacedAt);
}

/** What the automated checks find now, compared with what they found before. */
export function compareFindings(before: readonly Finding[], now: readonly Finding[]) {
  const missingFrom = (others: readonly Finding[]) => {
    const known = new Set(others.map(keyOf));
    return (finding: Finding) => !known.has(keyOf(finding));
  };
  return { added: now.filter(missingFrom(before)), resolved: before.filter(missingFrom(now)) };
}

/**
 * The message is compared too: "Lead is above its limit" and "Arsenic is above its limit" are two findings. The age of
 * a test is ignored, or the finding would be new each day.
 */
const keyOf = ({ code, message }: Finding) => (code === 'test-older-than-a-year' ? code : `${code} ${message}`);
