import { join } from 'node:path';

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
  return scripts.startPostgres({ folder });
}
