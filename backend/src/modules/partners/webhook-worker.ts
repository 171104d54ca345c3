import { type BeforeApplicationShutdown, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { ClaimedDelivery } from '../../domain/partners/webhook-ports.js';
import { WebhookSending } from '../../domain/partners/webhook-sending.js';
import { Bell } from '../../platform/jobs/bell.js';
import { Worker } from '../../platform/jobs/worker.js';

const PURGE_EVERY_MS = 3_600_000;

/** Sends what waits, as long as the application runs. */
export class WebhookWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker: Worker<ClaimedDelivery>;
  private purgedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly sending: WebhookSending,
    bell: Bell,
    pollMs = 2_000,
  ) {
    this.worker = new Worker({
      name: 'webhooks',
      claim: (limit) => this.claim(limit),
      work: (claimed) => sending.deliver(claimed),
      concurrency: 16,
      pollMs,
      logger: new Logger('Webhooks'),
    });
    bell.onRing(() => this.worker.ring());
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.worker.stop();
  }

  private async claim(limit: number): Promise<readonly ClaimedDelivery[]> {
    if (performance.now() - this.purgedAt > PURGE_EVERY_MS) {
      await this.sending.purge();
      this.purgedAt = performance.now();
    }
    return this.sending.claim(limit);
  }
}
