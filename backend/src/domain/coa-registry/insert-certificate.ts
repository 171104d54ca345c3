import { nameKey } from '../shared/name-key.js';
import type { Ids } from '../shared/ports.js';
import { type Certificate, DuplicateBatch, MAX_REFERENCE_ATTEMPTS, ReferenceTaken, withNewId } from './certificate.js';
import type { CertificateRepository } from './ports.js';

/**
 * Stores a certificate that is not stored yet, under another id when its reference is taken.
 * @returns it as it is stored
 * @throws DuplicateBatch, AmendmentUnderWay
 */
export async function insertWithUniqueReference(
  certificates: CertificateRepository,
  ids: Ids,
  certificate: Certificate,
): Promise<Certificate> {
  await assertBatchIsFree(certificates, certificate);
  let drawn = certificate;
  for (let draw = 1; ; draw += 1) {
    try {
      await certificates.add(drawn);
      return drawn;
    } catch (error) {
      if (!(error instanceof ReferenceTaken) || draw === MAX_REFERENCE_ATTEMPTS) throw error;
      drawn = withNewId(certificate, ids.uuid());
    }
  }
}

/**
 * Only what is published blocks a submission; an amendment takes the place of a published one. Publishing checks again.
 * @throws DuplicateBatch
 */
export async function assertBatchIsFree(certificates: CertificateRepository, certificate: Certificate): Promise<void> {
  const { batchKey, brandName, supersedes } = certificate;
  if (supersedes !== null) return;
  if (await certificates.isBatchPublished({ batchKey, brandKey: nameKey(brandName) }))
    throw new DuplicateBatch(certificate);
}
