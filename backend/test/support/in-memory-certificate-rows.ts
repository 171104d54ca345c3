import type { SameBatch, SameReport } from '../../src/domain/coa-registry/automated-checks.js';
import { ownErrors } from '../../src/domain/coa-registry/automated-checks.js';
import type { BatchTest } from '../../src/domain/coa-registry/batch-tests.js';
import type { Certificate } from '../../src/domain/coa-registry/certificate.js';
import type { LabCertificate } from '../../src/domain/coa-registry/lab-certificate-queries.js';
import type { ListedCertificate } from '../../src/domain/coa-registry/listed-certificate.js';
import { reportsAllPanels } from '../../src/domain/coa-registry/panel-reports.js';
import type {
  CertificateLink,
  CertificateSummary,
  OtherBrandCertificate,
  PublishedCertificate,
  Withdrawal,
} from '../../src/domain/coa-registry/published-certificate.js';
import type { RelatedCertificate } from '../../src/domain/coa-registry/related-certificates.js';
import { isDoNotDrink } from '../../src/domain/coa-registry/verdict.js';
import type { Page } from '../../src/domain/shared/page.js';

/** Orders two rows; zero only for one and the same. */
export type Order<Cursor> = (a: Cursor, b: Cursor) => number;

export function compare<T extends string | number | Date>(a: T, b: T): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

/** @param rows in order */
export function pageOf<Row, Cursor>(
  rows: readonly Row[],
  { limit, after }: { limit: number; after: Cursor | null },
  cursor: (row: Row) => Cursor,
  order: Order<Cursor>,
): Omit<Page<Row, Cursor>, 'total'> {
  const left = rows.filter((row) => after === null || order(cursor(row), after) > 0);
  const items = left.slice(0, limit);
  const last = items.at(-1);
  return { items, next: left.length > limit && last ? cursor(last) : null };
}

export function summary(certificate: Certificate): CertificateSummary {
  const { id, reference, brandName, productName, batchId, thcContent, cbdContent, labName, testDate } = certificate;
  const { outcome, underDosed, demonstration, source, testResults } = certificate;
  return {
    id,
    reference,
    brandName,
    productName,
    batchId,
    thcContent,
    cbdContent,
    labName,
    testDate,
    outcome,
    underDosed,
    demonstration,
    source,
    pesticideStatus: testResults.panels.pesticides,
    panelsComplete: reportsAllPanels(testResults.panels),
    doNotDrink: isDoNotDrink(certificate),
    contradictory: ownErrors(certificate) > 0 || certificate.overrideReason !== null,
  };
}

const link = ({ reference, batchId, productName }: Certificate): CertificateLink => ({
  reference,
  batchId,
  productName,
});

/** @param original what it replaced; @param replacement what replaced it; @param current what stands in its place now */
export function publishedCoa(
  certificate: Certificate,
  original: Certificate | null,
  replacement: Certificate | null,
  current: Certificate | null,
): Omit<PublishedCertificate, 'otherBrands' | 'otherTests' | 'currentTests'> {
  const { version, panels, analytes } = certificate.testResults;
  const { reference, lifecycle, source, labKey, labReportId, sample, coaFileUrl } = certificate;
  const { reviewedAt, endedAt, withdrawalReason, amendmentReason, overrideReason, failureDismissal } = certificate;
  const { documentAbsence, provenance } = certificate;
  return {
    ...summary(certificate),
    reference,
    lifecycle,
    source,
    labKey,
    labReportId,
    sample,
    coaFileUrl,
    reviewedAt,
    endedAt,
    withdrawalReason,
    amendmentReason,
    overrideReason,
    failureDismissal,
    documentAbsence,
    provenance,
    document: null,
    testResults: { version, panels, analytes },
    replaces: original && link(original),
    replacedBy: replacement && { ...link(replacement), reason: replacement.amendmentReason ?? '' },
    current: current && link(current),
  };
}

export function batchTest(certificate: Certificate): BatchTest {
  const { id, reference, labName, labReportId, testDate, thcContent, cbdContent, outcome, reviewedAt } = certificate;
  const { version, panels, analytes } = certificate.testResults;
  return {
    id,
    reference,
    labName,
    labReportId,
    testDate,
    thcContent,
    cbdContent,
    outcome,
    reviewedAt,
    failureDismissal: certificate.failureDismissal,
    contradictory: ownErrors(certificate) > 0 || certificate.overrideReason !== null,
    testResults: { version, panels, analytes } as BatchTest['testResults'],
  };
}

export function otherBrand(certificate: Certificate): OtherBrandCertificate {
  const { reference, brandName, productName, batchId, lifecycle } = certificate;
  return { reference, brandName, productName, batchId, lifecycle };
}

export function relatedCoa(certificate: Certificate): RelatedCertificate {
  const { id, reference, brandName, productName, batchId, labName, labReportId } = certificate;
  const { thcContent, cbdContent, testDate, outcome, lifecycle, takenBack } = certificate;
  return {
    id,
    reference,
    brandName,
    productName,
    batchId,
    labName,
    labReportId,
    thcContent,
    cbdContent,
    testDate,
    outcome,
    lifecycle,
    takenBack,
  };
}

export function labCertificate(certificate: ListedCertificate): LabCertificate {
  const { id, reference, brandName, productName, batchId, labReportId, testDate } = certificate;
  const { outcome, lifecycle, takenBack, createdAt, reviewedAt, endedAt } = certificate;
  return {
    id,
    reference,
    brandName,
    productName,
    batchId,
    labReportId,
    testDate,
    outcome,
    lifecycle,
    takenBack,
    createdAt,
    reviewedAt,
    endedAt,
  };
}

export function sameBatch(certificate: Certificate): SameBatch {
  const { id, productName, labName, labKey, labReportId, lifecycle, supersedes } = certificate;
  return { id, productName, labName, labKey, labReportId, lifecycle, supersedes };
}

export function sameReport({ id, reference, batchId, lifecycle }: Certificate): SameReport {
  return { id, reference, batchId, lifecycle };
}

export function withdrawal(certificate: Certificate): Withdrawal {
  const { reference, brandName, productName, batchId, thcContent, labName, testDate } = certificate;
  return {
    reference,
    brandName,
    productName,
    batchId,
    thcContent,
    labName,
    testDate,
    withdrawnAt: certificate.endedAt ?? certificate.createdAt,
    reason: certificate.withdrawalReason ?? '',
  };
}
