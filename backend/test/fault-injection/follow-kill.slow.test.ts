import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { batchKey } from '../../src/domain/coa-registry/coa-registry.js';
import { published, signInAsStaff, sql } from '../api/api-helpers.js';
import { ServerProcess } from '../support/server-process.js';
import { cloneDatabase, type TestDatabase } from '../support/test-database.js';
import { clientAt } from '../support/test-server.js';
import { until } from '../support/until.js';
import { unexpectedLogLines } from './invariants.js';
import { memoryMb } from './memory.js';

const FOLLOWERS = 10_000;
/** Kill the process after this many emails. */
const KILLS = [1_500, 6_000];

const folder = mkdtempSync(join(tmpdir(), 'follow-mail-'));
let database: TestDatabase;
let server: ServerProcess;
beforeAll(async () => {
  database = await cloneDatabase();
  server = await start();
});
afterAll(async () => {
  await server?.end('SIGKILL');
  await database?.release();
});

const start = (port?: number) =>
  ServerProcess.start({ databaseUrl: database.url, environment: { MAIL_FOLDER: folder }, ...(port && { port }) });

const sent = () => readdirSync(folder).filter((name) => name.endsWith('.eml'));
/** Waits for a few at a time: all of them take longer than anything that hangs. */
async function untilSent(count: number) {
  for (let n = 100; n <= count; n += 100) await until(`${n} emails were sent`, async () => sent().length >= n);
}

const states = () =>
  sql<{ state: string; n: number }>(
    { database },
    `SELECT "state", count(*)::int AS n FROM mail_outbox WHERE "kind" = 'newsletter.news' GROUP BY 1`,
  );

it('sends 10,000 followers of a batch one email each although kill -9 interrupts it twice', async () => {
  const client = () => clientAt(server.url);
  const staff = await signInAsStaff({ database, client }, 'robin');
  await sql(
    { database },
    `WITH p AS (INSERT INTO followers ("email") SELECT 'f' || n || '@mail.example' FROM generate_series(1, ${FOLLOWERS}) n RETURNING "id")
     INSERT INTO follows ("followerId", "topic", "brandKey", "key", "label", "askedAt", "confirmedAt")
     SELECT "id", 'lot', '', $1, '', now() - interval '1 hour', now() FROM p`,
    [batchKey('KILLED-1')],
  );
  const before = memoryMb(server.pid);
  await published(staff, client(), { batchId: 'KILLED-1' }, { status: 'failed' });
  const began = performance.now();
  await until('the emails are queued', async () => (await states()).length > 0);
  const waited = Math.round(performance.now() - began);
  process.stdout.write(`queued within ${waited} ms; the server had ${before} MB, then ${memoryMb(server.pid)} MB\n`);
  expect((await states()).reduce((sum, { n }) => sum + n, 0)).toBe(FOLLOWERS);
  const logs: string[] = [];
  for (const emails of KILLS) {
    await untilSent(emails);
    expect(await server.end('SIGKILL')).toBe('SIGKILL');
    logs.push(server.output);
    // What the process was sending waits for the end of its lease, five minutes later.
    await sql(
      { database },
      `UPDATE mail_outbox SET "leasedUntil" = now() WHERE state = 'waiting' AND "leasedUntil" > now()`,
    );
    server = await start(server.port);
  }
  await untilSent(FOLLOWERS);
  await until('all are noted as sent', async () => (await states()).every(({ state }) => state === 'sent'));
  expect(await states()).toEqual([{ state: 'sent', n: FOLLOWERS }]);
  const to = sent().map((name) => /^To: (f\d+@\S+)\r$/m.exec(readFileSync(join(folder, name), 'utf8'))?.[1]);
  const followers = to.filter((address) => address !== undefined);
  expect([followers.length, new Set(followers).size]).toEqual([FOLLOWERS, FOLLOWERS]);
  logs.push(server.output);
  expect(logs.flatMap(unexpectedLogLines)).toEqual([]);
});
