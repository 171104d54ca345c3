import type { Ids } from '../shared/ports.js';
import { type Certificate, REFERENCE_DRAWS, ReferenceTaken, underAnotherId } from './certificate.js';
import type { CoaRepository } from './ports.js';

/**
 * Stores a certificate that is not stored yet, under another id when its reference is taken.
 * @returns it as it is stored
 * @throws DuplicateBatch, AmendmentUnderWay
 */
export async function storeNew(coas: CoaRepository, ids: Ids, certificate: Certificate): Promise<Certificate> {
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
