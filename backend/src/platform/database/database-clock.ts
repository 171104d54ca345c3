import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../domain/shared/ports.js';
import { DatabaseProbe } from './database-probe.js';

const LOOK_EVERY_MS = 10_000;

/** Synchronized clocks differ by less, and the round trip to the database limits the precision. */
const TOLERATED_MS = 1_000;

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
    await this.look();
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** Changes nothing while the database does not answer. */
  private async look(): Promise<void> {
    const told = await this.probe.time().catch(() => null);
    if (!told) return;
    const off = this.now().getTime() - told.tookMs / 2 - told.time.getTime();
    if (Math.abs(off) < TOLERATED_MS + told.tookMs) return;
    this.origin -= off;
    this.logger.warn(`the clock was ${Math.round(off / 1000)} s ahead of the database's, which is used from now on`);
  }
}
