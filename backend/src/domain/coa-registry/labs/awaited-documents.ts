import type { Actor } from '../../shared/audit.js';
import { DomainError } from '../../shared/domain-error.js';
import { Clock, Transactions } from '../../shared/ports.js';
import { leaseUntil } from '../../shared/retry-policy.js';
import type { Certificate } from '../certificate/certificate.js';
import { changeEntry } from '../certificate/certificate-audit.js';
import { AWAITED_HOURS, type DocumentState, isEvidence, isRead } from '../certificate/certificate-document.js';
import { isOpen, nextVersion } from '../certificate/certificate-lifecycle.js';
import { NOT_AWAITED } from '../certificate/evidence.js';
import { CertificateDocuments, CertificateRepository, Notifier } from '../certificate/ports.js';
import { CertificateChecks } from '../checks/certificate-checks.js';
import { RegisteredLabs } from '../checks/ports.js';
import { CertificateReview } from '../review/certificate-review.js';
import { actorOf, asRetest, skipsReview } from './lab-certificates.js';

/** Handling a certificate takes a moment, so a lease runs out only if its process died. */
const LEASE_SECONDS = 60;

const SYSTEM: Actor = { id: 'system', name: 'system' };

/** The queue of certificates that waited for their document and can be handled now. */
export abstract class AwaitingCertificates {
  /**
   * Leases open certificates whose document was read, was refused or removed without the lab being told, or did not
   * arrive in time.
   * @returns their ids
   */
  abstract claim(limit: number, now: Date, leasedUntil: Date): Promise<readonly string[]>;
}

/** Handles certificates whose laboratory named a document that had not arrived, or that software had not read. */
export class AwaitedDocuments {
  constructor(
    private readonly awaiting: AwaitingCertificates,
    private readonly certificates: CertificateRepository,
    private readonly documents: CertificateDocuments,
    private readonly checks: CertificateChecks,
    private readonly review: CertificateReview,
    private readonly labs: RegisteredLabs,
    private readonly notifier: Notifier,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Leases certificates whose document was read, or did not arrive in time. @returns their ids */
  claim(limit: number): Promise<readonly string[]> {
    const now = this.clock.now();
    return this.awaiting.claim(limit, now, leaseUntil(now, LEASE_SECONDS));
  }

  /**
   * Attaches the document to the certificate once software has read it, and publishes the certificate if the laboratory
   * is trusted and the checks find no error; or tells the laboratory that the document is missing. This is one
   * transaction, so after a crash all of it is done again.
   */
  async settle(id: string): Promise<boolean> {
    try {
      await this.transactions.run(() => this.settleOne(id, 'publish'));
    } catch (error) {
      // It can't be published without a decision, such as when another certificate of its batch was published
      // meanwhile.
      if (!(error instanceof DomainError)) throw error;
      await this.transactions.run(() => this.settleOne(id, 'keep'));
    }
    return true;
  }

  private async settleOne(id: string, then: 'publish' | 'keep'): Promise<void> {
    const waiting = await this.certificates.byId(id);
    const sha256 = waiting?.awaitedDocument;
    if (!sha256) return;
    const isTheirs = await this.hasArrived(waiting, sha256);
    const state = isTheirs ? await this.documents.lockState(sha256) : null;
    const certificate = await this.certificates.byId(id);
    if (certificate?.awaitedDocument !== sha256 || !isOpen(certificate)) return;
    if (state === null || (isRead({ state }) && !isEvidence({ state }))) return this.miss(certificate, sha256, state);
    if (!isRead({ state })) return;
    await this.certificates.lockForPublication([certificate]);
    const attached = await this.attach(certificate, sha256);
    if (then === 'publish' && state === 'ready') await this.publishIfTrusted(attached);
  }

  /** Whether the laboratory itself sent it: it must not read or publish what others sent. */
  private hasArrived({ documentId, labId }: Certificate, sha256: string): Promise<boolean> | boolean {
    return documentId === sha256 || this.documents.isUploadedBy(sha256, { labId: labId ?? '' });
  }

  private async attach(before: Certificate, documentId: string): Promise<Certificate> {
    const after = nextVersion(before, { documentId, ...NOT_AWAITED });
    const entry = changeEntry('submission.document-attached', before, after, SYSTEM, this.clock.now());
    return this.certificates.changeOne(after, entry);
  }

  private async publishIfTrusted(certificate: Certificate): Promise<void> {
    const { id, version, documentId, labId } = certificate;
    const { reported } = certificate.testResults;
    const lab = await this.labs.registered(certificate);
    if (!lab || labId === null || lab.suspended || !reported || certificate.lifecycle !== 'pending') return;
    const findings = await this.checks.findings(certificate, { labId });
    if (!skipsReview(lab, certificate, findings)) return;
    const approval = { ...reported, ...asRetest(certificate) };
    await this.review.publishUnreviewed(id, { version, documentId }, approval, actorOf(lab));
  }

  /**
   * The document did not arrive in time, or its bytes were refused or taken down. The certificate still waits for a
   * reviewer.
   */
  private async miss(before: Certificate, sha256: string, state: DocumentState | null): Promise<void> {
    const now = this.clock.now();
    const isDue = before.awaitedUntil !== null && (state !== null || before.awaitedUntil <= now);
    if (!isDue) return;
    const after = nextVersion(before, { documentId: null, awaitedUntil: null });
    const entry = changeEntry('submission.document-missing', before, after, SYSTEM, now);
    const certificate = await this.certificates.changeOne(after, entry);
    const message = (state && (await this.documents.byId(sha256))?.refusal?.message) ?? NOT_RECEIVED;
    const missingDocument = { sha256, message };
    await this.notifier.notify({ type: 'document_missing', at: now, certificate, replacedBy: null, missingDocument });
  }
}

const NOT_RECEIVED = `We did not receive this PDF within ${AWAITED_HOURS} hours. Send it with attachOwnDocument.`;
