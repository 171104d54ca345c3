import { DAY_MS } from '../shared/durations.js';
import { Clock, Transactions } from '../shared/ports.js';
import { PrivacyLog, RetentionRepository } from './ports.js';
import { RETENTION_DAYS, RETENTION_RULES, type RetentionRule } from './retention-days.js';

/** Rows per transaction: small, so that locks are short and several instances can share the work. */
const BATCH_SIZE = 500;

const SYSTEM = { id: 'system', name: 'system' };

/** Applies the retention rules: deletes or redacts records that are old enough. */
export class Retention {
  constructor(
    private readonly store: RetentionRepository,
    private readonly log: PrivacyLog,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Applies every rule, even if some fail. @returns the errors */
  async run(): Promise<readonly unknown[]> {
    const errors: unknown[] = [];
    for (const rule of RETENTION_RULES) await this.apply(rule).catch((error: unknown) => errors.push(error));
    return errors;
  }

  /** @returns the number of records deleted or redacted */
  async apply(rule: RetentionRule): Promise<number> {
    let removed = 0;
    for (let count = BATCH_SIZE; count > 0; removed += count) {
      count = await this.transactions.run(() => this.applyBatch(rule));
    }
    return removed;
  }

  /** Removes a batch and logs the count in one transaction. The log never says whose records they were. */
  private async applyBatch(rule: RetentionRule): Promise<number> {
    const at = this.clock.now();
    const count = await this.store.remove(rule, new Date(at.getTime() - RETENTION_DAYS[rule] * DAY_MS), BATCH_SIZE);
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
