import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Retention } from '../../../domain/privacy/retention.js';
import { Telemetry } from '../../../platform/observability/telemetry.js';
import { Worker } from '../../../platform/queue/worker.js';

/** Retention periods are days, so every six hours is often enough. */
const POLL_MS = 6 * 3_600_000;

/** Background worker: applies the retention rules periodically. */
@Injectable()
export class RetentionWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Retention');
  private readonly worker: Worker<never>;

  constructor(
    private readonly retention: Retention,
    telemetry: Telemetry,
  ) {
    this.worker = new Worker<never>({
      name: 'retention',
      claim: () => this.applyRules(),
      work: async () => true,
      concurrency: 1,
      pollMs: POLL_MS,
      logger: this.logger,
      telemetry: telemetry,
    });
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.worker.stop();
  }

  private async applyRules(): Promise<never[]> {
    for (const error of await this.retention.run()) {
      this.logger.warn(
        `retention: something old could not be removed: ${error instanceof Error ? error.message : error}`,
      );
    }
    return [];
  }
}
