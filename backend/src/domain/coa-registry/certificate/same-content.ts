import type { Certificate } from './certificate.js';

/**
 * Whether two submissions match in every field the submitter typed: a retry after a lost response or a double click.
 */
export const hasSameContent = (one: Certificate, other: Certificate): boolean => canonical(one) === canonical(other);

/** The database keeps the fields of an object in its own order. */
function canonical(certificate: Certificate): string {
  const { brandName, productName, batchId, thcContent, cbdContent, testDate, labName, labReportId } = certificate;
  const { contactEmail, contactName, website, notes, coaFileUrl, testResults, sample, documentId } = certificate;
  const typed = { brandName, productName, batchId, thcContent, cbdContent, testDate, labName, labReportId };
  return JSON.stringify(
    { ...typed, contactEmail, contactName, website, notes, coaFileUrl, testResults, sample, documentId },
    sorted,
  );
}

function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
