import type { ReadingQueue } from '../../../domain/documents/reading-queue.js';
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
