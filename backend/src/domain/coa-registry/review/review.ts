import type { Actor } from '../../shared/audit.js';
import type { ReadField } from '../../shared/document-reading.js';
import { DomainError, domainError, InvalidInput } from '../../shared/domain-error.js';
import type { Certificate } from '../certificate/certificate.js';
import { type AbsenceReason, type DocumentState, isEvidence, isRead } from '../certificate/certificate-document.js';
import {
  AlreadyDecided,
  assertOpen,
  assertTransition,
  ChangedMeanwhile,
  NotPublished,
  nextVersion,
} from '../certificate/certificate-lifecycle.js';
import { type ConfirmedField, confirmedFrom, NOT_AWAITED, withoutReading } from '../certificate/evidence.js';
import type { DismissalReason, FailureDismissal } from '../certificate/failure-dismissal.js';
import type { Finding } from '../certificate/finding.js';
import { type PublishedOfBatch, replacedBy, type SecondCertificate } from '../certificate/publish-as.js';
import { type CommentDraft, type ReviewComment, unresolvedMajors } from '../certificate/review-comment.js';
import { type CertificateStatus, contradicting, type PanelVerdicts } from '../certificate/test-results.js';
import type { Warning } from '../certificate/warning.js';
import { doubtAbout } from '../checks/status-display.js';
import { isDoNotDrink } from '../checks/verdict.js';

/** The submitter's contact data was erased, so changes cannot be requested. */
export class NoContactEmail extends domainError(
  'conflict',
  'nobody-to-ask',
  'The sender had their contact details erased, so there is no one to ask for changes. Approve the submission or reject it.',
) {}

export class BlockedByComments extends DomainError {
  constructor(open: number) {
    const comments = open === 1 ? 'One major comment is still open' : `${open} major comments are still open`;
    super('conflict', 'blocked-by-comments', `${comments}. Resolve each one, or ask for changes.`);
  }
}

export class CommentNotFound extends domainError(
  'not-found',
  'comment-not-found',
  "This comment doesn't exist or was already resolved. Reload the submission.",
) {}

/** What the reviewer confirmed from the certificate. */
export interface Approval extends SecondCertificate {
  readonly status: CertificateStatus;
  readonly panels: PanelVerdicts;
  /** The reviewer read the warnings about it. Needed while there are any; ignored otherwise. */
  readonly labIncidentsRead?: boolean;
  /** Why it is published although the automated checks find errors. Public; ignored if they find none. */
  readonly overrideReason?: string | null;
  /** Why it is published without a document; the public reads the sentence for this reason. */
  readonly documentAbsence?: AbsenceReason | null;
  /** Fields that staff confirmed as read from the document. */
  readonly confirmed?: readonly ConfirmedField[];
}

/** The document of a certificate at the moment of the decision. */
export interface DocumentAtHand {
  /** Null when it is not stored. */
  readonly state: DocumentState | null;
  /** What software read from it. */
  readonly fields: readonly ReadField[];
}

const NOTHING_AT_HAND: DocumentAtHand = { state: null, fields: [] };

/** Software has not read the document yet, so its pages can't have been shown to the reviewer. */
export class DocumentBeingRead extends domainError(
  'conflict',
  'document-being-read',
  'Software is still reading the PDF. Try again in a minute.',
) {}

/**
 * @param published the brand's published certificates of its batch
 * @param errors what the automated checks find wrong with it as it would be published
 * @throws AlreadyDecided unless the certificate waits for review
 * @throws BlockedByComments while a major comment is open
 * @throws BatchAlreadyPublished, ChangedMeanwhile: see {@link replacedBy}
 * @throws InvalidInput when status and panels contradict each other, the reason for a missing document or for publishing
 * over errors is missing, or the reviewer did not read a warning about it
 * @throws DocumentBeingRead until its document was read
 */
export function approve(
  certificate: Certificate,
  approval: Approval,
  now: Date,
  document: DocumentAtHand = NOTHING_AT_HAND,
  published: readonly PublishedOfBatch[] = [],
  errors: readonly Finding[] = [],
): Certificate {
  assertTransition(certificate, 'approved', AlreadyDecided);
  const open = unresolvedMajors(certificate.comments).length;
  if (open > 0) throw new BlockedByComments(open);
  assertPanelsSupport(approval);
  assertIncidentsRead(errors, approval);
  return nextVersion(certificate, {
    outcome: approval.status,
    lifecycle: 'approved',
    testResults: { ...certificate.testResults, panels: approval.panels },
    overrideReason: overrideReasonFor(errors.filter(needsReason), approval),
    reviewedAt: now,
    ...replacedBy(certificate, approval, published),
    ...publishedEvidence(certificate, approval, document),
  });
}

/** A warning needs no reason: while it stands, the published certificate carries it. */
const needsReason = ({ code }: Finding): boolean => code !== 'lab-incident' && code !== 'batch-notice';

/** So that nothing that a warning is about is published in bulk, where nobody opens it. */
function assertIncidentsRead(errors: readonly Finding[], { labIncidentsRead = false }: Approval): void {
  if (labIncidentsRead || errors.every(needsReason)) return;
  const message =
    'There is a notice about its batch or its laboratory. Open the submission, read the notice, and decide there';
  throw new InvalidInput([{ field: 'labIncidentsRead', message }]);
}

function overrideReasonFor([first, ...others]: readonly Finding[], { overrideReason }: Approval): string | null {
  if (!first) return null;
  const reason = overrideReason?.trim();
  if (reason) return reason;
  const more = others.length === 0 ? '' : ` ${others.length} more: see the automatic checks.`;
  const message = `Explain to the public why it can be published all the same. ${first.message}${more}`;
  throw new InvalidInput([{ field: 'overrideReason', message }]);
}

/**
 * @param reason one or more sentences that the submitter can act on
 * @throws AlreadyDecided when it has been decided
 */
export function reject(certificate: Certificate, reason: string, now: Date): Certificate {
  assertTransition(certificate, 'rejected', AlreadyDecided);
  return nextVersion(certificate, { lifecycle: 'rejected', rejectionReason: reason, reviewedAt: now });
}

/**
 * Returns it to the submitter with comments. Open comments from earlier rounds stay open.
 * @throws AlreadyDecided unless the certificate waits for review
 * @throws NoContactEmail when neither a contact address nor a laboratory is known
 * @throws InvalidInput when no major comment is open, because then there is nothing to change
 */
export function requestChanges(certificate: Certificate, comments: readonly ReviewComment[], now: Date): Certificate {
  assertTransition(certificate, 'changes_requested', AlreadyDecided);
  if (certificate.contactEmail === null && certificate.labId === null) throw new NoContactEmail();
  const all = [...certificate.comments, ...comments];
  if (unresolvedMajors(all).length === 0) {
    throw new InvalidInput([{ field: 'comments', message: 'Explain what needs to change' }]);
  }
  return nextVersion(certificate, { lifecycle: 'changes_requested', comments: all, reviewedAt: now });
}

/**
 * @param reason public
 * @throws NotPublished
 */
export function withdraw(certificate: Certificate, reason: string, now: Date): Certificate {
  assertTransition(certificate, 'withdrawn', NotPublished);
  return nextVersion(certificate, { lifecycle: 'withdrawn', withdrawalReason: reason, endedAt: now });
}

/** A certificate, with the warnings about it. */
export type Retest = Certificate & { readonly warnings: readonly Warning[] };

/** What the reviewer sends. */
export interface DismissalDraft {
  readonly reason: DismissalReason;
  /** For a retest: the certificate that passed. */
  readonly retest: Retest | null;
  readonly explanation: string;
}

/**
 * The failed certificate keeps its results and its warning; other certificates of its batch no longer show it first.
 * @throws NotPublished unless it is current
 * @throws InvalidInput when nothing on it failed, or the retest does not show that the batch passed later
 */
export function dismissFailure(
  failed: Certificate,
  { reason, retest, explanation }: DismissalDraft,
  now: Date,
): Certificate {
  if (failed.lifecycle !== 'approved') throw new NotPublished();
  if (!isDoNotDrink(failed)) throw wrongDismissal('reason', 'Nothing on this certificate failed');
  const isRetest = reason === 'retest-after-remediation';
  if (isRetest && (retest === null || !passedLater(retest, failed))) throw wrongDismissal('retest', NOT_PASSED_LATER);
  const failureDismissal: FailureDismissal = {
    reason,
    retest: isRetest && retest ? retest.reference : null,
    explanation,
    at: now.toISOString(),
  };
  return nextVersion(failed, { failureDismissal });
}

/** @throws NotPublished unless it is current; ChangedMeanwhile when its failure is not dismissed */
export function reinstateFailure(failed: Certificate): Certificate {
  if (failed.lifecycle !== 'approved') throw new NotPublished();
  if (failed.failureDismissal === null) throw new ChangedMeanwhile();
  return nextVersion(failed, { failureDismissal: null });
}

const passedLater = (retest: Retest, failed: Certificate): boolean =>
  retest.lifecycle === 'approved' &&
  retest.brandId === failed.brandId &&
  retest.batchKey === failed.batchKey &&
  retest.testDate > failed.testDate &&
  retest.outcome === 'passed' &&
  doubtAbout(retest, retest.warnings) === null;

const NOT_PASSED_LATER =
  'Choose a current certificate of this batch whose test is newer and that is shown as passed. A failure stands until there is one';

const wrongDismissal = (field: string, message: string) => new InvalidInput([{ field, message }]);

/** @throws AlreadyDecided unless it is current and to be checked */
export function confirmSpotCheck(certificate: Certificate): Certificate {
  if (certificate.lifecycle !== 'approved' || certificate.spotCheck !== 'due') throw new AlreadyDecided();
  return nextVersion(certificate, { spotCheck: 'agrees' });
}

/** A certificate that staff withdrew or replaced. */
export const withFinding = (ended: Certificate): Certificate =>
  ended.source === 'lab' ? { ...ended, spotCheck: 'differs' } : ended;

/** @throws NotPublished when it was withdrawn or replaced meanwhile */
export function supersede(original: Certificate, now: Date): Certificate {
  assertTransition(original, 'superseded', NotPublished);
  return nextVersion(original, { lifecycle: 'superseded', endedAt: now });
}

/** @throws AlreadyDecided unless it waits for review or for changes */
export function addComment(certificate: Certificate, comments: readonly ReviewComment[]): Certificate {
  assertOpen(certificate);
  return nextVersion(certificate, { comments: [...certificate.comments, ...comments] });
}

/** @throws AlreadyDecided unless it waits for review or for changes; CommentNotFound when no such comment is open */
export function resolveComment(certificate: Certificate, commentId: string, now: Date): Certificate {
  assertOpen(certificate);
  if (!certificate.comments.some(({ id, settledAt }) => id === commentId && settledAt === null)) {
    throw new CommentNotFound();
  }
  const resolved = (one: ReviewComment) => (one.id === commentId ? { ...one, settledAt: now.toISOString() } : one);
  return nextVersion(certificate, { comments: certificate.comments.map(resolved) });
}

/** @throws InvalidInput when a comment that needs a text has none */
export function createComment(draft: CommentDraft, index: number, id: string, actor: Actor, now: Date): ReviewComment {
  if (draft.code === 'other' && !draft.text) {
    throw new InvalidInput([{ field: `comments.${index}.text`, message: 'Explain what is wrong' }]);
  }
  return { ...draft, text: draft.text || null, id, by: actor.name, at: now.toISOString(), settledAt: null };
}

/** A published certificate needs a document, or a reason why it has none. */
function publishedEvidence(
  certificate: Certificate,
  { documentAbsence = null, confirmed = [] }: Approval,
  { state, fields: read }: DocumentAtHand,
): Pick<Certificate, 'documentId' | 'documentAbsence' | 'awaitedDocument' | 'awaitedUntil' | 'provenance'> {
  if (state !== null && !isRead({ state })) throw new DocumentBeingRead();
  if (state !== null && isEvidence({ state })) {
    if (documentAbsence !== null)
      throw wrongAbsence('This certificate has a PDF. Leave out the reason for a missing one');
    const provenance = confirmedFrom(certificate.provenance, confirmed, { content: certificate, read, by: 'staff' });
    return { ...NOT_AWAITED, documentId: certificate.documentId, documentAbsence: null, provenance };
  }
  if (documentAbsence === null) throw wrongAbsence('Choose why this certificate has no PDF');
  const provenance = withoutReading(certificate.provenance, certificate);
  return { ...NOT_AWAITED, documentId: null, documentAbsence, provenance };
}

const wrongAbsence = (message: string) => new InvalidInput([{ field: 'documentAbsence', message }]);

/** A certificate can't be published as passed if a panel failed or has no result yet (decision 0051). */
function assertPanelsSupport(approval: Approval): void {
  const [panel] = contradicting(approval);
  if (panel === undefined) return;
  const message =
    approval.panels[panel] === 'failed'
      ? "A certificate with a failed panel can't be approved as passed"
      : 'Some results are still pending. Approve as pending, or choose what the panel shows';
  throw new InvalidInput([{ field: `panels.${panel}`, message }]);
}
