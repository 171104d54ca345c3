import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from '../api/api-helpers.js';
import { emailsIn } from '../support/mail-folder.js';
import { type ServerOptions, ServerProcess, temporaryFolder } from '../support/server-process.js';
import { cloneDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';
import { submission } from './users.js';

const onPosix = process.platform === 'win32' ? it.skip : it;

let database: TestDatabase;
let server: ServerProcess;
let mailFolder: string;
beforeEach(async () => {
  database = await cloneDatabase();
  mailFolder = join(temporaryFolder('disk'), 'mail');
});
afterEach(async () => {
  await server?.end('SIGKILL');
  await database?.release();
});

const start = async (options: Partial<ServerOptions> = {}) => {
  server = await ServerProcess.start({
    databaseUrl: database.url,
    environment: { MAIL_FOLDER: mailFolder },
    ...options,
  });
};

const statusOf = async (path: string) => (await fetch(server.url + path)).status;

async function submit(): Promise<number> {
  const response = await fetch(`${server.url}/api/coa/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(submission(`disk ${randomUUID()}`)),
  });
  return response.status;
}

/** Every request and every error writes a log line. */
async function serves(): Promise<void> {
  for (let i = 0; i < 20; i += 1) expect(await statusOf('/api/coa')).toBe(200);
  expect(await statusOf('/')).toBe(200);
  expect(await statusOf('/api/coa/nothing')).toBe(404);
  expect(await submit()).toBe(201);
  expect(server.hasExited).toBe(false);
}

const firstMail = async () => {
  const rows = await sql<{ state: string; lastError: string | null; attempts: number }>(
    { database },
    'SELECT state, "lastError", attempts FROM mail_outbox ORDER BY id LIMIT 1',
  );
  return rows[0];
};

describe('a log that cannot be written', () => {
  (existsSync('/dev/full') ? it : it.skip)('because its disk is full, leaves the site as it is', async () => {
    await start({ shell: 'exec "$@" > /dev/full' });
    await serves();
    expect(await server.end('SIGTERM')).toBe(0);
  });

  onPosix('because its reader has ended, leaves the site working', async () => {
    await start();
    server.stopReading();
    await serves();
    expect(await server.end('SIGTERM')).toBe(0);
  });
});

describe('mail that cannot be written', () => {
  const isHeldBack = async () => (await firstMail())?.lastError === 'folder-unwritable';

  /** Makes mail that waits for a retry due now. */
  const nowDue = () => sql({ database }, 'UPDATE mail_outbox SET "nextAttemptAt" = now()');

  const isSent = async () => (await firstMail())?.state === 'sent';

  it('because a file has the name of its folder is retried and sent later', async () => {
    await writeFile(mailFolder, 'no folder');
    await start();
    expect(await submit()).toBe(201);
    await until('the mail waits for a retry', isHeldBack);
    await serves();
    await rm(mailFolder);
    await mkdir(mailFolder);
    await nowDue();
    await until('it is sent', isSent);
    expect((await emailsIn(mailFolder))[0]?.to?.[0]?.address).toBe('robin@submitter.example');
  });

  onPosix('because the disk takes no more of it, waits, leaves nothing half behind, and is sent later', async () => {
    await start({ shell: 'ulimit -f 1; exec "$@"' });
    expect(await submit()).toBe(201);
    await until('the mail waits for a retry', isHeldBack);
    await serves();
    expect(await readdir(mailFolder)).toEqual([]);
    await server.end();
    await start();
    await nowDue();
    await until('it is sent', isSent);
    expect((await emailsIn(mailFolder))[0]?.to?.[0]?.address).toBe('robin@submitter.example');
  });
});
