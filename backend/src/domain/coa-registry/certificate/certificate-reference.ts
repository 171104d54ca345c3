/** Another certificate already has this reference. The caller retries with a new id, so no user sees this error. */
export class ReferenceTaken extends Error {
  constructor(reference: string) {
    super(`reference ${reference} is taken`);
  }
}

/** With 2^40 references, a collision among a million certificates has a chance of about one half; three in a row are practically impossible. */
export const MAX_REFERENCE_ATTEMPTS = 3;

/** The same certificate with another id and so another reference, for retrying after {@link ReferenceTaken}. */
export const withNewId = <T extends { readonly id: string; readonly reference: string }>(
  certificate: T,
  id: string,
): T => ({
  ...certificate,
  id,
  reference: referenceOf(id),
});

/** Crockford's base 32: no I, L, O or U, so that it can be read out over the phone. */
const REFERENCE_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The first 40 bits of the id, as eight digits: short enough to read out, unique enough for a queue. */
export function referenceOf(id: string): string {
  const bits = BigInt(`0x${id.replaceAll('-', '').slice(0, 10)}`);
  const digits = Array.from({ length: 8 }, (_, i) => REFERENCE_DIGITS[Number((bits >> BigInt(35 - 5 * i)) & 31n)]);
  return `CB-${digits.slice(0, 4).join('')}-${digits.slice(4).join('')}`;
}
