import { nameKey } from '../../shared/name-key.js';
import { toLatin } from './look-alikes.js';

/** Dashes of Unicode, the minus sign and the hyphen bullet, with the spaces around them. */
const DASH = / ?[\p{Pd}\u2212\u2043\u02d7] ?/gu;

/** A text with one hyphen for each dash, and no spaces around it. */
export const foldDashes = (text: string): string => text.replace(DASH, '-');

/**
 * The form in which batch ids are compared, within one brand: {@link nameKey}, with one dash for all dashes, and Latin
 * letters and digits for those of other scripts that look the same on a can. "LОT — 1" with a Cyrillic "О" is "lot-1".
 * Look-alikes within ASCII stay distinct (O and 0; I, l and 1), because some real batch ids differ in nothing else.
 */
export function batchKey(batchId: string): string {
  return nameKey(foldDashes(toLatin(nameKey(batchId))));
}

/** A batch id belongs to a brand: two brands may print the same one. See decision 0032. */
export interface BrandBatch {
  /** {@link batchKey} of the batch id. */
  readonly batchKey: string;
  /** {@link nameKey} of a present or former name of the brand. */
  readonly brandKey: string;
}
