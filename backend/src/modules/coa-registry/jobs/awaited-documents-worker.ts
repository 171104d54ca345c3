import { type BeforeApplicationShutdown, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { AwaitedDocuments } from '../../../domain/coa-registry/awaited-documents.js';
import type { DocumentListeners } from '../../../domain/documents/documents.js';
import { afterCommit } from '../../../platform/database/transaction.js';
import type { Telemetry } from '../../../platform/observability/telemetry.js';
import { WakeSignal } from '../../../platform/queue/wake-signal.js';
import { Worker } from '../../../platform/queue/worker.js';

/** Another instance may have read the document. */
const POLL_MS = 5_000;

/** Settles certificates that waited for a document while the application runs. */
export class AwaitedDocumentsWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker: Worker<string>;

  constructor(awaited: AwaitedDocuments, documents: DocumentListeners, telemetry: Telemetry) {
    const wakeSignal = new WakeSignal();
    documents.register({ wasRead: async () => afterCommit(() => wakeSignal.notify()) });
    this.worker = new Worker({
      name: 'awaited documents',
      claim: (limit) => awaited.claim(limit),
      work: (id) => awaited.settle(id),
      concurrency: 4,
      pollMs: POLL_MS,
      wakeSignal,
      logger: new Logger('Awaited documents'),
      telemetry,
    });
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.worker.stop();
  }
}
