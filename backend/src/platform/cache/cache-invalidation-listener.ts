import { Inject, Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Client } from 'pg';
import { CONFIG, type Config } from '../config.js';

/** How often the connection is asked whether it is still there. */
const HEARTBEAT_MS = 500;

/** How long what was heard last is relied on without a sign of life since. */
const MAX_STALENESS_MS = 2_000;

/** A connection that says nothing for so long is given up. */
const TIMEOUT_MS = 3_000;

const RECONNECT_MS = 1_000;

/**
 * What of the public content has changed, in whichever process: the database says so (`public_changes`) when the
 * transaction that changed it is committed. Listening takes one connection of its own.
 *
 * The network may fall silent without a word. So nobody may rely on having heard of everything for longer than
 * {@link MAX_STALENESS_MS} after the last question on this connection that was answered: answer and notices come in one stream.
 */
@Injectable()
export class CacheInvalidationListener implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('public changes');
  private readonly listeners: ((kind: string | null) => void)[] = [];
  private client: Client | null = null;
  private connectedAt: Date | null = null;
  /** When the newest question that was answered had been asked. */
  private confirmedAt = Number.NEGATIVE_INFINITY;
  private currentPing: Promise<void> = Promise.resolve();
  private nextPing: Promise<void> | null = null;
  private isStopping = false;
  private wake: () => void = () => {};
  private loop: Promise<void> = Promise.resolve();

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @param hear is told the kind that changed, or null when anything may have */
  onInvalidation(hear: (kind: string | null) => void): void {
    this.listeners.push(hear);
  }

  /** Whether everything that was committed up to two seconds ago has been heard of. */
  isInSync(): boolean {
    return this.client !== null && performance.now() - this.confirmedAt < MAX_STALENESS_MS;
  }

  /** Since when; null while there is no connection. */
  get listeningSince(): Date | null {
    return this.connectedAt;
  }

  /** Resolves when everything that was committed before has been heard of, or nothing is being heard any more. */
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

  /** Until the connection is lost. */
  private async listen(afterFirst: () => void): Promise<void> {
    const client = new Client({
      connectionString: this.config.databaseUrl,
      application_name: 'clearbatch changes',
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
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
      // A connection that fell silent does not answer the farewell either.
      client.end().catch(() => {});
    }
  }

  private async ping(): Promise<void> {
    const { client } = this;
    if (!client) return;
    const askedAt = performance.now();
    try {
      await client.query('SELECT 1');
      this.confirmedAt = askedAt;
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

  private notify(kind: string | null): void {
    for (const hear of this.listeners) hear(kind);
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
