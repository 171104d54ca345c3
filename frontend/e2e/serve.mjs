// The real server for browsers that test it: built site, a fresh database with the demonstration data, one account.
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { serve } from '../../backend/dist/main.js';
import { prepare } from '../../backend/dist/migrate-and-seed.js';
import { readConfig } from '../../backend/dist/platform/config.js';

const DATABASE = 'clearbatch_browser';

/** @param {{ postgresUrl: string, port: number }} options */
export async function serveForBrowser({ postgresUrl, port }) {
  const admin = new pg.Client(postgresUrl);
  await admin.connect();
  await admin.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
  await admin.query(`CREATE DATABASE ${DATABASE}`);
  await admin.end();
  const database = new URL(postgresUrl);
  database.pathname = `/${DATABASE}`;
  const { oneTimePassword } = await prepare({
    databaseUrl: database.href,
    contentRoot: join(import.meta.dirname, '../../content'),
    demonstration: true,
    firstAccount: true,
  });
  const mailFolder = join(tmpdir(), `clearbatch-e2e-mail-${port}`);
  rmSync(mailFolder, { recursive: true, force: true });
  const app = await serve(
    readConfig({
      DATABASE_URL: database.href,
      COOKIE_SECRET: 'a secret for browser journeys, long enough',
      PORT: String(port),
      HOST: 'localhost',
      RATE_LIMIT_DISABLED: 'true',
      WEBHOOK_ALLOW_LOOPBACK: 'true',
      MAIL_FOLDER: mailFolder,
      LOG_LEVEL: 'error',
    }),
  );
  return { url: `http://localhost:${port}`, oneTimePassword, stop: () => app.close() };
}
