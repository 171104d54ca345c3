import { type BeforeApplicationShutdown, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { WebhookDispatcher } from '../../../domain/webhooks/delivery-attempts.js';
import type { ClaimedDelivery } from '../../../domain/webhooks/ports.js';
import type { Telemetry } from '../../../platform/observability/telemetry.js';
import { WakeSignal } from '../../../platform/queue/wake-signal.js';
import { Worker } from '../../../platform/queue/worker.js';

/** Deliveries that one instance sends at a time. Mostly they wait: it takes eight labs whose servers all hang to fill it. */
const CONCURRENCY = 64;

/** Sends queued webhook deliveries while the application runs. */
export class WebhookWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker: Worker<ClaimedDelivery>;

  constructor(dispatcher: WebhookDispatcher, wakeSignal: WakeSignal, pollMs = 2_000, telemetry?: Telemetry) {
    this.worker = new Worker({
      name: 'webhooks',
      claim: (limit) => dispatcher.claim(limit),
      work: (claimed) => dispatcher.deliver(claimed),
      purge: () => dispatcher.purge(),
      concurrency: CONCURRENCY,
      pollMs,
      wakeSignal,
      logger: new Logger('Webhooks'),
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
