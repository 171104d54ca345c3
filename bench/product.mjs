// What scenarios start: a PostgreSQL, databases in it, and the built product as it runs in production.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateAndSeed } from '../backend/dist/migrate-and-seed.js';
import { prepareDemonstration } from '../scripts/demonstration.mjs';
import { root } from '../scripts/lib.mjs';
import { startPostgres, withClient } from '../scripts/postgres.mjs';
import { startServer } from './processes.mjs';
import { stopLater } from './running.mjs';

/** A temporary PostgreSQL. Where disks matter, `durable`: it waits for them as in production. */
export const startDatabaseServer = async ({ durable = false } = {}) => stopLater(await startPostgres({ durable }));

/** @returns the URL of a new, empty database */
async function createDatabase(postgres, name) {
  await withClient(postgres.url(), (admin) => admin.query(`CREATE DATABASE ${name}`));
  return postgres.url(name);
}

/** @returns the URL of a new database with all tables and no certificates */
export async function createRegistry(postgres, name) {
  const databaseUrl = await createDatabase(postgres, name);
  const contentRoot = join(root, 'content');
  await migrateAndSeed({ databaseUrl, contentRoot, demonstration: false, firstAccount: false });
  return databaseUrl;
}

/** @param {Record<string, string>} settings besides those that every scenario needs */
export async function startProduct(databaseUrl, settings = {}) {
  const environment = {
    DATABASE_URL: databaseUrl,
    COOKIE_SECRET: randomBytes(32).toString('base64url'),
    RATE_LIMIT_DISABLED: 'true',
    MAIL_FOLDER: join(temporaryFolder(), 'mail'),
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
  };
  const main = join(root, 'backend/dist/main.js');
  return stopLater(await startServer(main, { ...environment, ...settings }, '/health/ready'));
}

/** The site with the demonstration data. @returns its server, and the cookie of a visitor who passed the age gate */
export async function startDemonstrationSite(settings) {
  const databaseUrl = await createDatabase(await startDatabaseServer(), 'demonstration');
  await prepareDemonstration(databaseUrl);
  const server = await startProduct(databaseUrl, settings);
  return { server, cookie: await ageCookie(server.url) };
}

async function ageCookie(url) {
  const response = await fetch(`${url}/api/verify-age`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"verified":true}',
  });
  return response.headers.getSetCookie()[0].split(';')[0];
}

/** An empty folder for the time of the run. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'clearbatch-bench-'));
  stopLater({ stop: () => rmSync(folder, { recursive: true, force: true }) });
  return folder;
}
