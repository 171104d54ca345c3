import pg from 'pg';
import { migrate, openForMaintenance } from '../../dist/migrate-and-seed.js';

/** Migrates one template database, once per run; every test file clones it (test-database.ts). */
export default async function setUpTemplate() {
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
