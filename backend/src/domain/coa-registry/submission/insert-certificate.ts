import { nameKey } from '../../shared/name-key.js';
import type { Ids } from '../../shared/ports.js';
import { type Certificate, DuplicateBatch } from '../certificate/certificate.js';
import { MAX_REFERENCE_ATTEMPTS, ReferenceTaken, withNewId } from '../certificate/certificate-reference.js';
import type { CertificateRepository } from '../certificate/ports.js';
import { repeatsReport } from '../certificate/report-key.js';

/**
 * Inserts a new certificate and retries with another id while its reference is taken.
 * @returns the certificate as stored
 * @throws DuplicateBatch, AmendmentUnderWay
 */
export async function insertWithUniqueReference(
  certificates: CertificateRepository,
  ids: Ids,
  certificate: Certificate,
): Promise<Certificate> {
  await assertReportNotPublished(certificates, certificate);
  let candidate = certificate;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await certificates.add(candidate);
      return candidate;
    } catch (error) {
      if (!(error instanceof ReferenceTaken) || attempt === MAX_REFERENCE_ATTEMPTS) throw error;
      candidate = withNewId(certificate, ids.uuid());
    }
  }
}

/**
 * Gives an early answer; the unique index decides when the certificate is published. Only a published certificate blocks a
 * submission: with the same report, or any where the submission names no report. An amendment replaces a published one.
 * @throws DuplicateBatch
 */
export async function assertReportNotPublished(
  certificates: CertificateRepository,
  certificate: Certificate,
): Promise<void> {
  const { batchKey, brandName, supersedes } = certificate;
  if (supersedes !== null) return;
  const published = await certificates.publishedOfBatch({ batchKey, brandKey: nameKey(brandName) });
  if (published.some((one) => repeatsReport(certificate, one))) throw new DuplicateBatch(certificate);
}
