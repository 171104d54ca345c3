import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../domain/shared/ports.js';
import { DatabaseProbe } from './database-probe.js';

const POLL_MS = 10_000;

/** Synchronized clocks differ by less, and the round trip to the database limits the precision. */
const MAX_DIFFERENCE_MS = 1_000;

/**
 * The machine's time, corrected by the database's clock if they differ too much. All instances must agree on the expiry of
 * sessions, leases and codes, and the database is what they share. Between two corrections time advances with the
 * monotonic clock, so setting the machine's clock changes nothing.
 */
@Injectable()
export class DatabaseClock extends Clock implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('Clock');
  /** The time at which the monotonic clock was 0. */
  private origin = Date.now() - performance.now();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly probe: DatabaseProbe) {
    super();
  }

  now(): Date {
    return new Date(this.origin + performance.now());
  }

  /** Runs before workers and requests start. */
  async onModuleInit(): Promise<void> {
    await this.correct();
    this.timer = setInterval(() => this.correct(), POLL_MS).unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** Changes nothing while the database does not respond. */
  private async correct(): Promise<void> {
    const reading = await this.probe.time().catch(() => null);
    if (!reading) return;
    const aheadMs = this.now().getTime() - reading.tookMs / 2 - reading.time.getTime();
    if (Math.abs(aheadMs) < MAX_DIFFERENCE_MS + reading.tookMs) return;
    this.origin -= aheadMs;
    this.logger.warn(
      `the clock was ${Math.round(aheadMs / 1000)} s ahead of the database's, which is used from now on`,
    );
  }
}
