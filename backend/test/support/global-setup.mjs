import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { setDatabaseClock } from '../../../scripts/test-clock.mjs';
import { migrate, openForMaintenance } from '../../dist/migrate-and-seed.js';

/**
 * Once per run: a folder for what tests write, a migrated template database that test-database.ts clones, and the common
 * start of its clones' names. global-teardown.mjs removes them.
 */
export default async function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'clearbatch-test-run-'));
  process.env.TEST_FOLDER = folder;
  process.env.TEST_DATABASES = `test_${randomBytes(4).toString('hex')}`;
  await createTemplate();
}

async function createTemplate() {
  const admin = new pg.Client(process.env.TEST_PG_URL);
  await admin.connect();
  await admin.query('DROP DATABASE IF EXISTS clearbatch_template WITH (FORCE)');
  await admin.query('CREATE DATABASE clearbatch_template');
  await admin.end();
  const url = new URL(process.env.TEST_PG_URL);
  url.pathname = '/clearbatch_template';
  const template = new pg.Client(url.href);
  await template.connect();
  await setDatabaseClock(template);
  await template.end();
  const database = await openForMaintenance(url.href);
  await migrate(database);
  await database.destroy();
}
