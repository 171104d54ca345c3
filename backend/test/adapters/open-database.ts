import type { DataSource } from 'typeorm';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { auditLogTable } from '../../src/platform/database/audit-log.js';
import { cloneDatabase, DELETE_ALL, openDataSource } from '../support/test-database.js';

/** One database for all tests of a file. @returns a function that empties it and returns it */
export function databaseOfThisFile(): () => Promise<DataSource> {
  let end = async () => {};
  const opening = async () => {
    const { url, release } = await cloneDatabase();
    const database = await openDataSource(url);
    end = async () => {
      await database.destroy();
      await release();
    };
    return database;
  };
  let opened: Promise<DataSource> | null = null;
  afterAll(() => end());
  return async () => {
    opened ??= opening();
    await (await opened).query(DELETE_ALL);
    return opened;
  };
}

/** How many statements wait for what another transaction holds. */
export async function waitingIn(database: DataSource): Promise<number> {
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return (await database.query<unknown[]>(waiting)).length;
}

/** Why the database refuses a statement; 'accepted' if it does not. */
export const refusalOf = (database: DataSource, statement: string): Promise<string> =>
  database.query(statement).then(
    () => 'accepted',
    ({ message }: Error) => message,
  );

/** The audit log, oldest entry first. */
export async function auditLogOf(database: DataSource): Promise<AuditEntry[]> {
  const rows = await database.manager.find(auditLogTable, { order: { id: 'ASC' } });
  return rows.map(({ id, actorId, actorName, ...entry }) => ({ ...entry, actor: { id: actorId, name: actorName } }));
}
