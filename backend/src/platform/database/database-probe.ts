import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { CONFIG, type Config } from '../config.js';

interface ToldTime {
  /** By the database's clock. */
  readonly time: Date;
  /** How long the query took; the database read its clock at some time in between. */
  readonly tookMs: number;
}

/**
 * Queries the database time over a dedicated connection, so that a busy pool does not affect the result. Concurrent
 * callers share one query.
 */
@Injectable()
export class DatabaseProbe implements OnApplicationShutdown {
  private readonly pool: pg.Pool;
  private pending: Promise<ToldTime> | null = null;

  constructor(@Inject(CONFIG) { databaseUrl, databaseAnswerMs }: Config) {
    this.pool = new pg.Pool({
      connectionString: databaseUrl,
      application_name: 'clearbatch probe',
      max: 1,
      connectionTimeoutMillis: databaseAnswerMs,
      statement_timeout: databaseAnswerMs,
      query_timeout: databaseAnswerMs,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
    });
    // The pool removes an idle connection that breaks. Without a listener, the error would end the process.
    this.pool.on('error', () => {});
  }

  /** @throws what the driver throws, when the database does not answer */
  time(): Promise<ToldTime> {
    this.pending ??= this.query().finally(() => {
      this.pending = null;
    });
    return this.pending;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }

  private async query(): Promise<ToldTime> {
    const began = performance.now();
    const { rows } = await this.pool.query<{ time: Date }>('SELECT clock_timestamp() AS time');
    const [row] = rows;
    if (!row) throw new Error('The database told no time');
    return { time: row.time, tookMs: performance.now() - began };
  }
}
