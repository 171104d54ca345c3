import { setImmediate, setTimeout } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { describedChanges } from '../../../domain/coa-registry/verdict-changes.js';
import type { MetricDefinitions } from '../../../platform/observability/metrics.js';
import { Telemetry } from '../../../platform/observability/telemetry.js';
import { Worker } from '../../../platform/queue/worker.js';
import { type Uncompared, VerdictStore } from '../database/verdict-store.js';
import { StoredVerdicts } from '../stored-verdicts.js';

/** How soon a published certificate is compared, and changed rules are noticed. */
const POLL_MS = 1_000;

/** Larger parts share the fixed cost of a transaction, and keep their certificates locked for longer. */
const PART = 500;

/** Certificates compared before requests get their turn: about a millisecond. */
const AT_ONCE = 4;

const METRICS: MetricDefinitions = {
  clearbatch_certificates_compared_total: {
    kind: 'counter',
    help: 'Published certificates that this process compared with the rules',
  },
};

/** Compares published certificates with the rules: new ones, and all of them when rules or vocabulary have changed. */
@Injectable()
export class VerdictWorker implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Verdicts');
  private readonly worker: Worker<string>;
  private announced = '';
  private compared = 0;

  constructor(
    private readonly store: VerdictStore,
    private readonly verdicts: StoredVerdicts,
    private readonly telemetry: Telemetry,
  ) {
    this.worker = new Worker({
      name: 'verdicts',
      claim: () => this.claim(),
      work: (basis) => this.comparePart(basis),
      concurrency: 1,
      pollMs: POLL_MS,
      logger: this.logger,
      telemetry,
    });
  }

  onModuleInit(): void {
    this.telemetry.metrics.registerLocal(METRICS, () => [
      { metric: 'clearbatch_certificates_compared_total', value: this.compared },
    ]);
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.worker.stop();
  }

  private async claim(): Promise<readonly string[]> {
    const { basis } = this.verdicts;
    if (basis !== this.announced) await this.store.announce(basis);
    this.announced = basis;
    return (await this.store.isDue(basis)) ? [basis] : [];
  }

  private async comparePart(basis: string): Promise<boolean> {
    const startedAt = performance.now();
    const part = await this.store.comparePart(basis, PART, (certificates) => this.compare(certificates));
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

  private async compare(certificates: readonly Uncompared[]): Promise<readonly (readonly string[])[]> {
    const verdicts: (readonly string[])[] = [];
    for (const certificate of certificates) {
      if (verdicts.length % AT_ONCE === AT_ONCE - 1) await setImmediate();
      verdicts.push(this.verdicts.verdictsOf(certificate));
    }
    return verdicts;
  }
}
