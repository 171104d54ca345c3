import type { AuditEntry } from '../../shared/audit.js';
import type { DocumentReading } from '../../shared/document-reading.js';
import type { Page } from '../../shared/page.js';
import type { MailRecord } from '../../shared/personal-data.js';
import type { BrandBatch } from './batch-key.js';
import type { AffectedBatch, AffectedSet, BatchNotice, Notice, NoticeSelection, PublicNotice } from './batch-notice.js';
import type { Certificate } from './certificate.js';
import type { CertificateDocument, DocumentState } from './certificate-document.js';
import type { CertificateEvent, ReceiptKind } from './certificate-event.js';
import { CertificateNotFound } from './certificate-lifecycle.js';
import type { Uploader } from './evidence.js';
import type { IncidentWindow, LabIncident } from './lab-incident.js';
import type { PublishedOfBatch } from './publish-as.js';
import type { RevisionInContext, SubmissionRevision } from './submission-revision.js';

/**
 * At most so many submissions with one document get the email that it was refused; a person doesn't send more by hand.
 */
export const SENDERS_MAX = 20;

/** Stores certificates and their revisions, and reads them whole. */
export abstract class CertificateRepository {
  /** @throws ReferenceTaken, AmendmentUnderWay */
  abstract add(certificate: Certificate): Promise<void>;

  /**
   * Stores a changed certificate and its audit entry in one transaction, with an optimistic lock: the stored version must
   * be the one before. A certificate that becomes approved is tied to its brand by {@link nameKey}; the brand is created,
   * unverified, when this is its first.
   * @returns the certificate as stored, with its brand
   * @throws ChangedMeanwhile, and then nothing is stored; DuplicateBatch when the brand has published that report already
   */
  abstract changeOne(certificate: Certificate, entry: AuditEntry): Promise<Certificate>;

  /**
   * Stores an approved amendment and the certificate that it supersedes, with their audit entries, in one transaction and
   * under the conditions of {@link changeOne}.
   * @returns both as stored, the superseded one first
   * @throws ChangedMeanwhile, DuplicateBatch, AmendmentUnderWay
   */
  abstract publishAmendment(
    superseded: Certificate,
    amendment: Certificate,
    entries: readonly AuditEntry[],
  ): Promise<readonly [Certificate, Certificate]>;

  abstract byId(id: string): Promise<Certificate | null>;

  /**
   * The newest five submissions from this address that are pending for this batch. Takes an advisory lock on address and
   * batch until the transaction ends, so the second of two identical requests finds what the first stored.
   */
  abstract pendingFrom(of: Pick<Certificate, 'batchKey' | 'contactEmail'>): Promise<readonly Certificate[]>;

  /** Certificates with this document that wait for review and were sent with the form, at most {@link SENDERS_MAX}. */
  abstract pendingWithDocument(sha256: string): Promise<readonly Certificate[]>;

  /** The brand's published certificates of this batch, the newest test first; at most {@link PUBLISHED_OF_BATCH_MAX}. */
  abstract publishedOfBatch(batch: BrandBatch): Promise<readonly PublishedOfBatch[]>;

  /**
   * Prevents other transactions from publishing a certificate of these batches (of any brand) and from renaming these
   * brands, until this transaction ends. Call it after the document is locked and before the first certificate is
   * stored: another order can deadlock. A lock can be taken twice.
   */
  abstract lockForPublication(certificates: readonly Pick<Certificate, 'batchKey' | 'brandName'>[]): Promise<void>;

  /** The identity of the certificate with this reference, whatever its status. */
  abstract idOfReference(reference: string): Promise<string | null>;

  /** References by certificate id; unknown ids are left out. */
  abstract referencesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;

  /** Whether staff withdrew or replaced a certificate of the lab since then. */
  abstract hadFinding(labId: string, since: Date): Promise<boolean>;

  /** Stores what a submission said before it was resubmitted. */
  abstract addRevision(revision: SubmissionRevision): Promise<void>;

  /** The revision of a submission that was stored last. */
  abstract lastRevision(certificateId: string): Promise<SubmissionRevision | null>;

  /**
   * Everything submitted with this email address, ignoring case: the certificates, oldest first, their earlier revisions,
   * and the emails about them.
   */
  abstract ofSubmitter(address: string): Promise<{
    certificates: readonly Certificate[];
    revisions: readonly RevisionInContext[];
    mail: readonly MailRecord[];
  }>;

  /**
   * Removes the submitter's personal data from their certificates and revisions, and the emails about them from the outbox.
   * Row locks order it before or after a concurrent decision.
   * @param without returns a certificate without its submitter
   * @returns the certificates and the submitter's own revisions before the change, and how many emails were removed
   */
  abstract eraseSubmitter(
    address: string,
    without: (certificate: Certificate) => Certificate,
  ): Promise<{ certificates: readonly Certificate[]; revisions: readonly RevisionInContext[]; mail: number }>;
}

/** @throws CertificateNotFound */
export async function storedCertificate(certificates: CertificateRepository, id: string): Promise<Certificate> {
  const certificate = await certificates.byId(id);
  if (!certificate) throw new CertificateNotFound();
  return certificate;
}

/** Incidents of laboratories. They are few. */
export abstract class LabIncidentRepository {
  /** With their history, the newest first. */
  abstract all(): Promise<readonly LabIncident[]>;

  /** Those of one laboratory. @param labKey {@link nameKey} of its name */
  abstract ofLab(labKey: string): Promise<readonly LabIncident[]>;

  abstract byId(id: string): Promise<LabIncident | null>;

  /** How many published certificates are in a window. */
  abstract countCovered(window: IncidentWindow): Promise<number>;

  /** @throws IncidentAlreadyOpen */
  abstract add(incident: LabIncident, entry: AuditEntry): Promise<void>;

  /** Stores the end of an incident with an optimistic lock. @throws IncidentEnded */
  abstract end(incident: LabIncident, entry: AuditEntry): Promise<void>;
}

/** Of a notice: the first time that the public saw it. */
export type NoticeCursor = Pick<PublicNotice, 'publishedAt' | 'id'>;

/** Which notices a feed announces: those about a brand or product, or by their ids. */
export type NoticeScope =
  | { readonly brandKey: string; readonly productKey: string | null }
  | { readonly ids: readonly string[] };

/** Notices over many batches. */
export abstract class NoticeRepository {
  /** Those that are or were published, the newest first, with the number of their batches. */
  abstract published(
    limit: number,
    after: NoticeCursor | null,
  ): Promise<Page<PublicNotice & { readonly affectedBatches: number }, NoticeCursor>>;

  /** Those that are or were published, the last changed first. */
  abstract lastModified(limit: number, scope?: NoticeScope): Promise<readonly PublicNotice[]>;

  /** Of the whole history, the last drafted first. */
  abstract all(): Promise<readonly Notice[]>;

  abstract byId(id: string): Promise<Notice | null>;

  /** One that is or was published. */
  abstract byNumber(number: string): Promise<PublicNotice | null>;

  /** The batches of a published notice, by brand and batch. @param limit of them */
  abstract affectedBy(id: string, limit: number): Promise<{ batches: readonly AffectedBatch[]; total: number }>;

  /** The batches that were chosen, by brand and batch. */
  abstract resolve(selection: NoticeSelection): Promise<AffectedSet>;

  /** The current notices about a batch, the newest first. */
  abstract aboutBatch(batch: BrandBatch): Promise<readonly BatchNotice[]>;

  /** The keys of batches that a current notice is about, of any brand. */
  abstract affectedBatchKeys(): Promise<ReadonlySet<string>>;

  /** How many were published first in this year. Publications wait for each other until the transaction ends. */
  abstract countPublishedIn(year: number): Promise<number>;

  /** Whether one person made or reset the account of another since then. */
  abstract hasMadeAccount(makerId: string, accountId: string, since: Date): Promise<boolean>;

  abstract add(notice: Notice, entry: AuditEntry): Promise<void>;

  /**
   * Stores a change with an optimistic lock.
   * @param affected what it is about from now on; null if that stays
   * @throws NoticeChanged
   */
  abstract change(notice: Notice, affected: readonly AffectedBatch[] | null, entry: AuditEntry): Promise<void>;
}

/** A document that software has read. */
export interface ReadDocument {
  readonly receivedAt: Date;
  readonly reading: DocumentReading;
  /** All its text; empty for a scanned one. */
  readonly text: string;
  /** Other documents with the same words, or nearly the same. */
  readonly others: readonly { readonly sha256: string; readonly likeness: 'same-words' | 'near-copy' }[];
}

/** The documents context, as the registry needs it. */
export abstract class CertificateDocuments {
  /** A document in any state. */
  abstract byId(sha256: string): Promise<CertificateDocument | null>;

  /** States of documents by their SHA-256; unknown ones are left out. */
  abstract statesOf(sha256s: readonly string[]): Promise<ReadonlyMap<string, DocumentState>>;

  /**
   * What software read from it; null until then, and when it was refused, removed or can't be read. While it is read
   * again, the earlier reading is returned.
   */
  abstract readingOf(sha256: string): Promise<DocumentReading | null>;

  /** A document with what {@link readingOf} returns, its text and the other documents like it, for the checks; or null. */
  abstract read(sha256: string): Promise<ReadDocument | null>;

  /** Whether they sent it, so that they may read what it says before it is published. */
  abstract isUploadedBy(sha256: string, uploader: Uploader): Promise<boolean>;

  /**
   * Checks that a certificate may refer to a document, and keeps it from being deleted or taken down until the transaction
   * ends.
   * @param uploader who names it; null for staff, who may name any, and where that was checked before
   * @throws InvalidInput, about the field `documentSha256`, if they did not upload it, or it was refused or removed. Whether
   * another sender did makes no difference
   */
  abstract assertUsable(sha256: string, uploader: Uploader | null): Promise<void>;

  /** Its state, locked until the transaction ends: a takedown waits until the certificate is stored, and vice versa. */
  abstract lockState(sha256: string): Promise<DocumentState | null>;
}

/** Notifies submitters about their certificates, in the transaction of the change. */
export abstract class Notifier {
  abstract notify(event: CertificateEvent): Promise<void>;

  /** Tells a submitter without an account what happened to the submission before a reviewer looks at it. */
  abstract confirmReceipt(arrival: ReceiptKind, certificate: Certificate, at: Date): Promise<void>;
}
