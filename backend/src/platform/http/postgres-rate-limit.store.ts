import { createHmac, hkdfSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { countRequest, type RequestCount } from '../database/request-counts.js';

/** So long a request waits for the shared count. */
const TIMEOUT_MS = 2_000;

/** So long nobody asks for it after it could not be had. */
const RETRY_AFTER_MS = 2_000;

/** Senders that one process remembers; some 200 bytes each. */
const CLIENTS_MAX = 10_000;

interface Known {
  readonly count: number;
  /** By the clock of this process that only goes forward. */
  readonly endsAt: number;
}

/**
 * Counts requests of one sender over all instances. What one has used up is refused from memory, so that a flood does
 * not reach the database. While that is away, this process counts on from what it knew last: whoever waited for the
 * outage gets the limit once more from each instance, not as much as they like, and nobody is shut out.
 */
export class PostgresRateLimitCounts {
  private readonly logger = new Logger('Limits');
  private readonly key: Uint8Array;
  private readonly known = new Map<string, Known>();
  private asksAgainAt = 0;
  private isAway = false;

  /** @param database only opened once the application is */
  constructor(
    private readonly database: () => DataSource,
    secret: string,
  ) {
    this.key = new Uint8Array(hkdfSync('sha256', secret, '', 'request counts', 32));
  }

  async count(sender: string, windowMs: number, max: number): Promise<RequestCount> {
    const used = this.open(sender);
    if (used && used.count > max) return shown(used);
    const shared = await this.shared(sender, windowMs);
    return shared ? this.remember(sender, shared) : this.countHere(sender, windowMs);
  }

  /** Null when it cannot be had now. */
  private async shared(sender: string, windowMs: number): Promise<RequestCount | null> {
    if (performance.now() < this.asksAgainAt) return null;
    const impatience = new AbortController();
    try {
      const counted = await Promise.race([
        countRequest(this.database(), this.digest(sender), windowMs),
        sleep(TIMEOUT_MS, null, { signal: impatience.signal }),
      ]);
      if (!counted) throw new Error(`no answer within ${TIMEOUT_MS} ms`);
      this.note(null);
      return counted;
    } catch (error) {
      this.note(error);
      return null;
    } finally {
      impatience.abort();
    }
  }

  private note(error: unknown): void {
    if (error) this.asksAgainAt = performance.now() + RETRY_AFTER_MS;
    if (error && !this.isAway) this.logger.warn(`requests are counted by each instance: ${(error as Error).message}`);
    if (!error && this.isAway) this.logger.log('requests are counted together again');
    this.isAway = Boolean(error);
  }

  /** Answers overtake one another; the highest count is the latest. */
  private remember(sender: string, { count, ttlMs }: RequestCount): RequestCount {
    const before = this.open(sender);
    if (!before || before.count < count) this.keep(sender, { count, endsAt: performance.now() + ttlMs });
    return { count, ttlMs };
  }

  private countHere(sender: string, windowMs: number): RequestCount {
    const { count, endsAt } = this.open(sender) ?? { count: 0, endsAt: performance.now() + windowMs };
    return shown(this.keep(sender, { count: count + 1, endsAt }));
  }

  /** The window that is open for a sender, as far as this process knows. */
  private open(sender: string): Known | null {
    const known = this.known.get(sender);
    return known && known.endsAt > performance.now() ? known : null;
  }

  private keep(sender: string, known: Known): Known {
    this.known.delete(sender);
    this.known.set(sender, known);
    const oldest = this.known.keys().next();
    if (this.known.size > CLIENTS_MAX && !oldest.done) this.known.delete(oldest.value);
    return known;
  }

  /** Whoever has the database must not find addresses of visitors in it. */
  private digest(sender: string): Buffer {
    return createHmac('sha256', this.key).update(sender).digest();
  }
}

const shown = ({ count, endsAt }: Known): RequestCount => ({ count, ttlMs: Math.ceil(endsAt - performance.now()) });

/** The same as @fastify/rate-limit asks for it. What is counted apart has names of its own, so one store is enough. */
export const PostgresRateLimitStore = (counts: PostgresRateLimitCounts): FastifyRateLimitStoreCtor =>
  class implements FastifyRateLimitStore {
    incr(...[sender, done, windowMs, max]: Parameters<FastifyRateLimitStore['incr']>): void {
      counts.count(sender, windowMs, max).then(({ count, ttlMs }) => done(null, { current: count, ttl: ttlMs }), done);
    }

    child(): FastifyRateLimitStore {
      return this;
    }
  };
