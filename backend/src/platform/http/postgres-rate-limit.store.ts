import { createHmac, hkdfSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { countRequest, type RequestCount } from '../database/request-counts.js';

/** Pause after a failed query, so that requests don't wait for a database that is down. */
const RETRY_AFTER_MS = 2_000;

/** Clients that one process remembers, about 200 bytes each. */
const CLIENTS_MAX = 10_000;

interface LocalCount {
  readonly count: number;
  /** On the monotonic clock of this process. */
  readonly endsAt: number;
}

/**
 * Counts a client's requests across all instances. A client over its limit is rejected from memory, so that a flood does
 * not reach the database. While the database is down, each process continues from the last count that it knows: a client
 * gets at most one more limit per instance, and no one is shut out.
 */
export class PostgresRateLimitCounts {
  private readonly logger = new Logger('Limits');
  private readonly key: Uint8Array;
  private readonly known = new Map<string, LocalCount>();
  private retryAt = 0;
  private isDown = false;

  /**
   * @param database a function, because the connection opens after the HTTP app is created
   * @param answerMs how long a request waits for the shared count
   */
  constructor(
    private readonly database: () => DataSource,
    secret: string,
    private readonly answerMs: number,
  ) {
    this.key = new Uint8Array(hkdfSync('sha256', secret, '', 'request counts', 32));
  }

  async count(client: string, windowMs: number, max: number): Promise<RequestCount> {
    const used = this.open(client);
    if (used && used.count > max) return toRequestCount(used);
    const shared = await this.shared(client, windowMs);
    return shared ? this.remember(client, shared) : this.countLocally(client, windowMs);
  }

  /** Null when the database is unavailable. */
  private async shared(client: string, windowMs: number): Promise<RequestCount | null> {
    if (performance.now() < this.retryAt) return null;
    const abort = new AbortController();
    try {
      const counted = await Promise.race([
        countRequest(this.database(), this.digest(client), windowMs),
        sleep(this.answerMs, null, { signal: abort.signal }),
      ]);
      if (!counted) throw new Error(`no answer within ${this.answerMs} ms`);
      this.recordResult(null);
      return counted;
    } catch (error) {
      this.recordResult(error);
      return null;
    } finally {
      abort.abort();
    }
  }

  private recordResult(error: unknown): void {
    if (error) this.retryAt = performance.now() + RETRY_AFTER_MS;
    if (error && !this.isDown) this.logger.warn(`requests are counted by each instance: ${(error as Error).message}`);
    if (!error && this.isDown) this.logger.log('requests are counted together again');
    this.isDown = Boolean(error);
  }

  /** Responses can arrive out of order; the highest count is the latest. */
  private remember(client: string, { count, ttlMs }: RequestCount): RequestCount {
    const before = this.open(client);
    if (!before || before.count < count) this.store(client, { count, endsAt: performance.now() + ttlMs });
    return { count, ttlMs };
  }

  private countLocally(client: string, windowMs: number): RequestCount {
    const { count, endsAt } = this.open(client) ?? { count: 0, endsAt: performance.now() + windowMs };
    return toRequestCount(this.store(client, { count: count + 1, endsAt }));
  }

  /** The client's open window, as far as this process knows. */
  private open(client: string): LocalCount | null {
    const known = this.known.get(client);
    return known && known.endsAt > performance.now() ? known : null;
  }

  private store(client: string, known: LocalCount): LocalCount {
    this.known.delete(client);
    this.known.set(client, known);
    const oldest = this.known.keys().next();
    if (this.known.size > CLIENTS_MAX && !oldest.done) this.known.delete(oldest.value);
    return known;
  }

  /** A keyed hash, so that a copy of the database reveals no visitor's address. */
  private digest(client: string): Buffer {
    return createHmac('sha256', this.key).update(client).digest();
  }
}

const toRequestCount = ({ count, endsAt }: LocalCount): RequestCount => ({
  count,
  ttlMs: Math.ceil(endsAt - performance.now()),
});

/** Adapts the counts to @fastify/rate-limit. Separate limits have separate keys, so one store serves all. */
export const PostgresRateLimitStore = (counts: PostgresRateLimitCounts): FastifyRateLimitStoreCtor =>
  class implements FastifyRateLimitStore {
    incr(...[client, done, windowMs, max]: Parameters<FastifyRateLimitStore['incr']>): void {
      counts.count(client, windowMs, max).then(({ count, ttlMs }) => done(null, { current: count, ttl: ttlMs }), done);
    }

    child(): FastifyRateLimitStore {
      return this;
    }
  };
