import type { DataSourceOptions } from 'typeorm';
import { PooledClient } from './pooled-client.js';

/** Connection options of every process. Every wait has a timeout, so that a slow database cannot hang a request. */
export function connectionOptions(url: string, poolMax: number) {
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
