import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Issues } from '../../../domain/newsletter/issues.js';
import { Telemetry } from '../../../platform/observability/telemetry.js';
import { WakeSignal } from '../../../platform/queue/wake-signal.js';
import { Worker } from '../../../platform/queue/worker.js';

/** Notified when sending starts or resumes. */
@Injectable()
export class IssueWakeSignal extends WakeSignal {}

const POLL_MS = 1000;

/** Background worker: advances issues being sent by one batch per poll. */
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
      pollMs: POLL_MS,
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

  /** Does the work itself and claims nothing, because a batch is one transaction. */
  private async advance(): Promise<never[]> {
    for (const id of await this.issues.inProgress()) {
      await this.telemetry.tracer.withSpan('newsletter portion', { kind: 'consumer' }, () => this.issues.advance(id));
    }
    return [];
  }
}
