import type { AuditEntry } from '../shared/audit.js';
import type { Page } from '../shared/page.js';
import type { Certificate, CertificateStatus, SubmissionStatus } from './certificate.js';
import type { SearchTerm } from './search-text.js';
import type { PanelVerdict } from './test-results.js';

/** The orders a list can be asked for: by test date, or by measured THC. */
export const COA_SORTS = ['newest', 'oldest', 'strongest', 'mildest'] as const;
export type CoaSort = (typeof COA_SORTS)[number];

/** The last row of a page: the next one begins right behind it. */
export interface CoaCursor {
  /** The row's test date (`YYYY-MM-DD`) or THC content, whichever the list is sorted by. */
  readonly value: string | number;
  readonly id: string;
}

export interface CoaQuery {
  readonly search: SearchTerm | null;
  /** {@link nameKey} of a brand's name. */
  readonly brandKey: string | null;
  readonly status: CertificateStatus | null;
  readonly sort: CoaSort;
  /** Rows of one page, 1 to 200. */
  readonly limit: number;
  readonly after: CoaCursor | null;
}

/** A published certificate as a list shows it. */
export type CoaSummary = Pick<
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

/** A published certificate whole: nothing of it is personal. */
export type PublishedCoa = CoaSummary & Pick<Certificate, 'testResults' | 'coaFileUrl' | 'reviewedAt'>;

/** A published certificate with the moment of its publication. */
export type Publication = CoaSummary & { readonly publishedAt: Date };

export interface CoaTotals {
  /** Published certificates. */
  readonly coas: number;
  /** Brands with a page of their own. */
  readonly brands: number;
  /** Published certificates that are under-dosed. */
  readonly underDosed: number;
}

/** The last row of a page of the queue. */
export interface QueueCursor {
  readonly createdAt: Date;
  readonly id: string;
}

export interface QueueQuery {
  readonly submissionStatus: SubmissionStatus;
  readonly limit: number;
  readonly after: QueueCursor | null;
}

/** Where certificates are kept. */
export abstract class CoaRepository {
  /** @throws DuplicateBatch when the batch waits for review or is published */
  abstract add(certificate: Certificate): Promise<void>;

  /** @param batchKey {@link nameKey} of the batch id */
  abstract publishedByBatch(batchKey: string): Promise<PublishedCoa | null>;

  abstract publishedPage(query: CoaQuery): Promise<Page<CoaSummary, CoaCursor>>;

  /** The certificates published last, the newest first. */
  abstract latestPublished(limit: number): Promise<readonly Publication[]>;

  abstract totals(): Promise<CoaTotals>;

  abstract byId(id: string): Promise<Certificate | null>;

  /** Submissions in the order they arrived. */
  abstract queue(query: QueueQuery): Promise<Page<Certificate, QueueCursor>>;

  /**
   * Stores a decision and its audit entry in one transaction. An approved certificate is tied to its brand by
   * {@link nameKey}; the brand is created, unverified, when this is its first.
   * @returns the certificate as stored, with its brand
   * @throws AlreadyDecided when another decision came first
   */
  abstract decide(decided: Certificate, entry: AuditEntry): Promise<Certificate>;
}
