import type { Actor } from '../../shared/audit.js';
import { domainError } from '../../shared/domain-error.js';
import { Clock, Ids, Transactions } from '../../shared/ports.js';
import {
  type Certificate,
  type CertificateDraft,
  FORM_SUBMITTER,
  type Submitter,
  submit,
} from '../certificate/certificate.js';
import { changeEntry } from '../certificate/certificate-audit.js';
import { ChangedMeanwhile, NotAwaitingChanges } from '../certificate/certificate-lifecycle.js';
import { NO_DOCUMENT } from '../certificate/evidence.js';
import type { Finding } from '../certificate/finding.js';
import { CertificateRepository, Notifier, storedCertificate } from '../certificate/ports.js';
import { hasSameContent, needsRevision, revisionOf } from '../certificate/submission-revision.js';
import { CertificateChecks } from '../checks/certificate-checks.js';
import { EvidenceFinder } from './evidence-finder.js';
import { assertReportNotPublished, insertWithUniqueReference } from './insert-certificate.js';
import { resubmit } from './sender-changes.js';

export interface SubmissionReceipt {
  readonly reference: string;
  /** Day by which the submission is to be reviewed, `YYYY-MM-DD`. */
  readonly reviewDueDate: string;
}

/** A one-time link that lets a submitter without an account answer a request for changes. */
export interface CorrectionToken {
  readonly certificateId: string;
  /** When changes were requested. A resubmission, a decision or another request invalidates the link. */
  readonly askedAt: Date;
}

/** How long a correction link is valid. */
const CORRECTION_DAYS = 30;

export abstract class CorrectionTokenSigner {
  abstract sign(correctionToken: CorrectionToken, expiresAt: Date): string;

  /** @returns null for a token with a wrong signature or one that has expired */
  abstract verify(token: string, now: Date): CorrectionToken | null;
}

/** A link would let anyone who has it change what the laboratory said. */
export class LabAnswersItself extends domainError(
  'conflict',
  'lab-answers-itself',
  'A lab sent this certificate with its own key. We told the lab what needs to change, and the lab will correct it.',
) {}

/** The link is forged, expired or used. The answer does not tell which. */
export class CorrectionLinkClosed extends domainError(
  'not-found',
  'correction-link-closed',
  'This link no longer works. Either the correction was already sent, or the link expired. Write to us if you need a new one.',
) {}

export interface CheckOptions {
  readonly submitter?: Submitter;
  /** SHA-256 of the document. */
  readonly documentId?: string | null;
  /** The access token that a visitor got for uploading the document. */
  readonly access?: string | undefined;
}

/** Submitting a certificate through the form, and answering a request for changes. */
export class Submissions {
  constructor(
    private readonly certificates: CertificateRepository,
    private readonly checks: CertificateChecks,
    private readonly evidence: EvidenceFinder,
    private readonly notifier: Notifier,
    private readonly tokenSigner: CorrectionTokenSigner,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Stores a certificate for review and queues the receipt in one transaction. Resubmitting the same content while it is
   * pending returns the same receipt.
   * @throws InvalidInput, DuplicateBatch
   */
  submit(draft: CertificateDraft, named = NO_DOCUMENT): Promise<SubmissionReceipt> {
    return this.transactions.run(async () => {
      const now = this.clock.now();
      const asked = { draft, submitter: FORM_SUBMITTER, named, before: null };
      const evidence = await this.evidence.ofPerson(asked, 'submitter');
      const submission = submit(draft, this.ids.uuid(), now, FORM_SUBMITTER, evidence);
      const waiting = await this.certificates.pendingFrom(submission);
      const duplicate = waiting.find((one) => hasSameContent(one, submission));
      if (duplicate) return receiptOf(duplicate);
      const certificate = await insertWithUniqueReference(this.certificates, this.ids, submission);
      await this.notifier.confirmReceipt('received', certificate, now);
      return receiptOf(certificate);
    });
  }

  /**
   * Runs the automated checks on a draft and stores nothing. They use the document only if the sender uploaded it.
   * @throws InvalidInput
   */
  async check(draft: CertificateDraft, options: CheckOptions = {}): Promise<readonly Finding[]> {
    return (await this.attempt(draft, options)).findings;
  }

  /**
   * The certificate that a draft would become, with its findings. Stores nothing.
   * @throws InvalidInput
   */
  async attempt(
    draft: CertificateDraft,
    { documentId, submitter = FORM_SUBMITTER, access = '' }: CheckOptions = {},
  ): Promise<{ readonly certificate: Certificate; readonly findings: readonly Finding[] }> {
    const { labId } = submitter;
    const document = documentId ? { sha256: documentId, uploader: labId ? { labId } : { access } } : null;
    const evidence = await this.evidence.ofCheck(draft, submitter, document);
    const certificate = submit(draft, this.ids.uuid(), this.clock.now(), submitter, evidence);
    return { certificate, findings: await this.checks.findings(certificate, labId ? { labId } : 'public') };
  }

  /** @throws CertificateNotFound */
  byId(id: string): Promise<Certificate> {
    return storedCertificate(this.certificates, id);
  }

  /**
   * Signs the token of the link through which the submitter sends the requested changes.
   * @throws CertificateNotFound, LabAnswersItself, NotAwaitingChanges
   */
  async correctionToken(id: string): Promise<{ readonly token: string; readonly expiresAt: Date }> {
    const { lifecycle, reviewedAt, labId } = await this.byId(id);
    if (labId !== null) throw new LabAnswersItself();
    if (lifecycle !== 'changes_requested' || !reviewedAt) throw new NotAwaitingChanges();
    const expiresAt = new Date(this.clock.now().getTime() + CORRECTION_DAYS * 86_400_000);
    return { token: this.tokenSigner.sign({ certificateId: id, askedAt: reviewedAt }, expiresAt), expiresAt };
  }

  /** The submission that a correction link is for. @throws CorrectionLinkClosed */
  async correctionOf(token: string): Promise<Certificate> {
    const correctionToken = this.tokenSigner.verify(token, this.clock.now());
    const certificate = correctionToken && (await this.certificates.byId(correctionToken.certificateId));
    if (certificate?.lifecycle !== 'changes_requested') throw new CorrectionLinkClosed();
    if (certificate.reviewedAt?.getTime() !== correctionToken?.askedAt.getTime()) throw new CorrectionLinkClosed();
    return certificate;
  }

  /**
   * The submitter's answer to a request for changes. It closes the link. The document stays unless another one is named.
   * @throws CorrectionLinkClosed, DuplicateBatch, InvalidInput
   */
  async resubmit(token: string, draft: CertificateDraft, named = NO_DOCUMENT): Promise<SubmissionReceipt> {
    const before = await this.correctionOf(token);
    const now = this.clock.now();
    const corrected = withFieldsMissingFromForm(draft, before);
    await assertReportNotPublished(this.certificates, resubmit(before, corrected, now));
    try {
      return await this.transactions.run(async () => {
        const evidence = await this.evidence.ofCorrection({ draft: corrected, named, before });
        const after = resubmit(before, corrected, now, evidence);
        const entry = changeEntry('submission.resubmitted', before, after, SUBMITTER, now);
        const stored = await this.certificates.changeOne(after, entry);
        await this.storeRevision(before, now);
        await this.notifier.confirmReceipt('resubmitted', stored, now);
        return receiptOf(stored);
      });
    } catch (error) {
      throw error instanceof ChangedMeanwhile ? new CorrectionLinkClosed() : error;
    }
  }

  /**
   * Notifies people who sent the form before software had read their PDF that it was refused. Call it in the
   * transaction that refuses the document.
   */
  async tellSendersOfRefusal(sha256: string): Promise<void> {
    for (const certificate of await this.certificates.pendingWithDocument(sha256)) {
      await this.notifier.confirmReceipt('document_refused', certificate, this.clock.now());
    }
  }

  /**
   * Stores the previous content of a submission, for the reviewer to compare. Call it in the transaction of the change and
   * after it: by then the row is locked, so the same revision is not stored twice.
   */
  async storeRevision(before: Certificate, at: Date): Promise<void> {
    if (!needsRevision(before, await this.certificates.lastRevision(before.id))) return;
    await this.certificates.addRevision(revisionOf(before, await this.checks.findings(before, 'staff'), at));
  }
}

/** The actor of a resubmission: a person without an account, whom the audit log does not name. */
const SUBMITTER: Actor = { id: 'submitter', name: 'submitter' };

/** The form has no fields for the report number and free-form results, so both are kept from the original. */
export function withFieldsMissingFromForm(
  draft: CertificateDraft,
  { labReportId, testResults }: Certificate,
): CertificateDraft {
  const { submitted } = testResults;
  return { labReportId, ...(submitted === undefined ? {} : { submittedResults: submitted }), ...draft };
}

const receiptOf = ({ reference, reviewDueDate }: Certificate): SubmissionReceipt => ({ reference, reviewDueDate });
