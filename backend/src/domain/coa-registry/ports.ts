import type { AuditEntry } from '../shared/audit.js';
import type { DocumentReading } from '../shared/document-reading.js';
import type { Page } from '../shared/page.js';
import type { MailRecord } from '../shared/personal-data.js';
import type { CheckContextQuery, RegistryContext, Viewer } from './automated-checks.js';
import type { BrandBatch } from './batch-key.js';
import type { Certificate } from './certificate.js';
import type { CertificateDocument, DocumentState } from './certificate-document.js';
import type { CertificateEvent, ReceiptKind } from './certificate-event.js';
import type { DocumentUse } from './document-checks.js';
import type { Uploader } from './evidence.js';
import type {
  LabCertificate,
  LabCertificatesQuery,
  LabListCursor,
  OwnCertificatesQuery,
  Replacement,
} from './lab-certificate-queries.js';
import type { ListedCertificate } from './listed-certificate.js';
import type { ProductCertificate } from './product-history.js';
import type {
  CertificateCursor,
  CertificateQuery,
  CertificateSummary,
  EndedCertificate,
  Publication,
  PublicCertificate,
  RegistryTotals,
  Withdrawal,
} from './published-certificate.js';
import type { ReportPlaces } from './qr-host.js';
import type { QueueCounts, QueuePosition, QueueQuery } from './queue.js';
import type { PublishedOfBatch, RelatedCertificates, WaitingForBatch } from './related-certificates.js';
import type { SearchTerm } from './search-text.js';
import type { HistoryLinks } from './submission-history.js';
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

/** Public reading: certificates that are published, or were. */
export abstract class PublishedCertificateReader {
  /**
   * The certificate for a batch id: the current one with the newest test (see `byNewestTest`), or else the most
   * recently ended one.
   * @param batchKey see {@link BrandBatch}
   * @param brandKey {@link nameKey} of a present or former name of the brand; null for any brand
   */
  abstract publicByBatch(batchKey: string, brandKey: string | null): Promise<PublicCertificate | null>;

  /** A certificate that is or was published, by its reference. */
  abstract publicByReference(reference: string): Promise<PublicCertificate | null>;

  /** The SHA-256 of the document of a certificate that is or was published; null when there is no such certificate. */
  abstract publicDocumentOf(reference: string): Promise<{ readonly documentId: string | null } | null>;

  abstract publishedPage(query: CertificateQuery): Promise<Page<CertificateSummary, CertificateCursor>>;

  /** How many published certificates have no verdicts on this basis; counted up to a limit. */
  abstract uncompared(basis: string): Promise<number>;

  /**
   * Certificates of a brand's product that are or were published, by test date, the newest first.
   * @param brandKey {@link nameKey} of a present or former name of the brand
   * @param words see `productWords`: names that differ only in punctuation are found too
   */
  abstract ofProduct(brandKey: string, words: string, limit: number): Promise<readonly ProductCertificate[]>;

  /**
   * Words of published products and brands with a similar spelling, including exact matches, in no particular order. A
   * word may be missing when many others are more similar, and may come from a certificate that is no longer published.
   */
  abstract wordsLike(words: readonly string[]): Promise<readonly string[]>;

  /**
   * Withdrawn and replaced certificates that match any of these parts, the most recently ended first.
   * @param parts see {@link SearchTerm}
   */
  abstract endedMatching(parts: readonly string[], limit: number): Promise<readonly EndedCertificate[]>;

  /** The most recently published certificates, the newest first. */
  abstract latestPublished(limit: number): Promise<readonly Publication[]>;

  /** The most recently withdrawn certificates, the newest first. */
  abstract latestWithdrawn(limit: number): Promise<readonly Withdrawal[]>;

  abstract totals(): Promise<RegistryTotals>;
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

/** The queue of certificates that waited for their document and can be handled now. */
export abstract class AwaitingCertificates {
  /**
   * Leases open certificates whose document was read, was refused or removed without the lab being told, or did not
   * arrive in time.
   * @returns their ids
   */
  abstract claim(limit: number, now: Date, leasedUntil: Date): Promise<readonly string[]>;
}

/** A partner laboratory, as the registry needs it. */
export interface RegisteredLab extends ReportPlaces {
  readonly id: string;
  readonly name: string;
  readonly trusted: boolean;
  readonly suspended: boolean;
}

/** Partner laboratories. */
export abstract class RegisteredLabs {
  /** The partner laboratory that sent the certificate, or else the one with its laboratory's name. */
  abstract registered(of: Pick<Certificate, 'labId' | 'labKey'>): Promise<RegisteredLab | null>;
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

/** The documents whose other certificates are looked up, and who will read the result. */
export interface DocumentUsesQuery {
  readonly documentIds: readonly string[];
  /** Ids to leave out: the certificate itself and the one it amends. */
  readonly except: readonly string[];
  readonly viewer: Viewer;
}

/** A certificate with one of the documents asked for. */
export type DocumentUsed = Omit<DocumentUse, 'likeness'> & { readonly documentId: string };

/** What the automated checks compare a certificate with. */
export abstract class CheckContextReader {
  /**
   * Other records of the brand's batch that were not superseded, at most 20; up to 5 others that carry the same report
   * number of the laboratory and were neither rejected nor superseded; and whether the laboratory is a partner or another
   * certificate of it is published.
   */
  abstract checkContext(of: CheckContextQuery): Promise<RegistryContext>;

  /**
   * Other certificates with any of these documents that were neither rejected nor superseded, the newest first; at most
   * 20.
   */
  abstract documentUses(of: DocumentUsesQuery): Promise<readonly DocumentUsed[]>;

  /** Published batch ids of the brand that read the same once look-alikes and punctuation are folded; at most three. */
  abstract lookAlikes(of: Pick<Certificate, 'brandName' | 'batchId' | 'batchKey'>): Promise<readonly string[]>;
}

/** The lists of staff and labs: the review queue, a lab's certificates, and what is shown beside a submission. */
export abstract class SubmissionReader {
  /** Submissions in the requested order. */
  abstract queue(query: QueueQuery): Promise<Page<ListedCertificate, QueuePosition>>;

  /** @param today `YYYY-MM-DD` */
  abstract queueCounts(today: string): Promise<QueueCounts>;

  /** Submissions pending or awaiting changes, up to {@link WAITING_FOR_BATCH_MAX} for each of these batches. */
  abstract waitingFor(batches: readonly BrandBatch[]): Promise<readonly WaitingForBatch[]>;

  /** Related records: at most 20 of the batch, those of the brand first, and five each of brand and product. */
  abstract related(of: Certificate): Promise<RelatedCertificates>;

  /** The certificate that it amends, and the one that replaced it or is to replace it. */
  abstract linksOf(certificate: Certificate): Promise<HistoryLinks>;

  /** A laboratory's own certificates, the newest first. */
  abstract ofLab(query: OwnCertificatesQuery): Promise<Page<ListedCertificate, LabListCursor>>;

  /**
   * A time before which every change is visible, because no open transaction began earlier. Changes that are not in the
   * lists yet are later.
   */
  abstract changesKnownUntil(): Promise<Date>;

  /** What replaced these certificates, by their ids. Others have no entry. */
  abstract replacementsOf(ids: readonly string[]): Promise<ReadonlyMap<string, Replacement>>;

  /** A lab's certificates for staff, the newest first. */
  abstract searchOfLab(query: LabCertificatesQuery): Promise<Page<LabCertificate, LabListCursor>>;
}

/** Notifies submitters about their certificates, in the transaction of the change. */
export abstract class Notifier {
  abstract notify(event: CertificateEvent): Promise<void>;

  /** Tells a submitter without an account what happened to the submission before a reviewer looks at it. */
  abstract confirmReceipt(arrival: ReceiptKind, certificate: Certificate, at: Date): Promise<void>;
}

/** A one-time link that lets a submitter without an account answer a request for changes. */
export interface CorrectionToken {
  readonly certificateId: string;
  /** When changes were requested. A resubmission, a decision or another request invalidates the link. */
  readonly askedAt: Date;
}

/** How long a correction link is valid. */
export const CORRECTION_DAYS = 30;

export abstract class CorrectionTokenSigner {
  abstract sign(correctionToken: CorrectionToken, expiresAt: Date): string;

  /** @returns null for a token with a wrong signature or one that has expired */
  abstract verify(token: string, now: Date): CorrectionToken | null;
}
