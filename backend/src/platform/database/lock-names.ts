import type { EntityManager } from 'typeorm';

/**
 * Holds names until the transaction ends: `shared` with others who only use them, or alone, to give them another
 * meaning. Names are taken in one order, so that two transactions cannot wait for each other. Ask for them before any
 * row is locked.
 */
export async function lockNames(
  manager: EntityManager,
  names: readonly string[],
  how: 'shared' | 'alone',
): Promise<void> {
  const lock = how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await manager.query(`SELECT ${lock}(hashtextextended(name, 0)) FROM unnest($1::text[]) AS name`, [names.toSorted()]);
}
