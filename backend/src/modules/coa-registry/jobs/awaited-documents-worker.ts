import type { AwaitedDocuments } from '../../../domain/coa-registry/awaited-documents.js';
import type { DocumentListeners } from '../../../domain/documents/documents.js';
import { afterCommit } from '../../../platform/database/transaction.js';
import { WakeSignal } from '../../../platform/queue/wake-signal.js';
import type { Queue } from '../../../platform/queue/worker.js';

/** Settles certificates that waited for a document. */
export function awaitedDocumentsQueue(awaited: AwaitedDocuments, documents: DocumentListeners): Queue<string> {
  const wakeSignal = new WakeSignal();
  documents.register({ wasRead: async () => afterCommit(() => wakeSignal.notify()) });
  return {
    name: 'awaited documents',
    claim: (limit) => awaited.claim(limit),
    work: (id) => awaited.settle(id),
    concurrency: 4,
    // Another instance may have read the document.
    pollMs: 5_000,
    wakeSignal,
  };
}
