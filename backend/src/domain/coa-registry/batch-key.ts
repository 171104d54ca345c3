import { nameKey } from '../shared/name-key.js';

/** The form in which batch ids are compared, within one brand. */
export function batchKey(batchId: string): string {
  return nameKey(batchId);
}
