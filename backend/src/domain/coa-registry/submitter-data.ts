import type { ErasedSection, ExportSection, PersonalDataCategory } from '../shared/personal-data.js';
import type { Certificate, Lifecycle } from './certificate.js';
import { reviewDueDate } from './review-due-date.js';
import type { RevisionInContext } from './submission-revision.js';

/** What a certificate holds about whoever sent it is kept for another reason, depending on where it stands. */
const PART_OF: Record<Lifecycle, PersonalDataCategory> = {
  pending: 'open-submissions',
  changes_requested: 'open-submissions',
  approved: 'published-certificates',
  withdrawn: 'published-certificates',
  superseded: 'published-certificates',
  rejected: 'rejected-submissions',
};

/**
 * The certificate without what is personal in it. Nothing of that is public, so that a published one is shown as before.
 * Where changes were asked for, nobody is left to send them: it waits for review again, and its link is closed.
 */
export function withoutSubmitter(certificate: Certificate, now: Date): Certificate {
  const { submitted, ...testResults } = certificate.testResults;
  const without = { ...certificate, contactEmail: null, contactName: null, notes: null, testResults };
  const version = certificate.version + 1;
  if (certificate.lifecycle !== 'changes_requested') return { ...without, version };
  return { ...without, version, lifecycle: 'pending', reviewDueDate: reviewDueDate(now), reviewedAt: null };
}

/** What is kept with these certificates, for whoever sent them. */
export const exportSections = (
  certificates: readonly Certificate[],
  revisions: readonly RevisionInContext[] = [],
): readonly ExportSection[] => [
  ...certificates.map((one) => ({
    part: PART_OF[one.lifecycle],
    records: [recordOf(one)],
    personNames: [one.contactName],
  })),
  ...revisions.map((one) => ({ part: PART_OF[one.lifecycle], records: [revisionRecordOf(one)] })),
];

export const erasedSections = (
  certificates: readonly Certificate[],
  revisions: readonly RevisionInContext[] = [],
): readonly ErasedSection[] =>
  [...certificates, ...revisions].map(({ lifecycle }) => ({ part: PART_OF[lifecycle], count: 1 }));

/** What was sent at first, before it was sent again. */
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

function recordOf(certificate: Certificate): Record<string, unknown> {
  const { reference, lifecycle, createdAt, brandName, productName, batchId, website } = certificate;
  const { contactName, contactEmail, notes, coaFileUrl, rejectionReason } = certificate;
  const { thcContent, cbdContent, testDate, labName, labReportId, testResults } = certificate;
  return {
    ...{ reference, standing: lifecycle, sentAt: createdAt, contactName, contactEmail, website, notes },
    ...{ brandName, productName, batchId, thcContent, cbdContent, testDate, labName, labReportId, coaFileUrl },
    results: testResults,
    comments: certificate.comments.map(({ code, weight, text, at }) => ({ code, weight, text, at })),
    rejectionReason,
  };
}
