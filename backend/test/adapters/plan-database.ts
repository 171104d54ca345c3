import type { DataSource } from 'typeorm';
import { openForMaintenance } from '../../src/migrate-and-seed.js';
import { cloneDatabase, openDataSource } from '../support/test-database.js';

export interface PlanDatabase {
  readonly database: DataSource;
  /** Without the server's timeouts: on a busy machine 100,000 rows take longer than a statement of the server may. */
  readonly maintain: <T>(work: (maintenance: DataSource) => Promise<T>) => Promise<T>;
  readonly end: () => Promise<void>;
}

/** A database with rows that are always the same. It is loaded once, because that takes longer than its tests. */
export async function loadedDatabase(load: (maintenance: DataSource) => Promise<void>): Promise<PlanDatabase> {
  const { url, release } = await cloneDatabase();
  const maintain: PlanDatabase['maintain'] = async (work) => {
    const maintenance = await openForMaintenance(url);
    return work(maintenance).finally(() => maintenance.destroy());
  };
  await maintain(load);
  const database = await openDataSource(url);
  const end = async () => {
    await database.destroy();
    await release();
  };
  return { database, maintain, end };
}

/** ANALYZE reads 300 rows for each of these. */
const WHOLE = 400;

/** The planner must know the same in every run, so nothing else gathers statistics. Before rows are written. */
export async function analyzeOnlyWhenAsked(database: DataSource, table: string): Promise<void> {
  await database.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
  // The most that one column wants decides how many rows are read for all: every row, and not a random part of them that
  // has a rare word in it now and then. The others keep as many values as they do in production.
  await database.query(`ALTER TABLE ${table} ALTER COLUMN "id" SET STATISTICS ${WHOLE}`);
}
