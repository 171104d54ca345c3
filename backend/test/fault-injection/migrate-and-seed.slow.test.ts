import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { dataSourceOptions } from '../../src/data-source.js';
import { migrate, openForMaintenance, type SeedResult } from '../../src/migrate-and-seed.js';
import { migrations } from '../../src/migrations/index.js';
import { aSubmission, sql } from '../api/api-helpers.js';
import { SILENT, schema } from '../support/schema.js';
import { ServerProcess } from '../support/server-process.js';
import { bareDatabase, cloneDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

const PREPARE = join(import.meta.dirname, '../../dist/migrate-and-seed.js');

let database: TestDatabase;
afterEach(() => database.release());

describe('a migration that fails halfway', () => {
  class AddsARemark1999999999001 implements MigrationInterface {
    async up(runner: QueryRunner): Promise<void> {
      await runner.query(`ALTER TABLE coa_data ADD "remark" text NOT NULL DEFAULT ''`);
      await runner.query(`ALTER TABLE coa_data DROP COLUMN "notes"`);
    }
    async down(): Promise<void> {}
  }

  class FailsHalfWay1999999999002 implements MigrationInterface {
    async up(runner: QueryRunner): Promise<void> {
      await runner.query(`UPDATE brands SET "website" = 'https://changed.example'`);
      await runner.query('CREATE TABLE "remarks" ("id" integer NOT NULL)');
      await runner.query('ALTER TABLE nothing_of_that_name ADD "remark" text');
    }
    async down(): Promise<void> {}
  }

  const release = (url: string, added: (typeof AddsARemark1999999999001)[]) =>
    new DataSource({
      ...dataSourceOptions(url, 3),
      extra: {},
      logger: SILENT,
      migrations: [...migrations, ...added],
    } as never).initialize();

  const state = async (source: DataSource) => ({
    schema: await schema(source),
    migrations: await source.query('SELECT name FROM migrations ORDER BY id'),
    brands: await source.query('SELECT * FROM brands'),
  });

  it('leaves schema, data and migration history unchanged, and the old server keeps running', async () => {
    database = await cloneDatabase();
    await sql({ database }, `INSERT INTO brands ("name", "nameKey", "contactEmail") VALUES ('Waxwing', 'waxwing', '')`);
    const server = await ServerProcess.start({ databaseUrl: database.url });
    const newer = await release(database.url, [AddsARemark1999999999001, FailsHalfWay1999999999002]);
    try {
      const before = await state(newer);
      await expect(migrate(newer)).rejects.toThrow('nothing_of_that_name');
      expect(await state(newer)).toEqual(before);
      const submitted = await fetch(`${server.url}/api/coa/submit`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(aSubmission({ notes: 'still has a place' })),
      });
      expect(submitted.status).toBe(201);
      expect((await fetch(`${server.url}/api/coa`)).status).toBe(200);
    } finally {
      await newer.destroy();
      await server.end();
    }
    const fixed = await release(database.url, [AddsARemark1999999999001]);
    try {
      expect(await migrate(fixed)).toEqual(['AddsARemark1999999999001']);
      expect((await schema(fixed)).join('\n')).toContain('column coa_data.remark');
    } finally {
      await fixed.destroy();
    }
  });
});

/** Runs `migrate-and-seed` in a separate process. */
function prepare(databaseUrl: string): Promise<SeedResult> {
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DEMO_DATA: 'true', FIRST_ACCOUNT: 'true' };
  const child = spawn(process.execPath, [PREPARE], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve, reject) => {
    child.once('close', (code) => (code === 0 ? resolve(JSON.parse(output)) : reject(new Error(output))));
  });
}

const waiting = async () =>
  (
    await sql(
      { database },
      `SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'clearbatch' AND wait_event_type = 'Lock'`,
    )
  ).length;

describe('instances that migrate one database at the same time', () => {
  const NAMES = migrations.map(({ name }) => name);

  const counts = async () => {
    const [row] = await sql<Record<string, number>>(
      { database },
      `SELECT (SELECT count(*) FROM users)::int AS accounts, (SELECT count(*) FROM coa_data)::int AS certificates,
              (SELECT count(*) FROM partner_labs)::int AS labs, (SELECT count(*) FROM articles)::int AS articles,
              (SELECT count(*) FROM migrations)::int AS migrations,
              (SELECT count(*) FROM audit_log)::int AS entries`,
    );
    return row;
  };

  // Blocks writes until all instances have reached this point, so none can finish before another starts.
  it.each(['coa_data', 'users'])('create each row once in an empty database when they meet at %s', async (table) => {
    database = await cloneDatabase();
    const holder = await openForMaintenance(database.url);
    const release = holder.createQueryRunner();
    await release.startTransaction();
    await release.query(`LOCK TABLE ${table} IN SHARE MODE`);
    const all = Promise.all([1, 2, 3].map(() => prepare(database.url)));
    await until('all of them wait', async () => (await waiting()) === 3);
    await release.commitTransaction();
    await release.release();
    await holder.destroy();
    const done = await all;
    expect(done.filter(({ demonstrationLoaded }) => demonstrationLoaded)).toHaveLength(1);
    expect(done.filter(({ oneTimePassword }) => oneTimePassword !== null)).toHaveLength(1);
    expect(await counts()).toMatchObject({ accounts: 1, certificates: 41, labs: 2, articles: done[0]?.articles });
  });

  it('migrate an empty database once', async () => {
    database = await bareDatabase();
    const done = await Promise.all([prepare(database.url), prepare(database.url)]);
    expect(done.map(({ migrations }) => migrations).toSorted((a, b) => a.length - b.length)).toEqual([[], NAMES]);
    expect(await counts()).toMatchObject({ accounts: 1, certificates: 41, migrations: NAMES.length });
  });

  it('apply the newest migrations once and keep existing data', async () => {
    database = await bareDatabase();
    await prepare(database.url);
    const before = await counts();
    const source = await openForMaintenance(database.url);
    const newest = NAMES.slice(-2);
    for (const _ of newest) await source.undoLastMigration({ transaction: 'each' });
    await source.destroy();

    const done = await Promise.all([prepare(database.url), prepare(database.url)]);
    expect(done.map(({ migrations }) => migrations).toSorted((a, b) => a.length - b.length)).toEqual([[], newest]);
    expect(done.map(({ oneTimePassword }) => oneTimePassword)).toEqual([null, null]);
    expect(await counts()).toEqual(before);
  });
});
