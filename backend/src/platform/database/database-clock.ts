import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../domain/shared/ports.js';
import { DatabaseProbe } from './database-probe.js';

const LOOK_EVERY_MS = 10_000;

/** Machines that keep their time differ by less, and an answer of the database cannot be measured much closer. */
const TOLERATED_MS = 1_000;

/**
 * The time of this machine, unless it is wrong by the database's clock. Sessions, leases and codes are decided by
 * several instances: an instance whose clock is an hour off would end what others hold, and hold what others ended. The
 * database is what they have in common. Between two looks the machine's own clock may be changed: what counts is how
 * much time went by, which that does not change.
 */
@Injectable()
export class DatabaseClock extends Clock implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('Clock');
  /** The time at which this process's counter of milliseconds stood at nought. */
  private origin = Date.now() - performance.now();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly probe: DatabaseProbe) {
    super();
  }

  now(): Date {
    return new Date(this.origin + performance.now());
  }

  /** Before anybody works: workers begin later, and requests come last. */
  async onModuleInit(): Promise<void> {
    await this.look();
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** A database that does not answer leaves the time as it is. */
  private async look(): Promise<void> {
    const told = await this.probe.time().catch(() => null);
    if (!told) return;
    const off = this.now().getTime() - told.tookMs / 2 - told.time.getTime();
    if (Math.abs(off) < TOLERATED_MS + told.tookMs) return;
    this.origin -= off;
    this.logger.warn(`the clock was ${Math.round(off / 1000)} s ahead of the database's, which is used from now on`);
  }
}
