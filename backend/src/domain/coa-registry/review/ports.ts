import type { Page } from '../../shared/page.js';
import type { BrandBatch } from '../certificate/batch-key.js';
import type { Certificate } from '../certificate/certificate.js';
import type { RelatedCertificates, WaitingForBatch } from '../certificate/related-certificates.js';
import type {
  LabCertificate,
  LabCertificatesQuery,
  LabListCursor,
  OwnCertificatesQuery,
  Replacement,
} from './lab-certificate-queries.js';
import type { ListedCertificate } from './listed-certificate.js';
import type { QueueCounts, QueuePosition, QueueQuery } from './queue.js';
import type { HistoryLinks } from './submission-history.js';

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
