import type { EntityManager } from 'typeorm';

/** Rows that one statement deletes. A single DELETE of everything could exceed the statement timeout. */
const PURGE_BATCH = 2000;

interface Expired {
  readonly table: string;
  /** Which rows of the table, under the name `old`, are to go. */
  readonly where: string;
  readonly join?: string;
  readonly orderBy?: string;
  /** Columns of the primary key. */
  readonly key?: readonly string[];
}

/** Deletes expired rows until none is left. @returns how many */
export async function purge(manager: EntityManager, expired: Expired, values: readonly unknown[]): Promise<number> {
  let deleted = 0;
  for (let batch = PURGE_BATCH; batch === PURGE_BATCH; deleted += batch) {
    batch = await deleteBatch(manager, expired, values, PURGE_BATCH);
  }
  return deleted;
}

/** Deletes at most a number of expired rows. Rows that another transaction has locked stay. @returns how many */
export async function deleteBatch(
  manager: Pick<EntityManager, 'query'>,
  { table, where, join = '', orderBy, key = ['id'] }: Expired,
  values: readonly unknown[],
  limit: number,
): Promise<number> {
  const columns = key.map((column) => `old."${column}"`).join(', ');
  const sameKey = key.map((column) => `stored."${column}" = expired."${column}"`).join(' AND ');
  const [, count] = await manager.query<[unknown[], number]>(
    `WITH expired AS MATERIALIZED (
       SELECT ${columns} FROM ${table} old ${join} WHERE ${where}
        ${orderBy ? `ORDER BY ${orderBy} ` : ''}LIMIT ${limit} FOR UPDATE OF old SKIP LOCKED)
     DELETE FROM ${table} stored USING expired WHERE ${sameKey}`,
    [...values],
  );
  return count;
}
