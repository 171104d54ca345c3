import { join } from 'node:path';
import pg from 'pg';
import { setDatabaseClock } from '../../../scripts/test-clock.mjs';

const SCRIPT = join(import.meta.dirname, '../../../scripts/postgres.mjs');

export interface Postgres {
  readonly url: (database?: string) => string;
  /** Of the postmaster. */
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** A separate PostgreSQL that a test may stop and kill. It keeps its data, and gets another port with each start. */
export async function startPostgres(folder: string): Promise<Postgres> {
  const scripts = await import(SCRIPT);
  const postgres: Postgres = await scripts.startPostgres({ folder });
  await setClock(postgres.url());
  return postgres;
}

/** A standby has the clock of its primary. */
async function setClock(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query('SELECT pg_is_in_recovery() AS standby');
  if (!rows[0].standby) await setDatabaseClock(client);
  await client.end();
}
