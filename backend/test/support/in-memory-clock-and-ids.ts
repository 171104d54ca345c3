import { HOUR_MS } from '../../src/domain/shared/durations.js';
import { Clock, Ids, Transactions } from '../../src/domain/shared/ports.js';
import { NOW } from './builders.js';

/** A clock that only moves when the test advances it. */
export class StoppedClock extends Clock {
  constructor(private at: Date = NOW) {
    super();
  }

  now(): Date {
    return this.at;
  }

  goOn(hours: number): void {
    this.at = new Date(this.at.getTime() + hours * HOUR_MS);
  }
}

/** Sequential ids: 00000001-…, 00000002-… */
export class NumberedIds extends Ids {
  private last = 0;

  uuid(): string {
    this.last += 1;
    return `${this.last.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
  }
}

/** Runs the work without a transaction, for tests that do not need a rollback. */
export class ImmediateTransactions extends Transactions {
  run<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }
}
