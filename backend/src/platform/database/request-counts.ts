import { type EntityManager, EntitySchema } from 'typeorm';

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

/** Expired rows deleted per new window: more than one, so that the table shrinks, and few, so that requests stay fast. */
const FORGOTTEN_AT_ONCE = 20;

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
  if (counted.count === 1) await forgetSome(database);
  return counted;
}

/** Deletes expired windows when a new one starts, so no timer is needed. A minute late, so that none is still in use. */
async function forgetSome(database: Database): Promise<void> {
  await database.query(
    `WITH old AS MATERIALIZED (
       SELECT "digest" FROM request_counts WHERE "endsAt" < now() - interval '1 minute'
        ORDER BY "endsAt" LIMIT ${FORGOTTEN_AT_ONCE} FOR UPDATE SKIP LOCKED)
     DELETE FROM request_counts c USING old WHERE c."digest" = old."digest"`,
  );
}
