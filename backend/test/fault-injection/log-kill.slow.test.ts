import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type FSWatcher, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { appendedHashes, leafHash, subtreeHash } from '../../src/domain/transparency/merkle-tree.js';
import { sha256 } from '../../src/modules/transparency/sha256.js';
import { openCheckpoint, parseStoredKey } from '../../src/modules/transparency/signed-note.js';
import { sql } from '../api/api-helpers.js';
import { ServerProcess, temporaryFolder } from '../support/server-process.js';
import { cloneDatabase, type TestDatabase } from '../support/test-database.js';
import { createStaff } from '../support/test-server.js';
import { until } from '../support/until.js';
import { ask, keepAlive, retryUntilAnswered } from './client.js';
import { unexpectedLogLines } from './invariants.js';
import { createUsers, report, type TestUsers } from './users.js';

const SENDERS = 4;
const KILLS = 30;

const folder = temporaryFolder('log');
let database: TestDatabase;
/** Two on one database and one folder of the log. */
let servers: [ServerProcess, ServerProcess];
let who: TestUsers;
let folderChanges: FSWatcher;
beforeAll(async () => {
  database = await cloneDatabase();
  const password = await createStaff(database, 'robin');
  servers = [await start(), await start()];
  who = await createUsers(servers[0].url, 'robin', password);
  folderChanges = watch(folder);
});
afterAll(async () => {
  folderChanges?.close();
  await Promise.all((servers ?? []).map((server) => server.end('SIGKILL')));
  await database?.release();
});

const start = (port?: number) =>
  ServerProcess.start({
    databaseUrl: database.url,
    environment: { LOG_FOLDER: folder, PARTNER_REQUESTS_PER_MINUTE: '1000000' },
    ...(port && { port }),
  });

const texts = async () =>
  (await sql<{ text: string }>({ database }, 'SELECT "text" FROM log_entries ORDER BY "position"')).map(
    ({ text }) => text,
  );

/** Computes the tree of any size from the entries alone. */
function rootsOf(entries: readonly string[]): (size: number) => Uint8Array {
  const nothing = () => Buffer.of();
  const hashes = appendedHashes(
    sha256,
    0,
    entries.map((text) => leafHash(sha256, text)),
    nothing,
  );
  const known = new Map(hashes.map(({ level, position, hash }) => [`${level}/${position}`, hash]));
  return (size) =>
    subtreeHash(sha256, { start: 0, end: size }, (level, position) => known.get(`${level}/${position}`) ?? nothing());
}

it('two processes log each decision once, and sign one history, although kill -9 interrupts them 30 times', async () => {
  const agent = keepAlive();
  const references: string[] = [];
  const notes: string[] = [];
  const logs: string[] = [];
  let isOver = false;
  const sender = async (which: 0 | 1) => {
    while (!isOver) {
      const batchId = `log ${randomUUID()}`;
      const what = { method: 'POST', body: report(batchId), headers: { ...who.lab, 'idempotency-key': batchId } };
      const { body } = await retryUntilAnswered(() => `${servers[which].url}/api/partner/certificates`, what, agent);
      references.push(JSON.parse(body).reference);
    }
  };
  const observer = async () => {
    for (let turn = 0; !isOver; turn += 1) {
      const { status, body } = await ask(`${servers[turn % 2 ? 1 : 0].url}/log/checkpoint`, {}, agent);
      if (status === 200 && notes.at(-1) !== body) notes.push(body);
    }
  };
  const all = [observer(), ...Array.from({ length: SENDERS }, (_, index) => sender(index % 2 ? 1 : 0))];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const which = kill % 2 ? 1 : 0;
    // While one of them copies entries, or between the anchor and the database.
    await once(folderChanges, 'change');
    expect(await servers[which].end('SIGKILL')).toBe('SIGKILL');
    logs.push(servers[which].output);
    servers[which] = await start(servers[which].port);
  }
  isOver = true;
  await Promise.all(all);
  const latest = async () => (await ask(`${servers[0].url}/log/checkpoint`, {}, agent)).body;
  await until('a checkpoint covers all', async () => Number((await latest()).split('\n')[1]) === references.length);
  notes.push(await latest());
  agent.destroy();

  const entries = await texts();
  expect(entries.map((text) => JSON.parse(text).ref).toSorted()).toEqual(references.toSorted());
  const key = parseStoredKey(readFileSync(join(folder, 'key'), 'utf8'));
  const observed = notes.map((note) => openCheckpoint(note, key));
  expect(observed.length).toBeGreaterThan(KILLS / 2);
  expect(observed.map(({ size }) => size)).toEqual(observed.map(({ size }) => size).toSorted((a, b) => a - b));
  const rootOf = rootsOf(entries);
  for (const { size, root } of observed) expect([size, Buffer.from(rootOf(size))]).toEqual([size, Buffer.from(root)]);
  expect([...logs, ...servers.map(({ output }) => output)].flatMap(unexpectedLogLines)).toEqual([]);
  expect(logs.join().match(/public log (has|differs)|anchor of the public log is missing/g)).toBeNull();
});
