import { type EntityManager, EntitySchema } from 'typeorm';
import { deleteBatch } from '../queue/purge.js';

/** A pool or an open transaction. */
type Database = Pick<EntityManager, 'query'>;

export interface RequestCount {
  readonly count: number;
  /** Time left in the window. */
  readonly ttlMs: number;
}

export const requestCountTable = new EntitySchema<{ digest: Buffer; count: number; endsAt: Date }>({
  name: 'RequestCount',
  tableName: 'request_counts',
  columns: {
    digest: { type: 'bytea', primary: true, primaryKeyConstraintName: 'request_counts_pkey' },
    count: { type: 'integer' },
    endsAt: { type: 'timestamptz' },
  },
  indices: [{ name: 'request_counts_oldest', columns: ['endsAt'] }],
});

/** A minute later than necessary, so that no instance still counts in the window. */
const ENDED_WINDOWS = {
  table: 'request_counts',
  key: ['digest'],
  where: `old."endsAt" < now() - interval '1 minute'`,
  orderBy: 'old."endsAt"',
};

/** Ended windows deleted with each new one: more than one, so that the table shrinks, and few, so that requests stay fast. */
const CLEANUP_BATCH = 20;

/**
 * Counts a request in the open window, or starts one, by the database clock, which all instances share. Call it outside of
 * transactions for requests: failed ones count, too.
 */
export async function countRequest(database: Database, digest: Buffer, windowMs: number): Promise<RequestCount> {
  const [counted] = await database.query<[RequestCount]>(
    `INSERT INTO request_counts AS c ("digest", "count", "endsAt") VALUES ($1, 1, now() + $2 * interval '1 ms')
         ON CONFLICT ("digest") DO UPDATE SET
           "count" = CASE WHEN c."endsAt" > now() THEN c."count" + 1 ELSE 1 END,
           "endsAt" = CASE WHEN c."endsAt" > now() THEN c."endsAt" ELSE EXCLUDED."endsAt" END
      RETURNING "count", least($2, ceil(extract(epoch FROM "endsAt" - now()) * 1000))::int AS "ttlMs"`,
    [digest, windowMs],
  );
  if (counted.count === 1) await deleteBatch(database, ENDED_WINDOWS, [], CLEANUP_BATCH);
  return counted;
}
