import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Proposals } from '../../domain/proposals/proposals.js';
import { CacheInvalidationListener } from '../../platform/cache/cache-invalidation-listener.js';

/** The notification that a trigger sends when a change is confirmed. */
const TAG = 'reference';

const RETRY_MS = 1_000;

/** Reads the confirmed changes when the process starts, and again whenever one may have been added anywhere. */
@Injectable()
export class ReferenceUpdates implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('reference data');
  private readonly stopping = new AbortController();
  private isOutdated = false;
  private reading: Promise<void> = Promise.resolve();
  private isReading = false;

  constructor(
    private readonly changes: Proposals,
    private readonly listener: CacheInvalidationListener,
  ) {}

  async onModuleInit(): Promise<void> {
    this.listener.onInvalidation((tag) => {
      if (tag === null || tag === TAG) this.update();
    });
    await this.changes.refresh();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.reading;
  }

  private update(): void {
    this.isOutdated = true;
    if (this.isReading) return;
    this.isReading = true;
    this.reading = this.readUntilCurrent().finally(() => {
      this.isReading = false;
    });
  }

  private async readUntilCurrent(): Promise<void> {
    while (this.isOutdated && !this.stopping.signal.aborted) {
      this.isOutdated = false;
      try {
        await this.changes.refresh();
      } catch (error) {
        if (this.stopping.signal.aborted) return;
        this.isOutdated = true;
        this.logger.warn(`not read, trying again: ${error instanceof Error ? error.message : error}`);
        await delay(RETRY_MS, undefined, { signal: this.stopping.signal }).catch(() => {});
      }
    }
  }
}
