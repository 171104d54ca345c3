import type { DataSourceOptions } from 'typeorm';
import { PooledClient } from './pooled-client.js';

/** How every process of ours talks to PostgreSQL. Every wait has an end, so that a slow database cannot hang a request. */
export function connectionOptions(url: string, poolMax: number) {
  return {
    type: 'postgres',
    url,
    applicationName: 'clearbatch',
    poolSize: poolMax,
    synchronize: false,
    installExtensions: false,
    uuidExtension: 'pgcrypto',
    // What a release changes is there as a whole or not at all.
    migrationsTransactionMode: 'all',
    connectTimeoutMS: 3_000,
    extra: {
      Client: PooledClient,
      statement_timeout: 5_000,
      query_timeout: 8_000,
      idle_in_transaction_session_timeout: 10_000,
      keepAlive: true,
    },
  } as const satisfies Partial<DataSourceOptions>;
}
