import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate, openForMaintenance } from '../../dist/migrate-and-seed.js';

/** Once per run: a folder for what tests write, and a migrated template database that each file clones (test-database.ts). */
export default async function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'clearbatch-test-run-'));
  process.env.TEST_FOLDER = folder;
  await createTemplate();
  return () => rmSync(folder, { recursive: true, force: true });
}

async function createTemplate() {
  const admin = new pg.Client(process.env.TEST_PG_URL);
  await admin.connect();
  await admin.query('DROP DATABASE IF EXISTS clearbatch_template WITH (FORCE)');
  await admin.query('CREATE DATABASE clearbatch_template');
  await admin.end();
  const url = new URL(process.env.TEST_PG_URL);
  url.pathname = '/clearbatch_template';
  const database = await openForMaintenance(url.href);
  await migrate(database);
  await database.destroy();
}
