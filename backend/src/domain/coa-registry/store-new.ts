import type { Ids } from '../shared/ports.js';
import { type Certificate, ReferenceTaken, underAnotherId } from './certificate.js';
import type { CoaRepository } from './ports.js';

/** With 2^40 references, a registry of a million gives a new certificate one that is taken once in a million times. */
const DRAWS = 3;

/**
 * Stores a certificate that is not stored yet, under another id when its reference is taken.
 * @returns it as it is stored
 * @throws DuplicateBatch, AmendmentUnderWay
 */
export async function storeNew(
  coas: CoaRepository,
  ids: Ids,
  certificate: Certificate,
  draws = DRAWS,
): Promise<Certificate> {
  try {
    await coas.add(certificate);
    return certificate;
  } catch (error) {
    if (!(error instanceof ReferenceTaken) || draws === 1) throw error;
    return storeNew(coas, ids, underAnotherId(certificate, ids.uuid()), draws - 1);
  }
}
