import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Issues } from '../../../domain/newsletter/issues.js';
import { Telemetry } from '../../../platform/observability/telemetry.js';
import { withSpan } from '../../../platform/observability/tracing.js';
import { WakeSignal } from '../../../platform/queue/wake-signal.js';
import { Worker } from '../../../platform/queue/worker.js';

/** Wakes the worker when an issue's sending starts or resumes. */
@Injectable()
export class IssueWakeSignal extends WakeSignal {}

const POLL_MS = 1000;

/** Advances issues that are being sent, by one batch of recipients per poll, while the application runs. */
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
      wakeSignal,
      logger: new Logger('Newsletter'),
      telemetry,
    });
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.worker.stop();
  }

  /** Returns no jobs, so that the worker pauses until the next poll: each batch is one transaction, and it is done here. */
  private async advance(): Promise<never[]> {
    for (const id of await this.issues.inProgress()) {
      await withSpan(this.telemetry.tracing, { kind: 'CONSUMER', name: 'newsletter batch' }, () =>
        this.issues.advance(id),
      );
    }
    return [];
  }
}
