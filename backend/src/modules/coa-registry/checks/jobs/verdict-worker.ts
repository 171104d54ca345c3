import { setTimeout } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { describedChanges } from '../../../../domain/coa-registry/checks/verdict-changes.js';
import type { MetricDefinitions } from '../../../../platform/observability/prometheus-metrics.js';
import { Telemetry } from '../../../../platform/observability/telemetry.js';
import { Worker } from '../../../../platform/queue/worker.js';
import { VerdictStore } from '../../certificate/database/verdict-store.js';
import { VerdictSource } from '../../certificate/verdict-source.js';

/** How soon changed rules are noticed, and certificates that were published without being compared, as those of files. */
const POLL_MS = 1_000;

/** Larger parts share the fixed cost of a transaction, and keep their certificates locked for longer. */
const PART = 500;

const METRICS: MetricDefinitions = {
  clearbatch_certificates_compared_total: {
    kind: 'counter',
    help: 'Published certificates that this process compared with the rules',
  },
};

/** Compares all published certificates when rules or vocabulary have changed, and those that nothing else compared. */
@Injectable()
export class VerdictWorker implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Verdicts');
  private readonly worker: Worker<'part'>;
  /** The basis of the run that this process began last, or found. */
  private begun = '';
  private compared = 0;

  constructor(
    private readonly store: VerdictStore,
    private readonly source: VerdictSource,
    private readonly telemetry: Telemetry,
  ) {
    this.worker = new Worker({
      name: 'verdicts',
      claim: () => this.claim(),
      work: () => this.comparePart(),
      concurrency: 1,
      pollMs: POLL_MS,
      logger: this.logger,
      telemetry,
    });
  }

  onModuleInit(): void {
    this.telemetry.metrics?.registerLocal(METRICS, () => [
      { metric: 'clearbatch_certificates_compared_total', value: this.compared },
    ]);
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.worker.stop();
  }

  private async claim(): Promise<readonly 'part'[]> {
    const { basis } = this.source;
    if (basis !== this.begun) await this.store.begin();
    this.begun = basis;
    return (await this.store.isDue()) ? ['part'] : [];
  }

  private async comparePart(): Promise<boolean> {
    const startedAt = performance.now();
    const part = await this.store.comparePart(PART);
    // Another instance compares, or requests are changing all that is left.
    if (part === null || (part.compared === 0 && part.finished === null)) {
      await setTimeout(POLL_MS);
      return true;
    }
    this.compared += part.compared;
    const { finished } = part;
    if (finished && finished.compared > 0) {
      this.logger.log(
        `${finished.compared} certificates were compared with the rules: ${describedChanges(finished.changes)}`,
      );
    }
    // Requests need the time too: a full part is followed by a pause.
    if (part.compared === PART) await setTimeout((performance.now() - startedAt) / 8);
    return true;
  }
}
