import type { AuditEntry } from '../shared/audit.js';
import type { Page, Total } from '../shared/page.js';
import type { MailRecord } from '../shared/personal-data.js';
import type { CheckContext } from './automated-checks.js';
import type { Certificate, Lifecycle } from './certificate.js';
import type { ListedCertificate } from './listed-certificate.js';
import type { QueuePosition, QueueQuery } from './queue.js';
import type { SearchTerm } from './search-text.js';
import type { HistoryLinks } from './submission-history.js';
import type { SubmissionRevision } from './submission-revision.js';
import type { CertificateStatus, PanelVerdict } from './test-results.js';

/** The orders a list can be asked for: by test date, or by measured THC. */
export const CERTIFICATE_SORTS = ['newest', 'oldest', 'strongest', 'mildest'] as const;
export type CertificateSort = (typeof CERTIFICATE_SORTS)[number];

/** The last row of a page: the next one begins right behind it. */
export interface CertificateCursor {
  /** The row's test date (`YYYY-MM-DD`) or THC content, whichever the list is sorted by. */
  readonly value: string | number;
  readonly id: string;
}

export interface CertificateQuery {
  readonly search: SearchTerm | null;
  /** {@link nameKey} of a brand's name. */
  readonly brandKey: string | null;
  readonly status: CertificateStatus | null;
  readonly sort: CertificateSort;
  /** Rows of one page, 1 to 200. */
  readonly limit: number;
  readonly after: CertificateCursor | null;
}

/** A published certificate as a list shows it. */
export type CertificateSummary = Pick<
  Certificate,
  | 'id'
  | 'brandName'
  | 'productName'
  | 'batchId'
  | 'thcContent'
  | 'cbdContent'
  | 'labName'
  | 'testDate'
  | 'status'
  | 'underDosed'
  | 'demonstration'
> & { readonly pesticideStatus: PanelVerdict };

/** The newest certificate that another brand has, or had, under the same batch id. */
export type OtherBrandCertificate = Pick<
  Certificate,
  'reference' | 'brandName' | 'productName' | 'batchId' | 'submissionStatus'
>;

/** Names a certificate to people who may want to read that one as well. */
export type CertificateLink = Pick<Certificate, 'reference' | 'batchId' | 'productName'>;

/** A certificate that is or was published, whole: nothing of it is personal. */
export type PublishedCertificate = CertificateSummary &
  Pick<
    Certificate,
    | 'reference'
    | 'submissionStatus'
    | 'source'
    | 'labKey'
    | 'labReportId'
    | 'testResults'
    | 'coaFileUrl'
    | 'reviewedAt'
    | 'endedAt'
    | 'withdrawalReason'
    | 'amendmentReason'
  > & {
    /** The certificate that replaced this one, and why; null while this one is current or was withdrawn. */
    readonly replacedBy: (CertificateLink & { readonly reason: string }) | null;
    /**
     * The certificate that is current in place of one that has ended: what replaced it, however often since, or else the
     * one published for the same batch. Null while this one is current, and when there is none.
     */
    readonly current: CertificateLink | null;
    /** The certificate that this one replaced. */
    readonly replaces: CertificateLink | null;
    /** One certificate each of other brands that use the same batch id, by brand name; at most {@link OTHER_BRANDS_MAX}. */
    readonly otherBrands: readonly OtherBrandCertificate[];
  };

/** How many other brands are named beside a certificate. */
export const OTHER_BRANDS_MAX = 20;

/** What the registry knows about a certificate's surroundings at a moment. */
export type RegistryContext = Pick<CheckContext, 'sameBatch' | 'sameReport' | 'labIsKnown'>;

/** A certificate that is or was published, beside what the registry knows about it: read at one moment. */
export type PublicCertificate = PublishedCertificate & { readonly context: RegistryContext };

/** A published certificate with the moment of its publication. */
export type Publication = CertificateSummary & Pick<Certificate, 'reference'> & { readonly publishedAt: Date };

/** A certificate that was withdrawn, with the reason given to the public. */
export type Withdrawal = Pick<
  Certificate,
  'reference' | 'brandName' | 'productName' | 'batchId' | 'thcContent' | 'labName' | 'testDate'
> & { readonly withdrawnAt: Date; readonly reason: string };

export interface RegistryTotals {
  /** Published certificates. */
  readonly coas: number;
  /** Brands with a page of their own. */
  readonly brands: number;
  /** Published certificates that are under-dosed. */
  readonly underDosed: number;
  /** Published certificates that report all four contaminant panels; see `reportsAllPanels`. */
  readonly allPanels: number;
}

/** The last row of a page of a lab's own certificates. */
export interface QueueCursor {
  readonly createdAt: Date;
  readonly id: string;
}

/** What there is to do, each counted exactly up to 1,000. */
export interface QueueCounts {
  readonly pending: Total;
  /** Waiting for review and due before today. */
  readonly overdue: Total;
  readonly changesRequested: Total;
}

/** A record beside a submission, for the reviewer to compare. */
export type RelatedCertificate = Pick<
  Certificate,
  | 'id'
  | 'reference'
  | 'brandName'
  | 'productName'
  | 'batchId'
  | 'labName'
  | 'thcContent'
  | 'cbdContent'
  | 'testDate'
  | 'status'
  | 'submissionStatus'
  | 'takenBack'
>;

/** What the registry already knows about a submission's surroundings. */
export interface RelatedCertificates {
  readonly sameBatch: readonly RelatedCertificate[];
  readonly sameBrand: readonly RelatedCertificate[];
  readonly similarProducts: readonly RelatedCertificate[];
}

/** A submission that waits for review or for changes, as far as its batch goes. */
export type WaitingForBatch = Pick<Certificate, 'id' | 'batchKey' | 'brandName'>;

/** What a partner laboratory asks of the list of its own certificates. */
export interface LabQuery {
  readonly labId: string;
  readonly submissionStatus: Lifecycle | null;
  /** The lab's own report number; case and runs of spaces do not matter. */
  readonly labReportId: string | null;
  readonly batchKey: string | null;
  readonly limit: number;
  readonly after: QueueCursor | null;
}

/** What staff ask of the list of a lab's certificates. */
export interface LabCertificatesQuery {
  readonly labId: string;
  readonly submissionStatus: Lifecycle | null;
  /** A certificate matches when its `labSearchText` contains any of these; null for all certificates. */
  readonly search: readonly string[] | null;
  readonly limit: number;
  readonly after: QueueCursor | null;
}

/** A lab's certificate as a list shows it to staff: without results, comments and notes. */
export type LabCertificate = Pick<
  Certificate,
  | 'id'
  | 'reference'
  | 'brandName'
  | 'productName'
  | 'batchId'
  | 'labReportId'
  | 'testDate'
  | 'status'
  | 'submissionStatus'
  | 'takenBack'
  | 'createdAt'
  | 'reviewedAt'
  | 'endedAt'
>;

/** More submissions than this for one batch are not counted. */
export const WAITING_FOR_BATCH_MAX = 20;

/** Where certificates are kept. */
export abstract class CertificateRepository {
  /** @throws ReferenceTaken, AmendmentUnderWay */
  abstract add(certificate: Certificate): Promise<void>;

  /**
   * What this sender has waiting for review for this batch, the newest five. A second caller with the same key waits until the
   * transaction ends (advisory lock): of two identical requests at once, the second finds the first.
   */
  abstract waitingFrom(of: Pick<Certificate, 'batchKey' | 'submittedBy'>): Promise<readonly Certificate[]>;

  /** Whether a certificate for this batch of the brand is published. */
  abstract isBatchPublished(batch: BrandBatch): Promise<boolean>;

  /**
   * The certificate for a batch id: the one published last, or else the last one that was published.
   * @param batchKey see {@link BrandBatch}
   * @param brandKey {@link nameKey} of a present or former name of the brand; null for any brand
   */
  abstract publicByBatch(batchKey: string, brandKey: string | null): Promise<PublicCertificate | null>;

  /** A certificate that is or was published, by its reference. */
  abstract publicByReference(reference: string): Promise<PublicCertificate | null>;

  abstract publishedPage(query: CertificateQuery): Promise<Page<CertificateSummary, CertificateCursor>>;

  /**
   * Words of published products and brands that are spelled like any of these, those among them too; in no order. A word
   * may be left out when many others are more like it, and may be of a certificate that is no longer published.
   */
  abstract wordsLike(words: readonly string[]): Promise<readonly string[]>;

  /** The certificates published last, the newest first. */
  abstract latestPublished(limit: number): Promise<readonly Publication[]>;

  /** The certificates withdrawn last, the newest first. */
  abstract latestWithdrawn(limit: number): Promise<readonly Withdrawal[]>;

  abstract totals(): Promise<RegistryTotals>;

  abstract byId(id: string): Promise<Certificate | null>;

  /** The identity of the certificate with this reference, whatever its status. */
  abstract idOfReference(reference: string): Promise<string | null>;

  /** References by certificate id; ids that name no certificate are left out. */
  abstract referencesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;

  /** Submissions in the order asked for. */
  abstract queue(query: QueueQuery): Promise<Page<ListedCertificate, QueuePosition>>;

  /** Submissions that wait for review or for changes, up to {@link WAITING_FOR_BATCH_MAX} for each of these batches. */
  abstract waitingFor(batches: readonly BrandBatch[]): Promise<readonly WaitingForBatch[]>;

  /** Stores what a submission said before it was sent again. */
  abstract addRevision(revision: SubmissionRevision): Promise<void>;

  /** The revision of a submission that was stored last. */
  abstract lastRevision(certificateId: string): Promise<SubmissionRevision | null>;

  /** The certificate that it amends, and the one that replaced it or is to replace it. */
  abstract linksOf(certificate: Certificate): Promise<HistoryLinks>;

  /** @param today `YYYY-MM-DD` */
  abstract queueCounts(today: string): Promise<QueueCounts>;

  /** A laboratory's own certificates, the newest first. */
  abstract ofLab(query: LabQuery): Promise<Page<ListedCertificate, QueueCursor>>;

  /** A lab's certificates for staff, the newest first. */
  abstract searchOfLab(query: LabCertificatesQuery): Promise<Page<LabCertificate, QueueCursor>>;

  /**
   * Other records of the brand's batch that were not superseded, at most 20; up to 5 others that carry the same report
   * number of the laboratory and were neither rejected nor superseded; and whether the laboratory is a partner or another
   * certificate of it is published.
   */
  abstract checkContext(of: CheckContextQuery): Promise<RegistryContext>;

  /** Published batch ids of the brand that read the same once look-alikes and punctuation are folded; at most three. */
  abstract lookAlikes(of: Pick<Certificate, 'brandName' | 'batchId' | 'batchKey'>): Promise<readonly string[]>;

  /**
   * What to show beside a submission: at most 20 records of the batch, those of the brand before those of other brands;
   * and five each of brand and product.
   */
  abstract related(of: Certificate): Promise<RelatedCertificates>;

  /**
   * Stores changed certificates and their audit entries in one transaction, each only if nobody changed it since: the
   * stored version must be the one before. A certificate that becomes approved is tied to its brand by {@link nameKey};
   * the brand is created, unverified, when this is its first.
   * @returns the certificates as stored, with their brands
   * @throws ChangedMeanwhile, and then nothing is stored; DuplicateBatch when the brand has published that batch already
   */
  abstract change(changed: readonly Certificate[], entries: readonly AuditEntry[]): Promise<readonly Certificate[]>;

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
   * Removes the sender's personal data from their certificates and revisions, and the emails about them from the outbox.
   * Row locks order it before or after a concurrent decision.
   * @param without gives a certificate without its sender
   * @returns the certificates and the sender's own revisions as they were, and how much mail there was
   */
  abstract eraseSubmitter(
    address: string,
    without: (certificate: Certificate) => Certificate,
  ): Promise<{ certificates: readonly Certificate[]; revisions: readonly RevisionInContext[]; mail: number }>;
}

/** A revision beside where its submission stands now. */
export type RevisionInContext = SubmissionRevision & Pick<Certificate, 'reference' | 'submissionStatus'>;

/** A batch id belongs to a brand: two brands may print the same one. See decision 0032. */
export type BrandBatch = Pick<Certificate, 'batchKey'> & {
  /** {@link nameKey} of a present or former name of the brand. */
  readonly brandKey: string;
};

/** Who may learn of unpublished certificates: staff of all, a lab of those it sent, everyone else of none. */
export type Viewer = 'staff' | 'public' | { readonly labId: string };

/** Whose surroundings are asked for, and for whom. */
export type CheckContextQuery = Pick<Certificate, 'labKey' | 'labId' | 'labReportId'> &
  BrandBatch & {
    /** Records that are not among its surroundings: itself, and what it amends. */
    readonly except: readonly string[];
    readonly viewer: Viewer;
  };

/** What happened to a certificate that its sender should hear of. */
export const CERTIFICATE_EVENT_TYPES = ['published', 'changes_requested', 'rejected', 'amended', 'withdrawn'] as const;
export type CertificateEventType = (typeof CERTIFICATE_EVENT_TYPES)[number];

export interface CertificateEvent {
  readonly type: CertificateEventType;
  readonly at: Date;
  readonly certificate: Certificate;
  /** For `amended`: the certificate that took its place. */
  readonly replacedBy: Certificate | null;
}

/** How a submission came in: for the first time, or with the changes that were asked for. */
export type ReceiptKind = 'received' | 'resubmitted';

/** Tells senders what became of their certificates. What is told is kept with the decision, or not at all. */
export abstract class Notifier {
  abstract notify(event: CertificateEvent): Promise<void>;

  /** Tells whoever sent it without an account that it has arrived. */
  abstract confirmReceipt(arrival: ReceiptKind, certificate: Certificate, at: Date): Promise<void>;
}

/** A link by which somebody without an account answers a request for changes, once. */
export interface CorrectionToken {
  readonly certificateId: string;
  /** When changes were asked for; the answer, a decision or another request closes the link. */
  readonly askedAt: Date;
}

/** How long such a link is good for. */
export const CORRECTION_DAYS = 30;

/** Makes correction links that nobody else can make. */
export abstract class CorrectionTokenSigner {
  abstract sign(correctionToken: CorrectionToken, expiresAt: Date): string;

  /** @returns null for a token that was not made here, or has expired */
  abstract verify(token: string, now: Date): CorrectionToken | null;
}
