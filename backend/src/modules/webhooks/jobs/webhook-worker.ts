import { type BeforeApplicationShutdown, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { WebhookDispatcher } from '../../../domain/webhooks/delivery-attempts.js';
import type { ClaimedDelivery } from '../../../domain/webhooks/ports.js';
import type { Telemetry } from '../../../platform/observability/telemetry.js';
import { WakeSignal } from '../../../platform/queue/wake-signal.js';
import { Worker } from '../../../platform/queue/worker.js';

/** Deliveries of one instance at once. They mostly wait for others: eight labs whose servers all hang leave no room. */
const AT_ONCE = 64;

const PURGE_EVERY_MS = 3_600_000;

/** Sends what waits, as long as the application runs. */
export class WebhookWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker: Worker<ClaimedDelivery>;
  private readonly logger = new Logger('Webhooks');
  private purgedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly dispatcher: WebhookDispatcher,
    wakeSignal: WakeSignal,
    pollMs = 2_000,
    telemetry?: Telemetry,
  ) {
    this.worker = new Worker({
      name: 'webhooks',
      claim: (limit) => this.claim(limit),
      work: (claimed) => dispatcher.deliver(claimed),
      concurrency: AT_ONCE,
      pollMs,
      logger: this.logger,
      telemetry: telemetry,
    });
    wakeSignal.onNotify(() => this.worker.wakeUp());
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.worker.stop();
  }

  private async claim(limit: number): Promise<readonly ClaimedDelivery[]> {
    if (performance.now() - this.purgedAt > PURGE_EVERY_MS) {
      this.purgedAt = performance.now();
      await this.purge();
    }
    return this.dispatcher.claim(limit);
  }

  /** What is to be sent does not wait until what is old can be forgotten. */
  private async purge(): Promise<void> {
    try {
      await this.dispatcher.purge();
    } catch (error) {
      this.logger.warn(`webhooks: the log cannot be cleared: ${error instanceof Error ? error.message : error}`);
    }
  }
}
