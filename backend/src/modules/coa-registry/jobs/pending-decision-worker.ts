import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { PendingDecisions } from '../../../domain/coa-registry/pending-decisions.js';
import { Telemetry } from '../../../platform/observability/telemetry.js';
import { Worker } from '../../../platform/queue/worker.js';

/** The reviewer watches, and any process can carry it out. */
const POLL_MS = 500;

/** Carries out decisions that can no longer be undone while the application runs. */
@Injectable()
export class PendingDecisionWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker: Worker<string>;

  constructor(decisions: PendingDecisions, telemetry: Telemetry) {
    this.worker = new Worker({
      name: 'pending decisions',
      claim: (limit) => decisions.claim(limit),
      work: (id) => decisions.carryOut(id),
      purge: () => decisions.purge(),
      concurrency: 4,
      pollMs: POLL_MS,
      logger: new Logger('Pending decisions'),
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
