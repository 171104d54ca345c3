import type { Page } from '../../shared/page.js';
import type { BrandBatch } from '../certificate/batch-key.js';
import type { Certificate, Lifecycle } from '../certificate/certificate.js';
import type { RelatedCertificate } from '../certificate/publish-as.js';
import type { ListedCertificate } from './listed-certificate.js';
import type { QueueCounts, QueuePosition, QueueQuery } from './queue.js';
import type { HistoryLinks } from './submission-history.js';

/** The records related to a submission. */
export interface RelatedCertificates {
  readonly sameBatch: readonly RelatedCertificate[];
  readonly sameBrand: readonly RelatedCertificate[];
  readonly similarProducts: readonly RelatedCertificate[];
}

/** An open submission, with the fields that identify its batch. */
export type WaitingForBatch = Pick<Certificate, 'id' | 'batchKey' | 'brandName'>;

/** At most so many submissions for one batch are counted. */
export const WAITING_FOR_BATCH_MAX = 20;

/** The last row of a page of a lab's certificates. */
export interface LabListCursor {
  readonly createdAt: Date;
  readonly id: string;
}

/** A partner laboratory's query for its own certificates. */
export interface OwnCertificatesQuery {
  readonly labId: string;
  readonly lifecycle: Lifecycle | null;
  /** The lab's own report number; case and runs of spaces do not matter. */
  readonly labReportId: string | null;
  readonly batchKey: string | null;
  /** Only certificates that were sent or changed since then. */
  readonly updatedSince: Date | null;
  readonly limit: number;
  readonly after: LabListCursor | null;
}

/** The certificate that replaced another one. */
export type Replacement = Pick<Certificate, 'id' | 'reference' | 'batchId'>;

/** A staff query for the certificates of a lab. */
export interface LabCertificatesQuery {
  readonly labId: string;
  readonly lifecycle: Lifecycle | null;
  /** A certificate matches when its `labSearchText` contains any of these; null for all certificates. */
  readonly search: readonly string[] | null;
  readonly limit: number;
  readonly after: LabListCursor | null;
}

/** A lab's certificate as a list shows it to staff: without results, comments and notes. */
export type LabCertificate = Omit<RelatedCertificate, 'labName' | 'thcContent' | 'cbdContent'> &
  Pick<Certificate, 'createdAt' | 'reviewedAt' | 'endedAt'>;

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
