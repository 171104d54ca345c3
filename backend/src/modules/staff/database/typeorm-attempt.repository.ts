import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AttemptRepository } from '../../../domain/staff/ports.js';
import {
  type Attempt,
  type Counter,
  countAttempt,
  expiredBefore,
  type Failures,
  uncountAttempt,
} from '../../../domain/staff/sign-in-attempts.js';
import { inTransaction, managerOf } from '../../../platform/database/transaction.js';
import { attemptTable } from './account.table.js';

@Injectable()
export class TypeOrmAttemptRepository extends AttemptRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  /** Inserts or locks the counters' rows in order of key, so that attempts sharing a counter are serialized. */
  begin(counters: readonly Counter[], now: Date): Promise<Attempt> {
    const keys = counters.map(({ key }) => key).toSorted();
    return inTransaction(this.database, async (manager) => {
      const rows = await manager.query<(Failures & { key: string })[]>(
        `INSERT INTO staff_attempts ("key", "count", "lastAt") SELECT unnest($1::text[]), 0, $2
             ON CONFLICT ("key") DO UPDATE SET "key" = EXCLUDED."key" RETURNING "key", "count", "lastAt"`,
        [keys, now],
      );
      const stored = counters.map(({ key }) => rows.find((row) => row.key === key) ?? null);
      const { counted, ...attempt } = countAttempt(counters, stored, now);
      if (attempt.notBefore) return attempt;
      for (const [index, { key }] of counters.entries()) {
        await manager.update(attemptTable, { key }, { ...counted[index] });
      }
      return attempt;
    });
  }

  /** Also deletes old failures: sign-ins are rare, so this needs no separate job. */
  async succeed(counters: readonly Counter[], now: Date): Promise<void> {
    const forgotten = counters.filter(({ onSuccess }) => onSuccess === 'forget');
    for (const { key } of forgotten) await this.manager.delete(attemptTable, { key });
    for (const counter of counters) if (counter.onSuccess === 'undo') await this.undo(counter);
    await this.manager.query(
      `DELETE FROM staff_attempts WHERE "key" IN
         (SELECT "key" FROM staff_attempts WHERE "lastAt" < $1 FOR UPDATE SKIP LOCKED)`,
      [expiredBefore(now)],
    );
  }

  private undo(counter: Counter): Promise<void> {
    return inTransaction(this.database, async (manager) => {
      const where = { key: counter.key };
      const stored = await manager.findOne(attemptTable, { where, lock: { mode: 'pessimistic_write' } });
      if (!stored) return;
      const left = uncountAttempt(stored, counter);
      if (left.count === 0) await manager.delete(attemptTable, where);
      else await manager.update(attemptTable, where, { ...left });
    });
  }

  private get manager(): EntityManager {
    return managerOf(this.database);
  }
}
