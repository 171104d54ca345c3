import { Inject, Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Client } from 'pg';
import { CONFIG, type Config } from '../config.js';

/** How often the connection is asked whether it is still there. */
const HEARTBEAT_MS = 500;

/** How long what was heard last is relied on without a sign of life since. */
const TRUSTED_MS = 2_000;

/** A connection that says nothing for so long is given up. */
const SILENCE_MS = 3_000;

const PAUSE_MS = 1_000;

/**
 * What of the public content has changed, in whichever process: the database says so (`public_changes`) when the
 * transaction that changed it is committed. Listening takes one connection of its own.
 *
 * The network may fall silent without a word. So nobody may rely on having heard of everything for longer than
 * {@link TRUSTED_MS} after the last question on this connection that was answered: answer and notices come in one stream.
 */
@Injectable()
export class PublicChanges implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('public changes');
  private readonly hearers: ((kind: string | null) => void)[] = [];
  private client: Client | null = null;
  private connectedAt: Date | null = null;
  /** When the newest question that was answered had been asked. */
  private confirmedAt = Number.NEGATIVE_INFINITY;
  private asking: Promise<void> = Promise.resolve();
  private nextAnswer: Promise<void> | null = null;
  private isStopping = false;
  private wake: () => void = () => {};
  private loop: Promise<void> = Promise.resolve();

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @param hear is told the kind that changed, or null when anything may have */
  onChange(hear: (kind: string | null) => void): void {
    this.hearers.push(hear);
  }

  /** Whether everything that was committed up to two seconds ago has been heard of. */
  areHeard(): boolean {
    return this.client !== null && performance.now() - this.confirmedAt < TRUSTED_MS;
  }

  /** Since when; null while there is no connection. */
  get listeningSince(): Date | null {
    return this.connectedAt;
  }

  /** Resolves when everything that was committed before has been heard of, or nothing is being heard any more. */
  caughtUp(): Promise<void> {
    this.nextAnswer ??= this.asking.then(() => {
      this.nextAnswer = null;
      this.asking = this.ask();
      return this.asking;
    });
    return this.nextAnswer;
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
      if (!this.isStopping) await this.pause(PAUSE_MS);
    }
  }

  /** Until the connection is lost. */
  private async listen(afterFirst: () => void): Promise<void> {
    const client = new Client({
      connectionString: this.config.databaseUrl,
      application_name: 'clearbatch changes',
      connectionTimeoutMillis: SILENCE_MS,
      query_timeout: SILENCE_MS,
      keepAlive: true,
    });
    client.on('error', () => this.lose(client));
    client.on('end', () => this.lose(client));
    client.on('notification', ({ payload }) => this.tell(payload ?? null));
    try {
      await client.connect();
      await client.query('LISTEN public_changes');
      this.client = client;
      this.tell(null);
      await this.caughtUp();
      this.connectedAt = new Date();
      afterFirst();
      while (this.client === client && !this.isStopping) {
        await this.pause(HEARTBEAT_MS);
        await this.caughtUp();
      }
    } finally {
      this.lose(client);
      // A connection that fell silent does not answer the farewell either.
      client.end().catch(() => {});
    }
  }

  private async ask(): Promise<void> {
    const { client } = this;
    if (!client) return;
    const askedAt = performance.now();
    try {
      await client.query('SELECT 1');
      this.confirmedAt = askedAt;
    } catch {
      this.lose(client);
    }
  }

  private lose(client: Client): void {
    if (this.client !== client) return;
    this.client = null;
    this.connectedAt = null;
    this.confirmedAt = Number.NEGATIVE_INFINITY;
    this.tell(null);
    this.wake();
  }

  private tell(kind: string | null): void {
    for (const hear of this.hearers) hear(kind);
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
