import type { ErasedSection, ExportSection, PersonalDataCategory } from '../../shared/personal-data.js';
import { pick } from '../../shared/pick.js';
import type { Certificate, Lifecycle } from '../certificate/certificate.js';
import { reviewDueDate } from '../certificate/review-due-date.js';
import type { RevisionInContext } from '../certificate/submission-revision.js';

/** The category of the submitter's data in a certificate, which decides how long it is kept. */
const CATEGORY_OF: Record<Lifecycle, PersonalDataCategory> = {
  pending: 'open-submissions',
  changes_requested: 'open-submissions',
  approved: 'published-certificates',
  withdrawn: 'published-certificates',
  superseded: 'published-certificates',
  rejected: 'rejected-submissions',
};

/**
 * The certificate without personal data. None of that data is public, so a published certificate looks the same. If changes
 * were requested, the submitter can no longer send them: it becomes pending again, and its link stops working.
 */
export function withoutSubmitter(certificate: Certificate, now: Date): Certificate {
  const { submitted, ...testResults } = certificate.testResults;
  const without = { ...certificate, contactEmail: null, contactName: null, notes: null, testResults };
  const version = certificate.version + 1;
  if (certificate.lifecycle !== 'changes_requested') return { ...without, version };
  return { ...without, version, lifecycle: 'pending', reviewDueDate: reviewDueDate(now), reviewedAt: null };
}

/** The submitter's data export from these certificates and revisions. */
export const exportSections = (
  certificates: readonly Certificate[],
  revisions: readonly RevisionInContext[] = [],
): readonly ExportSection[] => [
  ...certificates.map((one) => ({
    part: CATEGORY_OF[one.lifecycle],
    records: [recordOf(one)],
    personNames: [one.contactName],
  })),
  ...revisions.map((one) => ({ part: CATEGORY_OF[one.lifecycle], records: [revisionRecordOf(one)] })),
];

export const erasedSections = (
  certificates: readonly Certificate[],
  revisions: readonly RevisionInContext[] = [],
): readonly ErasedSection[] =>
  [...certificates, ...revisions].map(({ lifecycle }) => ({ part: CATEGORY_OF[lifecycle], count: 1 }));

/** The export of what was sent before a resubmission. */
function revisionRecordOf(revision: RevisionInContext): Record<string, unknown> {
  const { reference, lifecycle, version, replacedAt, contactEmail, testResults, ...rest } = revision;
  const { certificateId, findings, ...content } = rest;
  return {
    reference,
    standing: lifecycle,
    version,
    replacedAt,
    contactEmail,
    ...content,
    results: testResults,
  };
}

const SENT = [
  'contactName',
  'contactEmail',
  'website',
  'notes',
  'brandName',
  'productName',
  'batchId',
  'thcContent',
  'cbdContent',
  'testDate',
  'labName',
  'labReportId',
  'coaFileUrl',
] as const satisfies readonly (keyof Certificate)[];

function recordOf(certificate: Certificate): Record<string, unknown> {
  const { reference, lifecycle, createdAt, testResults, sample, comments, rejectionReason } = certificate;
  return {
    reference,
    standing: lifecycle,
    sentAt: createdAt,
    ...pick(certificate, SENT),
    results: testResults,
    sample,
    comments: comments.map(({ code, weight, text, at }) => ({ code, weight, text, at })),
    rejectionReason,
  };
}
