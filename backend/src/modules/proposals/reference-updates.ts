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
  private reading: Promise<void> = Promise.resolve();

  constructor(
    private readonly changes: Proposals,
    private readonly listener: CacheInvalidationListener,
  ) {}

  async onModuleInit(): Promise<void> {
    this.listener.onInvalidation((tag) => {
      if (tag === null || tag === TAG) this.reading = this.reading.then(() => this.read());
    });
    await this.changes.refresh();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.reading;
  }

  /** Tries until it succeeds. */
  private async read(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        return await this.changes.refresh();
      } catch (error) {
        if (signal.aborted) return;
        this.logger.warn(`not read, trying again: ${error instanceof Error ? error.message : error}`);
        await delay(RETRY_MS, undefined, { signal }).catch(() => {});
      }
    }
  }
}
