import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { databaseClockFor, setDatabaseClock } from '../../../scripts/test-clock.mjs';
import { dataSourceOptions } from '../../src/data-source.js';
import { HANGS_AFTER_MS } from './limits.mjs';

export interface TestDatabase {
  readonly url: string;
  /** Ends its use: it is emptied for the next file of this worker, or dropped if it is not like a new one then. */
  readonly release: () => Promise<void>;
}

/** A migrated database, and what a new one of its kind contains. */
interface Clone {
  readonly name: string;
  readonly content: string;
}

const TEMPLATE = 'clearbatch_template';

/** Emptied clones. Reusing one takes 100 ms, to clone and drop ten times as long. */
const unused: Clone[] = [];

/** Emptying a larger one would take longer than a new clone. */
const REUSED_MAX_BYTES = 20_000_000;

/** A separate, empty database with all tables. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const clone = unused.pop() ?? (await newClone());
  return { url: urlOf(clone.name), release: () => release(clone) };
}

/** A separate database without tables. */
export async function bareDatabase(): Promise<TestDatabase> {
  const name = await created('template0');
  await connected(name, setDatabaseClock);
  return { url: urlOf(name), release: () => dropped(name) };
}

async function newClone(): Promise<Clone> {
  const name = await created(TEMPLATE);
  await asAdmin(databaseClockFor(name));
  return { name, content: await connected(name, contentOf) };
}

async function created(template: string): Promise<string> {
  const name = `${process.env.TEST_DATABASES}_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  return name;
}

const dropped = (name: string) => asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);

async function release(clone: Clone): Promise<void> {
  const isLikeNew = await connected(clone.name, (client) => emptied(client, clone)).catch(() => false);
  if (isLikeNew) unused.push(clone);
  else await dropped(clone.name);
}

/** @returns whether it is like a new one: nothing but rows and counters had changed */
async function emptied(client: pg.Client, { content }: Clone): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_database_size(current_database()) AS bytes');
  if (Number(rows[0].bytes) > REUSED_MAX_BYTES) return false;
  await client.query(
    `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  );
  await client.query(DELETE_ALL);
  await client.query(RESET_SEQUENCES);
  return (await contentOf(client)) === content;
}

/** The table of migrations keeps its rows, so it also keeps its sequence. */
const RESET_SEQUENCES = `
  SELECT setval(seqrelid, 1, false) FROM pg_sequence WHERE seqrelid <> pg_get_serial_sequence('migrations', 'id')::regclass`;

/**
 * Deletes all rows. DELETE also updates the totals, which TRUNCATE would not. The audit log, the public log, incidents and
 * notices have triggers against it.
 */
export const DELETE_ALL = `
  ALTER TABLE audit_log DISABLE TRIGGER USER;
  DELETE FROM audit_log;
  ALTER TABLE audit_log ENABLE TRIGGER USER;
  ${['lab_incidents', 'log_entries', 'log_hashes', 'log_checkpoints']
    .map(
      (table) =>
        `ALTER TABLE ${table} DISABLE TRIGGER USER; DELETE FROM ${table}; ALTER TABLE ${table} ENABLE TRIGGER USER;`,
    )
    .join('\n')}
  ALTER TABLE notices DISABLE TRIGGER USER;
  DELETE FROM notice_batches;
  DELETE FROM notices;
  ALTER TABLE notices ENABLE TRIGGER USER;
  DELETE FROM problem_reports;
  DELETE FROM brand_requests;
  DELETE FROM bulk_jobs;
  DELETE FROM log_records;
  DELETE FROM coa_data;
  DELETE FROM certificate_verdicts;
  DELETE FROM laboratory_counts;
  DELETE FROM documents;
  DELETE FROM document_files;
  DELETE FROM document_quotas;
  DELETE FROM brand_aliases;
  DELETE FROM brand_mergers;
  DELETE FROM webhook_endpoints;
  DELETE FROM webhook_events;
  DELETE FROM partner_keys;
  DELETE FROM partner_labs;
  DELETE FROM brands;
  DELETE FROM staff_sessions;
  DELETE FROM staff_challenges;
  DELETE FROM staff_attempts;
  DELETE FROM users;
  DELETE FROM reference_changes;
  DELETE FROM verdict_runs;
  DELETE FROM articles;
  DELETE FROM article_withdrawals;
  DELETE FROM newsletter_recipients;
  DELETE FROM newsletter_issues;
  DELETE FROM email_subscriptions;
  DELETE FROM followers;
  DELETE FROM follow_events;
  DELETE FROM search_words;
  DELETE FROM idempotency_keys;
  DELETE FROM request_counts;
  DELETE FROM mail_outbox;
  DELETE FROM contact_messages;`;

/** All rows, and what DDL could have changed: columns, indexes, privileges, triggers, constraints, functions, settings. */
async function contentOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ content: string }>(CONTENT);
  const data: unknown[] = [];
  // To digest all of them at once would take 150 ms, though nearly all are empty.
  for (const table of await tablesWithRows(client)) {
    const digest = await client.query(`SELECT md5(string_agg(t::text, '' ORDER BY t::text)) FROM ${table} t`);
    data.push([table, digest.rows]);
  }
  return JSON.stringify([rows, data]);
}

async function tablesWithRows(client: pg.Client): Promise<string[]> {
  const tables = await client.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
  );
  const checks = tables.rows.map(({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name})`);
  const { rows } = await client.query<{ name: string }>(`${checks.join(' UNION ALL ')} ORDER BY name`);
  return rows.map(({ name }) => name);
}

const CONTENT = `
  SELECT md5(string_agg(part, '' ORDER BY part)) AS content FROM (
    SELECT concat_ws(' ', relname, relkind, relacl, reloptions) AS part
      FROM pg_class WHERE relnamespace = 'public'::regnamespace
    UNION ALL SELECT concat_ws(' ', attrelid::regclass, attnum, attname, atttypid, attnotnull)
      FROM pg_attribute JOIN pg_class c ON c.oid = attrelid WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
    UNION ALL SELECT concat_ws(' ', tgrelid::regclass, tgname, tgenabled) FROM pg_trigger
    UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, convalidated) FROM pg_constraint
    UNION ALL SELECT concat_ws(' ', proname, md5(prosrc), proacl) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT concat_ws(' ', nspname, nspacl) FROM pg_namespace WHERE nspname NOT LIKE 'pg_%'
    UNION ALL SELECT setconfig::text FROM pg_db_role_setting JOIN pg_database d ON d.oid = setdatabase AND datname = current_database()
    UNION ALL SELECT concat_ws(' ', datacl, datallowconn, datconnlimit) FROM pg_database WHERE datname = current_database()
  ) parts`;

export const openDataSource = (url: string): Promise<DataSource> =>
  new DataSource({ ...dataSourceOptions(url, 5), connectTimeoutMS: HANGS_AFTER_MS } as DataSourceOptions).initialize();

export async function asAdmin(sql: string): Promise<void> {
  await connected(null, (client) => client.query(sql));
}

async function connected<T>(database: string | null, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(database === null ? adminUrl() : urlOf(database));
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

function urlOf(database: string): string {
  const url = new URL(adminUrl());
  url.pathname = `/${database}`;
  return url.href;
}

function adminUrl(): string {
  const url = process.env.TEST_PG_URL;
  if (!url) throw new Error('TEST_PG_URL is not set: run these tests with "npm test", which starts a database');
  return url;
}
