import {
  type Certificate,
  type CertificateDraft,
  contentOf,
  type Submitter,
  submit,
} from '../certificate/certificate.js';
import {
  AlreadyDecided,
  assertOpen,
  assertTransition,
  NotAwaitingChanges,
  NotPublished,
  nextVersion,
} from '../certificate/certificate-lifecycle.js';
import { awaited, type Evidence, evidenceOf, NOT_AWAITED, withoutReading } from '../certificate/evidence.js';
import { reviewDueDate } from '../certificate/review-due-date.js';

/**
 * The submitter's answer: it waits for review again, with a new due date. The reviewer resolves the comments.
 * @throws NotAwaitingChanges, InvalidInput
 */
export function resubmit(
  certificate: Certificate,
  draft: CertificateDraft,
  now: Date,
  evidence: Evidence = evidenceOf(certificate),
): Certificate {
  assertTransition(certificate, 'pending', NotAwaitingChanges);
  return nextVersion(certificate, {
    ...contentOf(draft, certificate.source),
    ...evidence,
    lifecycle: 'pending',
    reviewDueDate: reviewDueDate(now),
    reviewedAt: null,
  });
}

/**
 * A laboratory corrects a pending certificate, or answers a request for changes.
 * @throws AlreadyDecided, InvalidInput
 */
export function correct(
  certificate: Certificate,
  draft: CertificateDraft,
  now: Date,
  evidence: Evidence = evidenceOf(certificate),
): Certificate {
  if (certificate.lifecycle === 'changes_requested') return resubmit(certificate, draft, now, evidence);
  if (certificate.lifecycle !== 'pending') throw new AlreadyDecided();
  return nextVersion(certificate, { ...contentOf(draft, certificate.source), ...evidence });
}

/**
 * Attaches a document to a submission, or replaces the one that it has.
 * @param isAwaited whether software still has to read it before the certificate can be published without a reviewer
 * @throws AlreadyDecided
 */
export function attach(certificate: Certificate, documentId: string, isAwaited: boolean, now: Date): Certificate {
  assertOpen(certificate);
  return nextVersion(certificate, {
    documentId,
    ...(isAwaited ? awaited(documentId, now) : NOT_AWAITED),
    provenance: withoutReading(certificate.provenance, certificate),
  });
}

/**
 * The lab withdraws a certificate that is not published yet. It becomes `rejected` for clients that know only the six
 * statuses; `takenBack` tells the two apart.
 * @param reason in the lab's own words
 * @throws AlreadyDecided when it has been decided
 */
export function withdrawUnpublished(certificate: Certificate, reason: string, now: Date): Certificate {
  assertTransition(certificate, 'rejected', AlreadyDecided);
  return nextVersion(certificate, { lifecycle: 'rejected', rejectionReason: reason, takenBack: true, reviewedAt: now });
}

/**
 * A submission that is to replace a published certificate, which stays unchanged until this one is approved.
 * @param reason public
 * @throws NotPublished, InvalidInput
 */
export function amend(
  original: Certificate,
  { draft, reason }: { draft: CertificateDraft; reason: string },
  id: string,
  now: Date,
  submitter: Submitter,
  evidence?: Evidence,
): Certificate {
  assertTransition(original, 'superseded', NotPublished);
  const amendment = submit(draft, id, now, submitter, evidence);
  return { ...amendment, supersedes: original.id, amendmentReason: reason, demonstration: original.demonstration };
}
