import type { DataSource, DataSourceOptions } from 'typeorm';
import type { Config } from '../config.js';
import { PooledClient } from './pooled-client.js';

/** Every wait of a server ends, so that a slow database cannot hang a request. */
export type RequestLimits = Pick<Config, 'databaseWaitMs' | 'databaseStatementMs'>;

/** For what no request waits for. */
const CONNECT_MS = 30_000;

/**
 * PostgreSQL's default takes a page of an index for four pages of a table, as on spinning disks, and counts would read rows
 * where an index is a third of the work. This is its manual's figure for other storage.
 */
export const PLANNER_SETTINGS = '-c random_page_cost=1.1';

/** Connection options of every process. @param limits of a server; maintenance has none, because an index takes long */
export function connectionOptions(url: string, poolMax: number, limits?: RequestLimits) {
  return {
    type: 'postgres',
    url,
    applicationName: 'clearbatch',
    poolSize: poolMax,
    synchronize: false,
    installExtensions: false,
    uuidExtension: 'pgcrypto',
    // All migrations of a release are applied, or none.
    migrationsTransactionMode: 'all',
    connectTimeoutMS: limits?.databaseWaitMs ?? CONNECT_MS,
    extra: { Client: PooledClient, keepAlive: true, options: PLANNER_SETTINGS, ...(limits && timeouts(limits)) },
  } as const satisfies Partial<DataSourceOptions>;
}

const timeouts = ({ databaseWaitMs, databaseStatementMs }: RequestLimits) => ({
  statement_timeout: databaseStatementMs,
  query_timeout: databaseStatementMs + databaseWaitMs,
  idle_in_transaction_session_timeout: 2 * databaseStatementMs,
});

/** The size of its pool, and how long a request waits for a connection, and so for anything else. */
export function poolOptions({ options }: DataSource): { readonly poolSize: number; readonly waitMs: number } {
  const { poolSize, connectTimeoutMS } = options as ReturnType<typeof connectionOptions>;
  return { poolSize, waitMs: connectTimeoutMS };
}
