import { Inject, Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Client } from 'pg';
import { CONFIG, type Config } from '../config.js';

/** How often the connection is pinged. */
const HEARTBEAT_MS = 500;

const RECONNECT_MS = 1_000;

/**
 * LISTEN/NOTIFY invalidation: triggers announce on the channel `public_changes` which kind of public content a committed
 * transaction changed. Listening takes one dedicated connection.
 *
 * A connection can stop delivering without an error, so it is pinged. The reply arrives on the same stream as the
 * notifications: it proves that every notification up to the ping was delivered. Without such a proof in the last
 * CACHE_MAX_STALENESS_MS, the cache must not be used.
 */
@Injectable()
export class CacheInvalidationListener implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('public changes');
  private readonly listeners: ((tag: string | null) => void)[] = [];
  private client: Client | null = null;
  private connectedAt: Date | null = null;
  /** When the newest ping that was answered had been sent. */
  private confirmedAt = Number.NEGATIVE_INFINITY;
  private currentPing: Promise<void> = Promise.resolve();
  private nextPing: Promise<void> | null = null;
  private isStopping = false;
  private wake: () => void = () => {};
  private loop: Promise<void> = Promise.resolve();

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @param listener gets the tag that changed, or null when anything may have changed */
  onInvalidation(listener: (tag: string | null) => void): void {
    this.listeners.push(listener);
  }

  /** Whether every change committed up to CACHE_MAX_STALENESS_MS ago has been received. */
  isInSync(): boolean {
    return this.client !== null && performance.now() - this.confirmedAt < this.config.cacheMaxStalenessMs;
  }

  /** Null while there is no connection. */
  get listeningSince(): Date | null {
    return this.connectedAt;
  }

  /** Resolves once every change committed before this call has been received, or the connection is lost. */
  waitForInvalidations(): Promise<void> {
    this.nextPing ??= this.currentPing.then(() => {
      this.nextPing = null;
      this.currentPing = this.ping();
      return this.currentPing;
    });
    return this.nextPing;
  }

  async onModuleInit(): Promise<void> {
    const first = new Promise<void>((resolve) => {
      this.loop = this.run(resolve);
    });
    await first;
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    this.wake();
    await this.loop;
  }

  private async run(afterFirst: () => void): Promise<void> {
    while (!this.isStopping) {
      await this.listen(afterFirst).catch((error: unknown) => {
        if (!this.isStopping) this.logger.warn(`not heard: ${error instanceof Error ? error.message : error}`);
      });
      afterFirst();
      if (!this.isStopping) await this.pause(RECONNECT_MS);
    }
  }

  /** Returns when the connection is lost. */
  private async listen(afterFirst: () => void): Promise<void> {
    const client = new Client({
      connectionString: this.config.databaseUrl,
      application_name: 'clearbatch changes',
      connectionTimeoutMillis: this.config.databaseWaitMs,
      query_timeout: this.config.databaseWaitMs,
      keepAlive: true,
    });
    client.on('error', () => this.disconnect(client));
    client.on('end', () => this.disconnect(client));
    client.on('notification', ({ payload }) => this.notify(payload ?? null));
    try {
      await client.connect();
      await client.query('LISTEN public_changes');
      this.client = client;
      this.notify(null);
      await this.waitForInvalidations();
      this.connectedAt = new Date();
      afterFirst();
      while (this.client === client && !this.isStopping) {
        await this.pause(HEARTBEAT_MS);
        await this.waitForInvalidations();
      }
    } finally {
      this.disconnect(client);
      // A dead connection does not answer this either.
      client.end().catch(() => {});
    }
  }

  private async ping(): Promise<void> {
    const { client } = this;
    if (!client) return;
    const sentAt = performance.now();
    try {
      await client.query('SELECT 1');
      this.confirmedAt = sentAt;
    } catch {
      this.disconnect(client);
    }
  }

  private disconnect(client: Client): void {
    if (this.client !== client) return;
    this.client = null;
    this.connectedAt = null;
    this.confirmedAt = Number.NEGATIVE_INFINITY;
    this.notify(null);
    this.wake();
  }

  private notify(tag: string | null): void {
    for (const listener of this.listeners) listener(tag);
  }

  private async pause(ms: number): Promise<void> {
    await new Promise<void>((resume) => {
      const timer = setTimeout(resume, ms);
      this.wake = () => {
        clearTimeout(timer);
        resume();
      };
    });
    this.wake = () => {};
  }
}
