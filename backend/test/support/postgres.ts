import { join } from 'node:path';

const SCRIPT = join(import.meta.dirname, '../../../scripts/postgres.mjs');

export interface Postgres {
  readonly url: (database?: string) => string;
  /** Of the process that the others belong to. */
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** A PostgreSQL of its own that may be stopped and killed: the same data each time, on another port. */
export async function startPostgres(folder: string): Promise<Postgres> {
  const scripts = await import(SCRIPT);
  return scripts.startPostgres({ folder });
}
