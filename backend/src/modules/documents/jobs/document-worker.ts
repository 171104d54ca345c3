import { Logger } from '@nestjs/common';
import type { ReadingQueue } from '../../../domain/documents/reading-queue.js';
import type { DocumentUpkeep } from '../../../domain/documents/upkeep.js';
import type { StoredDocument } from '../../../domain/shared/stored-document.js';
import type { WakeSignal } from '../../../platform/queue/wake-signal.js';
import type { Queue } from '../../../platform/queue/worker.js';

/** Reads uploaded documents. */
export const readingQueue = (documents: ReadingQueue, wakeSignal: WakeSignal): Queue<StoredDocument> => ({
  name: 'documents',
  claim: (limit) => documents.claim(limit),
  work: (document) => documents.read(document),
  purge: () => documents.purge(),
  // A reader takes a processor and up to 350 MB.
  concurrency: 1,
  pollMs: 2_000,
  wakeSignal,
});

/** What nothing refers to is looked for at most this often. */
const DELETE_EVERY_MS = 6 * 3_600_000;

const logger = new Logger('Documents');

/** Compares stored documents with their hashes, and deletes what nothing refers to. */
export function documentCheckQueue(upkeep: DocumentUpkeep): Queue<StoredDocument> {
  let deletedAt = Number.NEGATIVE_INFINITY;
  return {
    name: 'document-checks',
    claim: (limit) => upkeep.claimChecks(limit),
    work: (document) => check(upkeep, document),
    purge: async () => {
      if (performance.now() - deletedAt < DELETE_EVERY_MS) return;
      deletedAt = performance.now();
      await deleteUnused(upkeep);
    },
    concurrency: 1,
    // Checks are due once a day for each document, so a few minutes more do not matter.
    pollMs: 5 * 60_000,
    logger,
  };
}

async function check(upkeep: DocumentUpkeep, document: StoredDocument): Promise<boolean> {
  const result = await upkeep.check(document);
  if (result === 'damaged') logger.error(`The stored bytes of document ${document.id} are missing or changed`);
  if (result === 'repaired') logger.log(`The stored bytes of document ${document.id} are whole again`);
  return result !== 'damaged';
}

async function deleteUnused(upkeep: DocumentUpkeep): Promise<void> {
  const orphans = await upkeep.deleteOrphans();
  const leftovers = await upkeep.deleteLeftovers();
  if (orphans + leftovers === 0) return;
  logger.log(`Deleted ${orphans} documents that nothing refers to, and ${leftovers} leftovers of uploads`);
}
