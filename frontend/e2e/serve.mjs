// The real server for browser tests: the built site, and for each port a fresh database with the demonstration data and
// one account.
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { serve } from '../../backend/dist/main.js';
import { migrateAndSeed } from '../../backend/dist/migrate-and-seed.js';
import { readConfig } from '../../backend/dist/platform/config.js';
import { readDocuments } from './read-documents.mjs';

const TEMPLATE = 'clearbatch_browser';

/**
 * Migrates and seeds one template database, then starts a server on a clone of it for each port.
 * @param {{ postgresUrl: string, ports: readonly number[] }} options
 */
export async function serveForBrowsers({ postgresUrl, ports }) {
  const urlOf = (database) => Object.assign(new URL(postgresUrl), { pathname: `/${database}` }).href;
  const admin = new pg.Client(postgresUrl);
  await admin.connect();
  const create = async (database, options = '') => {
    await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    await admin.query(`CREATE DATABASE ${database} ${options}`);
    return urlOf(database);
  };
  const { oneTimePassword } = await migrateAndSeed({
    databaseUrl: await create(TEMPLATE),
    contentRoot: join(import.meta.dirname, '../../content'),
    demonstration: true,
    firstAccount: true,
  });
  await readDocuments(urlOf(TEMPLATE));
  const sites = [];
  for (const port of ports) {
    const databaseUrl = await create(`${TEMPLATE}_${port}`, `TEMPLATE ${TEMPLATE}`);
    sites.push({ oneTimePassword, ...(await serveSite(databaseUrl, port)) });
  }
  await admin.end();
  return sites;
}

async function serveSite(databaseUrl, port) {
  const mailFolder = join(tmpdir(), `clearbatch-e2e-mail-${port}`);
  rmSync(mailFolder, { recursive: true, force: true });
  const app = await serve(
    readConfig({
      DATABASE_URL: databaseUrl,
      COOKIE_SECRET: 'a secret for browser journeys, long enough',
      PORT: String(port),
      HOST: 'localhost',
      RATE_LIMIT_DISABLED: 'true',
      WEBHOOK_ALLOW_LOOPBACK: 'true',
      MAIL_FOLDER: mailFolder,
      LOG_LEVEL: 'error',
    }),
  );
  return { url: `http://localhost:${port}`, databaseUrl, mailFolder, stop: () => app.close() };
}
