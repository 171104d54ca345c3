import type { AuditEntry } from '../../shared/audit.js';
import { nameKey } from '../../shared/name-key.js';
import { type Page, totalOf } from '../../shared/page.js';
import { Clock } from '../../shared/ports.js';
import { utcDay } from '../../shared/utc-day.js';
import type { Certificate, Source } from '../certificate/certificate.js';
import type { CertificateDocument, DocumentState } from '../certificate/certificate-document.js';
import { isOpen } from '../certificate/certificate-lifecycle.js';
import type { Finding } from '../certificate/finding.js';
import { CertificateDocuments, CertificateRepository, storedCertificate } from '../certificate/ports.js';
import type { RelatedCertificate } from '../certificate/publish-as.js';
import { compareFindings, type SubmissionRevision } from '../certificate/submission-revision.js';
import { CertificateChecks } from '../checks/certificate-checks.js';
import { compareWithDocument, type DocumentComparison } from '../checks/document-comparison.js';
import { type SettledResults, settledResults } from '../checks/settled-results.js';
import { labSearchParts } from './lab-search.js';
import type { ListedCertificate } from './listed-certificate.js';
import {
  type LabCertificate,
  type LabCertificatesQuery,
  type LabListCursor,
  type RelatedCertificates,
  SubmissionReader,
  type WaitingForBatch,
} from './ports.js';
import { assertSortable, type QueueCounts, type QueuePosition, type QueueSort, queueTerm } from './queue.js';
import { type HistoryEvent, historyOf } from './submission-history.js';

/** A reviewer's query for the queue. */
export interface QueueRequest {
  readonly lifecycle: Certificate['lifecycle'];
  readonly source?: Source;
  readonly overdueOnly: boolean;
  readonly spotChecksOnly?: boolean;
  readonly search?: string;
  readonly sort: QueueSort;
  readonly limit: number;
  readonly after: QueuePosition | null;
}

/** A row of the queue. */
export interface QueuedSubmission {
  readonly certificate: ListedCertificate;
  /** Other submissions that wait for the same batch of the same brand, counted up to about 20. */
  readonly othersForBatch: number;
  /** State of its document; null without one. */
  readonly documentState: DocumentState | null;
}

/** A submission with everything that the reviewer compares it with. */
export interface SubmissionInContext {
  readonly certificate: Certificate;
  readonly document: CertificateDocument | null;
  /** The submission beside what software read from its document; null without a document that was read. */
  readonly documentComparison: DocumentComparison | null;
  readonly findings: readonly Finding[];
  /** What the review form starts with. */
  readonly settled: SettledResults;
  readonly related: RelatedCertificates;
  /** Other submissions that wait for the same batch of the same brand. */
  readonly waitingForBatch: readonly RelatedCertificate[];
  /**
   * Published certificates of the same batch and brand, the newest test first. Empty for an amendment of one of them.
   */
  readonly publishedForBatch: readonly RelatedCertificate[];
  /** The published certificate that it is to replace, or has replaced. */
  readonly original: Certificate | null;
  readonly originalDocument: CertificateDocument | null;
  /** Its content before it was resubmitted; null if it never was. */
  readonly previous: SubmissionRevision | null;
  /** The findings that are new since it was resubmitted; empty if it never was. */
  readonly newFindings: readonly Finding[];
  /** Findings from before it was resubmitted that no longer apply. */
  readonly resolvedFindings: readonly Finding[];
}

/** What staff read: the queue, the page of one submission, its history, and the certificates of a lab. */
export class ReviewQueue {
  constructor(
    private readonly certificates: CertificateRepository,
    private readonly submissions: SubmissionReader,
    private readonly checks: CertificateChecks,
    private readonly documents: CertificateDocuments,
    private readonly clock: Clock,
  ) {}

  /** Submissions. A search without a letter or digit matches none. @throws InvalidInput */
  async page(request: QueueRequest): Promise<Page<QueuedSubmission, QueuePosition>> {
    const { lifecycle, source, overdueOnly, spotChecksOnly = false, search, sort, limit, after } = request;
    assertSortable(sort, lifecycle);
    const term = search?.trim() ? queueTerm(search) : undefined;
    if (term === null) return { items: [], next: null, total: totalOf(0) };
    const dueBefore = overdueOnly ? this.today() : null;
    const filters = { lifecycle, source: source ?? null, dueBefore, spotChecksOnly, search: term ?? null };
    const query = { ...filters, sort, limit, after };
    const page = await this.submissions.queue(query);
    return { ...page, items: await this.withOthersForBatch(page.items) };
  }

  private async withOthersForBatch(certificates: readonly ListedCertificate[]): Promise<readonly QueuedSubmission[]> {
    const open = certificates.filter(isOpen);
    const batches = open.map(({ batchKey, brandName }) => ({ batchKey, brandKey: nameKey(brandName) }));
    const waiting = batches.length === 0 ? [] : await this.submissions.waitingFor(batches);
    const states = await this.documents.statesOf(certificates.flatMap(({ documentId }) => documentId ?? []));
    return certificates.map((certificate) => ({
      certificate,
      documentState: (certificate.documentId && states.get(certificate.documentId)) || null,
      othersForBatch: isOpen(certificate) ? waiting.filter((other) => isSameBatch(certificate, other)).length : 0,
    }));
  }

  counts(): Promise<QueueCounts> {
    return this.submissions.queueCounts(this.today());
  }

  /** A lab's certificates for staff, the newest first. */
  certificatesOfLab(
    request: Omit<LabCertificatesQuery, 'search'> & { readonly search?: string },
  ): Promise<Page<LabCertificate, LabListCursor>> {
    const typed = request.search?.trim();
    return this.submissions.searchOfLab({ ...request, search: typed ? labSearchParts(typed) : null });
  }

  /** @throws CertificateNotFound */
  async submissionInContext(id: string): Promise<SubmissionInContext> {
    const certificate = await storedCertificate(this.certificates, id);
    const { batchKey, brandName, documentId, supersedes } = certificate;
    const [findings, related, published, original, previous, document, read] = await Promise.all([
      this.checks.findings(certificate, 'staff'),
      this.submissions.related(certificate),
      this.certificates.publishedOfBatch({ batchKey, brandKey: nameKey(brandName) }),
      supersedes === null ? null : this.certificates.byId(supersedes),
      this.certificates.lastRevision(id),
      documentId === null ? null : this.documents.byId(documentId),
      documentId === null ? null : this.documents.read(documentId),
    ]);
    const originalDocument = original?.documentId ? await this.documents.byId(original.documentId) : null;
    const settled = settledResults(certificate.testResults, read?.reading.panels);
    const documentComparison = read && compareWithDocument(certificate, read.reading, read.text);
    const { added, resolved } = compareFindings(previous?.findings ?? findings, findings);
    const ofBatch = related.sameBatch.filter(isOpen);
    const waitingForBatch = ofBatch.filter(({ brandName }) => isSameBrand(brandName, certificate.brandName));
    const isOfOneOfThem = published.some((one) => one.id === supersedes);
    const publishedForBatch = isOfOneOfThem ? [] : published.filter((one) => one.id !== id);
    return {
      certificate,
      document,
      documentComparison,
      findings,
      settled,
      related,
      waitingForBatch,
      publishedForBatch,
      original,
      originalDocument,
      previous,
      newFindings: added,
      resolvedFindings: resolved,
    };
  }

  /**
   * Everything that happened to a submission, oldest first.
   * @param entries the audit log's entries about it
   * @throws CertificateNotFound
   */
  async history(id: string, entries: readonly AuditEntry[]): Promise<readonly HistoryEvent[]> {
    const certificate = await storedCertificate(this.certificates, id);
    return historyOf(certificate, entries, await this.submissions.linksOf(certificate));
  }

  private today(): string {
    return utcDay(this.clock.now());
  }
}

const isSameBrand = (one: string, other: string): boolean => nameKey(one) === nameKey(other);

/** A batch id belongs to a brand. See decision 0032. */
const isSameBatch = (one: ListedCertificate, other: WaitingForBatch): boolean =>
  one.id !== other.id && one.batchKey === other.batchKey && isSameBrand(one.brandName, other.brandName);
