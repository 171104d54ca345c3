// The real server for browser journeys: built site, a fresh database with the demonstration data, one staff account.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { serve } from '../../backend/dist/main.js';
import { readConfig } from '../../backend/dist/platform/config.js';
import { prepare } from '../../backend/dist/prepare.js';

const root = join(import.meta.dirname, '../..');
const admin = new pg.Client(process.env.TEST_PG_URL);
await admin.connect();
await admin.query('DROP DATABASE IF EXISTS clearbatch_e2e WITH (FORCE)');
await admin.query('CREATE DATABASE clearbatch_e2e');
await admin.end();
const url = new URL(process.env.TEST_PG_URL);
url.pathname = '/clearbatch_e2e';

const { oneTimePassword } = await prepare({
  databaseUrl: url.href,
  contentRoot: join(root, 'content'),
  demonstration: true,
  firstAccount: true,
});
writeFileSync(join(tmpdir(), `clearbatch-e2e-${process.env.E2E_PORT}`), oneTimePassword);

const app = await serve(
  readConfig({
    DATABASE_URL: url.href,
    COOKIE_SECRET: 'a secret for browser journeys, long enough',
    PORT: process.env.E2E_PORT,
    HOST: 'localhost',
    RATE_LIMIT_DISABLED: 'true',
    LOG_LEVEL: 'error',
  }),
);
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => app.close().then(() => process.exit(0)));
