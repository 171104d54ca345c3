import { nameKey } from '../../shared/name-key.js';
import { foldDashes } from './batch-key.js';
import type { Certificate } from './certificate.js';

type Report = Pick<Certificate, 'labKey' | 'labReportId'>;

/**
 * Whether two certificates of a batch are the same report of the same laboratory. A batch may have several certificates,
 * and nothing else tells them apart. Without a number, a laboratory has one report of a batch.
 */
export const isSameReport = (one: Report, other: Report): boolean =>
  one.labKey === other.labKey && reportKey(one) === reportKey(other);

/**
 * Whether a submission can't be another test of the batch of a published certificate: it is the same report, or does not
 * say which report it is.
 */
export const repeatsReport = (submission: Report, published: Report): boolean =>
  submission.labReportId === null || isSameReport(submission, published);

/** The form in which report numbers of one laboratory are compared, "A1 - x" as "a1-x"; empty without one. */
export const reportKey = ({ labReportId }: Pick<Report, 'labReportId'>): string =>
  foldDashes(nameKey(labReportId ?? ''));

/** The form in which one laboratory's reports on batches of all brands are compared. */
export const batchReportKey = (certificate: Pick<Certificate, 'batchKey' | 'brandName' | 'labReportId'>): string =>
  JSON.stringify([certificate.batchKey, nameKey(certificate.brandName), reportKey(certificate)]);
