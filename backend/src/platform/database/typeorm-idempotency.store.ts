import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntitySchema } from 'typeorm';
import { IdempotencyStore, type StoredResponse } from '../http/idempotency.js';
import { managerOf } from './transaction.js';

export const idempotencyKeyTable = new EntitySchema<StoredResponse>({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  columns: {
    callerId: { name: 'labId', type: 'uuid', primary: true, primaryKeyConstraintName: 'idempotency_keys_pkey' },
    key: { type: 'text', primary: true, primaryKeyConstraintName: 'idempotency_keys_pkey' },
    operation: { type: 'text' },
    digest: { type: 'text' },
    status: { type: 'smallint' },
    headers: { type: 'jsonb' },
    // Not jsonb, which would change the order of members in a replay.
    body: { type: 'json' },
    createdAt: { type: 'timestamptz' },
  },
  indices: [{ name: 'idempotency_keys_oldest', columns: ['createdAt'] }],
});

/** Expired rows deleted per insert: more than one, so that the table shrinks, and few, so that requests stay fast. */
const CLEANUP_BATCH = 20;

@Injectable()
export class TypeOrmIdempotencyStore extends IdempotencyStore {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  /** An advisory lock, because rows of open transactions are invisible to others. */
  async reserve(callerId: string, key: string): Promise<boolean> {
    const [{ isFree }] = await managerOf(this.database).query<[{ isFree: boolean }]>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('idempotency ' || $1 || ' ' || $2, 0)) AS "isFree"`,
      [callerId, key],
    );
    return isFree;
  }

  find(callerId: string, key: string): Promise<StoredResponse | null> {
    return managerOf(this.database).findOneBy(idempotencyKeyTable, { callerId, key });
  }

  /** Deletes expired rows on insert, so no timer is needed. */
  async save(response: StoredResponse, expiredBefore: Date): Promise<void> {
    const manager = managerOf(this.database);
    await manager.insert(idempotencyKeyTable, response as object);
    await manager.query(
      `WITH old AS MATERIALIZED (
         SELECT "labId", "key" FROM idempotency_keys WHERE "createdAt" < $1
          ORDER BY "createdAt" LIMIT ${CLEANUP_BATCH} FOR UPDATE SKIP LOCKED)
       DELETE FROM idempotency_keys k USING old WHERE k."labId" = old."labId" AND k."key" = old."key"`,
      [expiredBefore],
    );
  }
}
