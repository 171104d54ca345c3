import { nameKey } from '../shared/name-key.js';
import type { Ids } from '../shared/ports.js';
import { type Certificate, DuplicateBatch, REFERENCE_DRAWS, ReferenceTaken, underAnotherId } from './certificate.js';
import type { CoaRepository } from './ports.js';

/**
 * Stores a certificate that is not stored yet, under another id when its reference is taken.
 * @returns it as it is stored
 * @throws DuplicateBatch, AmendmentUnderWay
 */
export async function storeNew(coas: CoaRepository, ids: Ids, certificate: Certificate): Promise<Certificate> {
  await assertBatchIsFree(coas, certificate);
  let drawn = certificate;
  for (let draw = 1; ; draw += 1) {
    try {
      await coas.add(drawn);
      return drawn;
    } catch (error) {
      if (!(error instanceof ReferenceTaken) || draw === REFERENCE_DRAWS) throw error;
      drawn = underAnotherId(certificate, ids.uuid());
    }
  }
}

/**
 * Only what is published blocks a submission; an amendment takes the place of a published one. Publishing checks again.
 * @throws DuplicateBatch
 */
export async function assertBatchIsFree(coas: CoaRepository, certificate: Certificate): Promise<void> {
  const { batchKey, brandName, supersedes } = certificate;
  if (supersedes !== null) return;
  if (await coas.isBatchPublished({ batchKey, brandKey: nameKey(brandName) })) throw new DuplicateBatch(certificate);
}
