import { type BeforeApplicationShutdown, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { ReadingQueue } from '../../../domain/documents/reading-queue.js';
import { type StoredDocument } from '../../../domain/shared/stored-document.js';
import type { Telemetry } from '../../../platform/observability/telemetry.js';
import { WakeSignal } from '../../../platform/queue/wake-signal.js';
import { Worker } from '../../../platform/queue/worker.js';

/** A reader takes a processor and up to 350 MB. */
const CONCURRENCY = 1;

/** Reads queued documents while the application runs. */
export class ReadingWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker: Worker<StoredDocument>;

  constructor(queue: ReadingQueue, wakeSignal: WakeSignal, telemetry?: Telemetry, pollMs = 2_000) {
    this.worker = new Worker({
      name: 'documents',
      claim: (limit) => queue.claim(limit),
      work: (document) => queue.read(document),
      purge: () => queue.purge(),
      concurrency: CONCURRENCY,
      pollMs,
      wakeSignal,
      logger: new Logger('Documents'),
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
