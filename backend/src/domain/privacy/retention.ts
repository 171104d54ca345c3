import { Clock, Transactions } from '../shared/ports.js';
import { PrivacyLog, RetentionRepository } from './ports.js';
import { RETENTION_DAYS, RETENTION_RULES, type RetentionRule } from './retention-days.js';

/** Few rows at a time: nobody waits for them, and several instances share the work. */
const AT_ONCE = 500;

const DAY_MS = 86_400_000;

const SYSTEM = { id: 'system', name: 'system' };

/** Removes what was kept for long enough. */
export class Retention {
  constructor(
    private readonly store: RetentionRepository,
    private readonly log: PrivacyLog,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** A rule that fails does not keep the others from their work. @returns what failed */
  async run(): Promise<readonly unknown[]> {
    const errors: unknown[] = [];
    for (const rule of RETENTION_RULES) await this.apply(rule).catch((error: unknown) => errors.push(error));
    return errors;
  }

  /** @returns how many records went, or lost what was personal in them */
  async apply(rule: RetentionRule): Promise<number> {
    let removed = 0;
    for (let count = AT_ONCE; count === AT_ONCE; removed += count) {
      count = await this.transactions.run(() => this.applyOnce(rule));
    }
    return removed;
  }

  /** Removal and its entry are one: the log says what went, by number, and never whose it was. */
  private async applyOnce(rule: RetentionRule): Promise<number> {
    const at = this.clock.now();
    const count = await this.store.remove(rule, new Date(at.getTime() - RETENTION_DAYS[rule] * DAY_MS), AT_ONCE);
    if (count === 0) return 0;
    const subject = `retention:${rule}`;
    await this.log.write({
      at,
      actor: SYSTEM,
      action: 'personal-data.expired',
      subject,
      before: null,
      after: { count },
    });
    return count;
  }
}
