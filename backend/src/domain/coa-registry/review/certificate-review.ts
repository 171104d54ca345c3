import type { Actor } from '../../shared/audit.js';
import { DAY_MS } from '../../shared/durations.js';
import { nameKey } from '../../shared/name-key.js';
import { Clock, Ids, Transactions } from '../../shared/ports.js';
import { type Certificate, type CertificateDraft } from '../certificate/certificate.js';
import { changeEntry } from '../certificate/certificate-audit.js';
import type { CertificateEventType } from '../certificate/certificate-event.js';
import {
  AlreadyDecided,
  assertTransition,
  assertVersion,
  documentChanged,
} from '../certificate/certificate-lifecycle.js';
import { withNewId } from '../certificate/certificate-reference.js';
import type { Finding } from '../certificate/finding.js';
import { CertificateDocuments, CertificateRepository, Notifier, storedCertificate } from '../certificate/ports.js';
import { withSamplerOf } from '../certificate/printed-sample.js';
import type { CommentDraft } from '../certificate/review-comment.js';
import { AFTER_FINDING, isSampled, type SpotCheck } from '../certificate/spot-check.js';
import { CertificateChecks } from '../checks/certificate-checks.js';
import { EvidenceFinder } from '../submission/evidence-finder.js';
import { insertWithUniqueReference } from '../submission/insert-certificate.js';
import { amend, attach, withdrawUnpublished } from '../submission/sender-changes.js';
import { withFieldsMissingFromForm } from '../submission/submissions.js';
import {
  type Approval,
  addComment,
  approve,
  confirmSpotCheck,
  createComment,
  type DismissalDraft,
  type DocumentAtHand,
  dismissFailure,
  reinstateFailure,
  reject,
  requestChanges,
  resolveComment,
  supersede,
  withdraw,
  withFinding,
} from './review.js';

/** The content that replaces a published certificate, and why. */
export interface Amendment {
  readonly draft: CertificateDraft;
  /** SHA-256 of the document of the new certificate: that of the old one, another, or none. */
  readonly documentId: string | null;
  /** Public. */
  readonly reason: string;
}

/** What a reviewer saw of a submission before deciding. */
export interface SeenSubmission {
  readonly version: number;
  /** SHA-256 of the document that was shown; null when there was none. */
  readonly documentId: string | null;
}

interface Decision {
  /** The action in the audit log. */
  readonly action: string;
  /** What the submitter is notified of; null for nothing. */
  readonly event: CertificateEventType | null;
}

const ACTIONS = {
  approve: { action: 'submission.approved', event: 'published' },
  reject: { action: 'submission.rejected', event: 'rejected' },
  withdrawUnpublished: { action: 'submission.taken-back', event: 'withdrawn' },
  requestChanges: { action: 'submission.changes-requested', event: 'changes_requested' },
  comment: { action: 'submission.commented', event: null },
  resolveComment: { action: 'submission.comment-settled', event: null },
  attach: { action: 'submission.document-attached', event: null },
  withdraw: { action: 'certificate.withdrawn', event: 'withdrawn' },
  confirmSpotCheck: { action: 'certificate.spot-check-agreed', event: null },
  dismissFailure: { action: 'certificate.failure-dismissed', event: null },
  reinstateFailure: { action: 'certificate.failure-reinstated', event: null },
} as const satisfies Record<string, Decision>;

/** Decisions about certificates: those of staff, and the approvals and withdrawals of labs. */
export class CertificateReview {
  constructor(
    private readonly certificates: CertificateRepository,
    private readonly documents: CertificateDocuments,
    private readonly checks: CertificateChecks,
    private readonly evidence: EvidenceFinder,
    private readonly notifier: Notifier,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly ids: Ids,
    /** Percent of the certificates published without review that a reviewer checks afterwards. */
    private readonly spotCheckPercent: number,
  ) {}

  /**
   * A reviewer publishes a certificate; one that amends another takes its place. Where the automated checks find errors, the
   * reviewer has to say publicly why it can be published.
   * @param seen the version that the reviewer decided on, and the document that they saw
   * @throws CertificateNotFound, AlreadyDecided, ChangedMeanwhile, BlockedByComments, DocumentBeingRead, NotPublished,
   * BatchAlreadyPublished, DuplicateBatch, AmendmentUnderWay, InvalidInput
   */
  approve(id: string, seen: SeenSubmission, approval: Approval, actor: Actor): Promise<Certificate> {
    return this.publish(id, seen, approval, actor, true);
  }

  /**
   * Publishes a trusted lab's certificate without a reviewer, once `skipsReview` says that it can be.
   * @throws like {@link approve}
   */
  publishUnreviewed(id: string, seen: SeenSubmission, approval: Approval, actor: Actor): Promise<Certificate> {
    return this.publish(id, seen, approval, actor, false);
  }

  /**
   * Locks the document, so that it can't be taken down or replaced between the check and the publication; and the
   * batch, so that the second of two concurrent approvals takes the first into account.
   */
  private publish(
    id: string,
    seen: SeenSubmission,
    approval: Approval,
    actor: Actor,
    isReviewed: boolean,
  ): Promise<Certificate> {
    return this.transactions.run(async () => {
      const waiting = await storedCertificate(this.certificates, id);
      const { documentId, batchKey, brandName } = waiting;
      const document = await this.atHand(documentId, approval);
      await this.certificates.lockForPublication([{ batchKey, brandName }]);
      const published = await this.certificates.publishedOfBatch({ batchKey, brandKey: nameKey(brandName) });
      const errors = isReviewed ? await this.errorsIn(waiting, approval) : [];
      const spotCheck = isReviewed ? null : await this.spotCheckOf(waiting);
      return this.decide(id, seen.version, actor, ACTIONS.approve, (before, now) => {
        assertTransition(before, 'approved', AlreadyDecided);
        if (seen.documentId !== before.documentId) throw documentChanged(seen.documentId, before.documentId);
        assertVersion(before, seen.version);
        // Its document and batch are the ones that are locked.
        assertVersion(before, waiting.version);
        // It was taken down after the reviewer opened the submission; otherwise there would be a reason.
        if (document.state === 'removed' && !approval.documentAbsence) throw documentChanged(documentId, null);
        return { ...approve(before, approval, now, document, published, errors), spotCheck };
      });
    });
  }

  /** @throws CertificateNotFound, AlreadyDecided, ChangedMeanwhile */
  reject(id: string, seen: number, reason: string, actor: Actor): Promise<Certificate> {
    return this.decide(id, seen, actor, ACTIONS.reject, (before, now) => reject(before, reason, now));
  }

  /** The lab withdraws a certificate that is not published yet. @throws CertificateNotFound, AlreadyDecided, ChangedMeanwhile */
  withdrawUnpublished(id: string, seen: number, reason: string, actor: Actor): Promise<Certificate> {
    return this.decide(id, seen, actor, ACTIONS.withdrawUnpublished, (before, now) =>
      withdrawUnpublished(before, reason, now),
    );
  }

  /** @throws CertificateNotFound, AlreadyDecided, NoContactEmail, ChangedMeanwhile, InvalidInput */
  requestChanges(id: string, seen: number, drafts: readonly CommentDraft[], actor: Actor): Promise<Certificate> {
    return this.decide(id, seen, actor, ACTIONS.requestChanges, (before, now) =>
      requestChanges(before, this.createComments(drafts, actor, now), now),
    );
  }

  /** Adds comments and leaves the submission in the queue. @throws CertificateNotFound, AlreadyDecided, ChangedMeanwhile, InvalidInput */
  comment(id: string, seen: number, drafts: readonly CommentDraft[], actor: Actor): Promise<Certificate> {
    return this.decide(id, seen, actor, ACTIONS.comment, (before, now) =>
      addComment(before, this.createComments(drafts, actor, now)),
    );
  }

  /** @throws CertificateNotFound, AlreadyDecided, CommentNotFound, ChangedMeanwhile */
  resolveComment(id: string, seen: number, commentId: string, actor: Actor): Promise<Certificate> {
    return this.decide(id, seen, actor, ACTIONS.resolveComment, (before, now) =>
      resolveComment(before, commentId, now),
    );
  }

  /**
   * A reviewer attaches a document to a submission, or replaces it.
   * @throws CertificateNotFound, AlreadyDecided, ChangedMeanwhile, InvalidInput
   */
  attach(id: string, seen: number, documentId: string, actor: Actor): Promise<Certificate> {
    return this.transactions.run(async () => {
      await this.documents.assertUsable(documentId, null);
      return this.decide(id, seen, actor, ACTIONS.attach, (before, now) => attach(before, documentId, false, now));
    });
  }

  /** Staff or the lab withdraw a certificate. @throws CertificateNotFound, NotPublished, ChangedMeanwhile */
  withdraw(id: string, seen: number, reason: string, actor: Actor): Promise<Certificate> {
    return this.decide(id, seen, actor, ACTIONS.withdraw, (before, now) => {
      const ended = withdraw(before, reason, now);
      return actor.id === `lab:${before.labId}` ? ended : withFinding(ended);
    });
  }

  /**
   * A reviewer checked a certificate that was published without review, and it agrees with the evidence.
   * @throws CertificateNotFound, AlreadyDecided, ChangedMeanwhile
   */
  confirmSpotCheck(id: string, seen: number, actor: Actor): Promise<Certificate> {
    return this.decide(id, seen, actor, ACTIONS.confirmSpotCheck, confirmSpotCheck);
  }

  /**
   * Records publicly why the failure of a published certificate no longer counts.
   * @param retest for a retest: the reference of the certificate that passed
   * @throws CertificateNotFound, NotPublished, ChangedMeanwhile, InvalidInput
   */
  async dismissFailure(
    id: string,
    seen: number,
    { retest, ...draft }: Omit<DismissalDraft, 'retest'> & { readonly retest: string | null },
    actor: Actor,
  ): Promise<Certificate> {
    const retestId = retest === null ? null : await this.certificates.idOfReference(retest.toUpperCase());
    const found = retestId === null ? null : await this.certificates.byId(retestId);
    const passed = found && { ...found, warnings: await this.checks.warningsOn(found) };
    return this.decide(id, seen, actor, ACTIONS.dismissFailure, (before, now) =>
      dismissFailure(before, { ...draft, retest: passed }, now),
    );
  }

  /** Removes that record, so the failure counts again. @throws CertificateNotFound, NotPublished, ChangedMeanwhile */
  reinstateFailure(id: string, seen: number, actor: Actor): Promise<Certificate> {
    return this.decide(id, seen, actor, ACTIONS.reinstateFailure, reinstateFailure);
  }

  /**
   * Staff correct a published certificate: the corrected one takes its place at once. The original submitter is notified.
   * @throws CertificateNotFound, NotPublished, ChangedMeanwhile, AmendmentUnderWay, DuplicateBatch, InvalidInput
   */
  async amendAsStaff(
    id: string,
    seen: number,
    amendment: Amendment,
    approval: Approval,
    actor: Actor,
  ): Promise<Certificate> {
    const original = await storedCertificate(this.certificates, id);
    const now = this.clock.now();
    const { contactName, contactEmail } = original;
    const draft = withFieldsMissingFromForm({ ...amendment.draft, contactName, contactEmail }, original);
    const submitter = { source: 'staff', labId: original.labId } as const;
    const amended = { ...amendment, draft };
    amend(original, amended, this.ids.uuid(), now, submitter);
    assertVersion(original, seen);
    return this.transactions.run(async () => {
      const named = { documentId: amendment.documentId, confirmed: approval.confirmed ?? [] };
      const evidence = await this.evidence.ofPerson({ draft, submitter, named, before: original }, 'staff');
      const waiting = amend(original, amended, this.ids.uuid(), now, submitter, evidence);
      const approved = approve(waiting, approval, now, await this.atHand(named.documentId, approval));
      await this.certificates.lockForPublication([original, waiting]);
      const stored = await insertWithUniqueReference(this.certificates, this.ids, waiting);
      return this.publishAmendment(original, stored, withNewId(approved, stored.id), actor, now);
    });
  }

  /**
   * Loads the certificate, applies the rule, and stores the result with its audit entry and notification in one
   * transaction. The rule runs before the version check, so an old version of a decided certificate is answered with the
   * decision and not with a version conflict.
   */
  private async decide(
    id: string,
    seen: number,
    actor: Actor,
    decision: Decision,
    rule: (before: Certificate, now: Date) => Certificate,
  ): Promise<Certificate> {
    const before = await storedCertificate(this.certificates, id);
    const now = this.clock.now();
    const after = rule(before, now);
    assertVersion(before, seen);
    return this.transactions.run(async () => {
      if (decision.event === 'published' && after.supersedes !== null) {
        return this.publishAmendment(
          await storedCertificate(this.certificates, after.supersedes),
          before,
          after,
          actor,
          now,
        );
      }
      const entry = changeEntry(decision.action, before, after, actor, now);
      const certificate = await this.certificates.changeOne(after, entry);
      if (decision.event) await this.notifier.notify({ type: decision.event, at: now, certificate, replacedBy: null });
      return certificate;
    });
  }

  /**
   * What the automated checks find wrong with the certificate, with the results that the reviewer confirms. A missing
   * choice of how to publish another report of a batch is a separate error.
   */
  private async errorsIn(waiting: Certificate, { status, panels }: Approval): Promise<readonly Finding[]> {
    const { reported: _reported, ...results } = waiting.testResults;
    const confirmed = { ...waiting, outcome: status, testResults: { ...results, panels } };
    const findings = await this.checks.findings(confirmed, 'staff');
    return findings.filter(({ code, severity }) => severity === 'error' && code !== 'duplicate');
  }

  /** The document, locked until the transaction ends. */
  private async atHand(documentId: string | null, { confirmed = [] }: Approval): Promise<DocumentAtHand> {
    if (documentId === null) return { state: null, fields: [] };
    const state = await this.documents.lockState(documentId);
    const reading = confirmed.length > 0 ? await this.documents.readingOf(documentId) : null;
    return { state, fields: reading?.fields ?? [] };
  }

  /** Runs in the caller's transaction. */
  private async publishAmendment(
    original: Certificate,
    before: Certificate,
    replacement: Certificate,
    actor: Actor,
    at: Date,
  ): Promise<Certificate> {
    const after = withSamplerOf(original, replacement);
    const superseded = after.source === 'staff' ? withFinding(supersede(original, at)) : supersede(original, at);
    const [ended, published] = await this.certificates.publishAmendment(superseded, after, [
      changeEntry('certificate.superseded', original, superseded, actor, at),
      changeEntry(ACTIONS.approve.action, before, after, actor, at),
    ]);
    await this.notifier.notify({ type: 'amended', at, certificate: ended, replacedBy: published });
    await this.notifier.notify({ type: 'published', at, certificate: published, replacedBy: null });
    return published;
  }

  /**
   * An amendment of a certificate that is due for a spot check is due for one too, so a lab can't avoid the check by
   * amending.
   */
  private async spotCheckOf({ id, labId, supersedes }: Certificate): Promise<SpotCheck | null> {
    if (labId === null) return null;
    const original = supersedes === null ? null : await this.certificates.byId(supersedes);
    if (original?.spotCheck === 'due') return 'due';
    const since = new Date(this.clock.now().getTime() - AFTER_FINDING.days * DAY_MS);
    return isSampled(id, this.spotCheckPercent, await this.certificates.hadFinding(labId, since)) ? 'due' : null;
  }

  private createComments(drafts: readonly CommentDraft[], actor: Actor, now: Date) {
    return drafts.map((draft, index) => createComment(draft, index, this.ids.uuid(), actor, now));
  }
}
