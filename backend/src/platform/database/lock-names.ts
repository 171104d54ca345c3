import type { EntityManager } from 'typeorm';

/**
 * Takes advisory locks on names until the transaction ends: `shared` to use them, `alone` to change their meaning. Sorted,
 * so that two transactions cannot deadlock. Call it before locking any row.
 */
export async function lockNames(
  manager: EntityManager,
  names: readonly string[],
  how: 'shared' | 'alone',
): Promise<void> {
  const lock = how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await manager.query(`SELECT ${lock}(hashtextextended(name, 0)) FROM unnest($1::text[]) AS name`, [names.toSorted()]);
}
