import { Injectable } from '@nestjs/common';
import type { AwaitedDocuments } from '../../../../domain/coa-registry/labs/awaited-documents.js';
import { WakeSignal } from '../../../../platform/queue/wake-signal.js';
import type { Queue } from '../../../../platform/queue/worker.js';

/** Wakes the worker when this process has read a document. */
@Injectable()
export class DocumentWakeSignal extends WakeSignal {}

/** Settles certificates that waited for a document. */
export const awaitedDocumentsQueue = (awaited: AwaitedDocuments, wakeSignal: DocumentWakeSignal): Queue<string> => ({
  name: 'awaited documents',
  claim: (limit) => awaited.claim(limit),
  work: (id) => awaited.settle(id),
  concurrency: 4,
  // Another instance may have read the document.
  pollMs: 5_000,
  wakeSignal,
});
