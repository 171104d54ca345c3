import { typingErrors } from '../../shared/spelling.js';
import { batchKey } from '../certificate/batch-key.js';
import type { Certificate } from '../certificate/certificate.js';

/** A batch of a brand with its current certificate. */
export type ListedBatch = Pick<Certificate, 'brandName' | 'productName' | 'batchId' | 'testDate'>;

/** How many batches are shown beside one that is not in the registry. */
export const NEAREST_BATCHES_MAX = 6;

/** How many of a brand's batches are compared, the newest tests first. */
export const COMPARED_BATCHES_MAX = 1_000;

/** No printed batch id is longer, and a longer text would only cost time. */
const COMPARED_LETTERS_MAX = 60;

const lettersOf = (batchId: string): readonly string[] =>
  [...batchKey(batchId).replace(/[^\p{L}\p{N}]+/gu, '')].slice(0, COMPARED_LETTERS_MAX);

/**
 * A brand's batches by how near their ids are to one that has no certificate; of those as near, the newest test first. None
 * of them is the batch that was asked for: pages must say so.
 * @param listed by test date, the newest first
 */
export function nearestBatches(listed: readonly ListedBatch[], batchId: string): readonly ListedBatch[] {
  const asked = lettersOf(batchId);
  const newestOfEach = new Map(listed.toReversed().map((batch) => [batchKey(batch.batchId), batch]));
  return listed
    .filter((batch) => newestOfEach.get(batchKey(batch.batchId)) === batch)
    .map((batch) => ({ batch, errors: asked.length === 0 ? 0 : typingErrors(asked, lettersOf(batch.batchId)) }))
    .toSorted((a, b) => a.errors - b.errors)
    .slice(0, NEAREST_BATCHES_MAX)
    .map(({ batch }) => batch);
}
