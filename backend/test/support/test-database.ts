import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { dataSourceOptions } from '../../src/data-source.js';

export interface TestDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** A database of its own for one test file, cloned from the migrated template in some 50 ms. */
export async function cloneDatabase(template = 'clearbatch_template'): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(adminUrl());
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/** A machine that is busy with other things is no database that is away. */
const CONNECT_MS = 25_000;

export const openDataSource = (url: string): Promise<DataSource> =>
  new DataSource({ ...dataSourceOptions(url, 5), connectTimeoutMS: CONNECT_MS } as DataSourceOptions).initialize();

export async function asAdmin(sql: string): Promise<void> {
  const client = new pg.Client(adminUrl());
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function adminUrl(): string {
  const url = process.env.TEST_PG_URL;
  if (!url) throw new Error('TEST_PG_URL is not set: run these tests with "npm test", which starts a database');
  return url;
}
