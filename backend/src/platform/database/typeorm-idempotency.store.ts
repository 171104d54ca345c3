import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntitySchema } from 'typeorm';
import { IdempotencyStore, type StoredResponse } from '../http/idempotency.js';
import { deleteBatch } from '../queue/purge.js';
import { RetentionRegistry } from './retention.js';
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

const EXPIRED_KEYS = {
  table: 'idempotency_keys',
  key: ['labId', 'key'],
  where: 'old."createdAt" < $1',
  orderBy: 'old."createdAt"',
};

/** Expired keys deleted with each new one: more than one, so that the table shrinks, and few, so that requests stay fast. */
const CLEANUP_BATCH = 20;

@Injectable()
export class TypeOrmIdempotencyStore extends IdempotencyStore implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly retention: RetentionRegistry,
  ) {
    super();
  }

  onModuleInit(): void {
    this.retention.register({
      repeatedRequests: { table: 'idempotency_keys', due: `"createdAt" < $1`, key: ['labId', 'key'] },
    });
  }

  /** An advisory lock, because a row of an uncommitted transaction is invisible to others. */
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

  /** Saving a response also deletes expired ones, which needs no timer and no work while no requests arrive. */
  async save(answer: StoredResponse, forgettable: Date): Promise<void> {
    const manager = managerOf(this.database);
    await manager.insert(idempotencyKeyTable, answer as object);
    await deleteBatch(manager, EXPIRED_KEYS, [forgettable], CLEANUP_BATCH);
  }
}
