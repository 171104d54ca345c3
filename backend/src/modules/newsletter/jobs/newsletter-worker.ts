import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Issues } from '../../../domain/newsletter/issues.js';
import { Telemetry } from '../../../platform/observability/telemetry.js';
import { withSpan } from '../../../platform/observability/tracing.js';
import { WakeSignal } from '../../../platform/queue/wake-signal.js';
import { Worker } from '../../../platform/queue/worker.js';

/** Rings when an issue begins or goes on. */
@Injectable()
export class IssueWakeSignal extends WakeSignal {}

const LOOK_EVERY_MS = 1000;

/** Brings issues on their way forward, a portion at each look, as long as the application runs. */
@Injectable()
export class NewsletterWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker: Worker<never>;

  constructor(
    private readonly issues: Issues,
    wakeSignal: IssueWakeSignal,
    private readonly telemetry: Telemetry,
  ) {
    this.worker = new Worker<never>({
      name: 'newsletter',
      claim: () => this.advance(),
      work: async () => true,
      concurrency: 1,
      pollMs: LOOK_EVERY_MS,
      logger: new Logger('Newsletter'),
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

  /** A portion is done within the look: there is nothing left to work on until the next one. */
  private async advance(): Promise<never[]> {
    for (const id of await this.issues.underWay()) {
      await withSpan(this.telemetry.tracing, { kind: 'CONSUMER', name: 'newsletter portion' }, () =>
        this.issues.advance(id),
      );
    }
    return [];
  }
}
