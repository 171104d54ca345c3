import { type BeforeApplicationShutdown, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { DocumentUpkeep } from '../../../domain/documents/upkeep.js';
import type { StoredDocument } from '../../../domain/shared/stored-document.js';
import type { Telemetry } from '../../../platform/observability/telemetry.js';
import { Worker } from '../../../platform/queue/worker.js';

/** Checks are due once a day for each document, so a few minutes more do not matter. */
const POLL_MS = 5 * 60_000;

/** What nothing refers to is looked for at most this often. */
const DELETE_EVERY_MS = 6 * 3_600_000;

/** Compares stored documents with their hashes, and deletes what nothing refers to. */
export class UpkeepWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Documents');
  private readonly worker: Worker<StoredDocument>;
  private deletedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly upkeep: DocumentUpkeep,
    telemetry?: Telemetry,
  ) {
    this.worker = new Worker({
      name: 'document-checks',
      claim: (limit) => upkeep.claimChecks(limit),
      work: (document) => this.check(document),
      purge: () => this.deleteUnused(),
      concurrency: 1,
      pollMs: POLL_MS,
      logger: this.logger,
      telemetry,
    });
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.worker.stop();
  }

  private async check(document: StoredDocument): Promise<boolean> {
    const result = await this.upkeep.check(document);
    if (result === 'damaged') this.logger.error(`The stored bytes of document ${document.id} are missing or changed`);
    if (result === 'repaired') this.logger.log(`The stored bytes of document ${document.id} are whole again`);
    return result !== 'damaged';
  }

  private async deleteUnused(): Promise<void> {
    if (performance.now() - this.deletedAt < DELETE_EVERY_MS) return;
    this.deletedAt = performance.now();
    const orphans = await this.upkeep.deleteOrphans();
    const leftovers = await this.upkeep.deleteLeftovers();
    if (orphans + leftovers > 0) {
      this.logger.log(`Deleted ${orphans} documents that nothing refers to, and ${leftovers} leftovers of uploads`);
    }
  }
}
