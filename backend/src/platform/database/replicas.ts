import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { CacheInvalidationListener } from '../cache/cache-invalidation-listener.js';
import { CONFIG, type Config } from '../config.js';
import { PLANNER_SETTINGS } from './connection.js';
import { PooledClient } from './pooled-client.js';

/** How often the lag of replicas is measured. */
const POLL_MS = 250;

const replicaReads = new AsyncLocalStorage<true>();

/** Runs work whose reads may be slightly stale. */
export const allowReplicaReads = (work: () => void): void => replicaReads.run(true, work);

/** A WAL position of the primary, with the time by this process's monotonic clock. */
interface Mark {
  readonly at: number;
  readonly position: bigint;
}

/** A streaming replica and how fresh it is known to be. */
export class Replica {
  /** The replica has everything committed before this time. */
  freshAsOf = Number.NEGATIVE_INFINITY;
  private readonly logger = new Logger('Replica');
  private readonly name: string;
  readonly pool: pg.Pool;
  private isPolling = false;
  private trouble: string | null = 'not looked at yet';

  private readonly maxLagMs: number;

  constructor(url: string, { databasePoolMax, databaseReplicaMaxLagMs, databaseAnswerMs }: Config) {
    this.maxLagMs = databaseReplicaMaxLagMs;
    this.name = new URL(url).host;
    this.pool = new pg.Pool({
      Client: PooledClient,
      connectionString: url,
      application_name: 'clearbatch reading',
      options: PLANNER_SETTINGS,
      max: databasePoolMax,
      // A replica that takes longer is skipped, and the primary answers.
      connectionTimeoutMillis: databaseAnswerMs / 2,
      statement_timeout: databaseAnswerMs,
      query_timeout: databaseAnswerMs,
      keepAlive: true,
    });
    // The pool removes an idle connection that breaks. Without a listener, the error would end the process.
    this.pool.on('error', () => {});
  }

  /** @throws the error of the query; the replica is then not used until the next successful poll */
  async query(question: pg.QueryConfig): Promise<unknown[]> {
    try {
      return (await this.pool.query(question)).rows;
    } catch (error) {
      this.fail(error);
      throw error;
    }
  }

  /**
   * Compares the replayed position with those of the primary. A server that is not a replica counts as infinitely far
   * behind.
   */
  async look(marks: readonly Mark[]): Promise<void> {
    if (this.isPolling) return;
    this.isPolling = true;
    try {
      const { rows } = await this.pool.query<{ replayed: string | null }>(
        'SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() END AS replayed',
      );
      const replayed = positionOf(rows[0]?.replayed ?? '0/0');
      const reached = marks.findLast(({ position }) => position <= replayed);
      if (reached) this.freshAsOf = Math.max(this.freshAsOf, reached.at);
      this.note(this.isWithinLag() ? null : `it is more than ${this.maxLagMs} ms behind`);
    } catch (error) {
      this.fail(error);
    } finally {
      this.isPolling = false;
    }
  }

  isWithinLag(): boolean {
    return performance.now() - this.freshAsOf <= this.maxLagMs;
  }

  end(): Promise<void> {
    return this.pool.end();
  }

  private fail(error: unknown): void {
    this.freshAsOf = Number.NEGATIVE_INFINITY;
    this.note(error instanceof Error ? error.message : String(error));
  }

  private note(trouble: string | null): void {
    if (trouble && !this.trouble) this.logger.warn(`${this.name} gets no reads: ${trouble}`);
    if (!trouble && this.trouble) this.logger.log(`${this.name} serves public reads`);
    this.trouble = trouble;
  }
}

/**
 * Read replicas for public queries (docs/decisions/0022). A replica is used only when it is within the allowed lag and has
 * everything up to the last invalidation: otherwise an old response could be cached after its invalidation.
 */
@Injectable()
export class Replicas implements OnModuleInit, OnApplicationShutdown {
  readonly all: readonly Replica[];
  private readonly lookEveryMs: number;
  private marks: Mark[] = [];
  private changedAt = Number.NEGATIVE_INFINITY;
  private turn = 0;
  private isAsking = false;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @InjectDataSource() private readonly primary: DataSource,
    private readonly changes: CacheInvalidationListener,
  ) {
    this.all = config.databaseReplicaUrls.map((url) => new Replica(url, config));
    this.lookEveryMs = Math.min(POLL_MS, config.databaseReplicaMaxLagMs / 4);
  }

  onModuleInit(): void {
    if (this.all.length === 0) return;
    this.changes.onInvalidation(() => {
      this.changedAt = performance.now();
      void this.look();
    });
    this.timer = setInterval(() => this.look(), this.lookEveryMs).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await Promise.all(this.all.map((replica) => replica.end()));
  }

  /** The next usable replica; null for the primary. */
  next(): Replica | null {
    if (this.all.length === 0 || !replicaReads.getStore() || !this.changes.isInSync()) return null;
    for (const _ of this.all) {
      this.turn = (this.turn + 1) % this.all.length;
      const replica = this.all[this.turn];
      if (replica && replica.freshAsOf > this.changedAt && replica.isWithinLag()) return replica;
    }
    return null;
  }

  /** The time is taken before the query, so the position includes everything committed by then. */
  private async look(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      const at = performance.now();
      const [row] = await this.primary.query<{ written: string }[]>('SELECT pg_current_wal_insert_lsn() AS written');
      const oldest = at - this.config.databaseReplicaMaxLagMs;
      this.marks = [
        ...this.marks.filter((mark) => mark.at >= oldest),
        { at, position: positionOf(row?.written ?? '') },
      ];
      for (const replica of this.all) void replica.look(this.marks);
    } catch {
      // Others report an unreachable primary, and the freshness of replicas expires without new marks.
    } finally {
      this.isAsking = false;
    }
  }
}

/** Parses a WAL position: two hexadecimal halves. */
function positionOf(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}
