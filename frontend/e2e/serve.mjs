// The real server for browser tests: the built site, on a fresh database with the demonstration data and one account.
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '../../backend/dist/main.js';
import { readConfig } from '../../backend/dist/platform/config.js';
import { WIDE_LIMITS } from '../../backend/test/support/limits.mjs';
import { prepareDemonstration, STAFF_PASSWORD } from '../../scripts/demonstration.mjs';
import { withClient } from '../../scripts/postgres.mjs';
import { databaseClockFor, setDatabaseClock } from '../../scripts/test-clock.mjs';

const TEMPLATE = 'clearbatch_browser';

/** Migrates and seeds the database that every fresh site begins with. */
export async function prepareTemplate(postgresUrl) {
  const databaseUrl = await createDatabase(postgresUrl, TEMPLATE);
  await withClient(databaseUrl, setDatabaseClock);
  await prepareDemonstration(databaseUrl);
}

/** Serves on this port, with a copy of the template as its database and an empty folder for mail. */
export async function serveFreshSite(postgresUrl, port, { hasSandbox = false } = {}) {
  const database = `${TEMPLATE}_${port}`;
  const databaseUrl = await copyTemplate(postgresUrl, database);
  const sandboxUrl = hasSandbox && (await copyTemplate(postgresUrl, `${database}_sandbox`));
  const folder = join(tmpdir(), `clearbatch-e2e-${port}`);
  rmSync(folder, { recursive: true, force: true });
  const mailFolder = join(folder, 'mail');
  const app = await serve(
    readConfig({
      DATABASE_URL: databaseUrl,
      ...(sandboxUrl && { SANDBOX_DATABASE_URL: sandboxUrl }),
      COOKIE_SECRET: 'a secret for browser journeys, long enough',
      PORT: String(port),
      HOST: 'localhost',
      RATE_LIMIT_DISABLED: 'true',
      WEBHOOK_ALLOW_LOOPBACK: 'true',
      // A decision waits until a journey lets the time to undo it pass (journeys.ts).
      UNDO_SECONDS: '600',
      MAIL_FOLDER: mailFolder,
      LOG_FOLDER: join(folder, 'log'),
      LOG_LEVEL: 'error',
      // As in test-server.ts: a site that starts would open ten connections.
      DATABASE_POOL_MAX: '4',
      ...WIDE_LIMITS,
    }),
  );
  const url = `http://localhost:${port}`;
  return { url, database, mailFolder, staffPassword: STAFF_PASSWORD, stop: () => app.close() };
}

async function copyTemplate(postgresUrl, name) {
  const url = await createDatabase(postgresUrl, name, `TEMPLATE ${TEMPLATE}`);
  await withClient(postgresUrl, (client) => client.query(databaseClockFor(name)));
  return url;
}

/** @returns the URL of a new database, which replaces one of the same name */
async function createDatabase(postgresUrl, name, options = '') {
  await withClient(postgresUrl, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${name} ${options}`);
  });
  return Object.assign(new URL(postgresUrl), { pathname: `/${name}` }).href;
}
