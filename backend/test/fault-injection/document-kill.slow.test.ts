import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, until } from '../api/api-helpers.js';
import { ServerProcess } from '../support/server-process.js';
import { cloneDatabase, type TestDatabase } from '../support/test-database.js';
import { aPdf, digestOf, sha256Of } from '../support/tiny-pdf.js';
import { unexpectedLogLines } from './invariants.js';

/** A lease has to run out before a document is read again. */
const LEASE_MS = 75_000;

let database: TestDatabase;
let server: ServerProcess;
beforeAll(async () => {
  database = await cloneDatabase();
  server = await ServerProcess.start({ databaseUrl: database.url });
}, 60_000);
afterAll(async () => {
  await server?.end('SIGKILL');
  await database?.release();
});

const logs: string[] = [];

async function killAndStart(): Promise<void> {
  expect(await server.end('SIGKILL')).toBe('SIGKILL');
  logs.push(server.output);
  server = await ServerProcess.start({ databaseUrl: database.url, port: server.port });
}

const put = (content: Buffer) =>
  fetch(`${server.url}/api/documents/${sha256Of(content)}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/pdf', 'content-digest': digestOf(content) },
    body: new Uint8Array(content),
  });

const stateOf = async (content: Buffer) =>
  (await sql<{ state: string }>({ database }, `SELECT "state" FROM documents WHERE "id" = $1`, [sha256Of(content)]))[0]
    ?.state;

const isReady = (content: Buffer) => async () => (await stateOf(content)) === 'ready';

/** Everything about a document is there exactly once, and nothing of an upload that broke off. */
async function expectWhole(content: Buffer): Promise<void> {
  const values = [sha256Of(content)];
  const files = `SELECT "isComplete", string_agg(c."content", '' ORDER BY c."number") AS content
                   FROM document_files f JOIN document_chunks c ON c."fileId" = f."id" WHERE "sha256" = $1
                  GROUP BY f."id" ORDER BY "isComplete" DESC`;
  const [file] = await sql<{ isComplete: boolean; content: Buffer }>({ database }, files, values);
  expect(file?.isComplete).toBe(true);
  expect(file?.content.equals(content)).toBe(true);
  expect(
    await sql({ database }, `SELECT 1 FROM document_files WHERE "isComplete" AND "sha256" = $1`, values),
  ).toHaveLength(1);
  expect(await sql({ database }, `SELECT "number" FROM document_pages WHERE "documentId" = $1`, values)).toEqual([
    { number: 1 },
  ]);
}

it('kill -9 while a file arrives leaves no document, and the same file can be sent again', async () => {
  const content = aPdf('arriving', 900_000);
  const socket = connect(server.port, '127.0.0.1').on('error', () => {});
  const head = `PUT /api/documents/${sha256Of(content)} HTTP/1.1\r\nhost: x\r\ncontent-type: application/pdf\r\n`;
  socket.write(`${head}content-length: ${content.length}\r\ncontent-digest: ${digestOf(content)}\r\n\r\n`);
  socket.write(content.subarray(0, 600_000));
  const begun = () => sql({ database }, `SELECT 1 FROM document_files WHERE "sha256" = $1`, [sha256Of(content)]);
  await until('a chunk is stored', async () => (await begun()).length > 0);
  await killAndStart();
  expect(await stateOf(content)).toBeUndefined();

  // An hour later, the rest is deleted by the next process that starts.
  await sql({ database }, `UPDATE document_files SET "startedAt" = "startedAt" - interval '2 hours'`);
  await killAndStart();
  await until('nothing is left of it', async () => (await begun()).length === 0);
  expect((await put(content)).status).toBe(200);
  await until('it was read', isReady(content), LEASE_MS);
  await expectWhole(content);
}, 120_000);

it('kill -9 of a document that waits or is being read loses, doubles and blocks nothing', async () => {
  const contents = Array.from({ length: 12 }, (_, i) => aPdf(`document ${i}`, 300_000));
  for (const content of contents) expect((await put(content)).status).toBe(200);
  await until('one is being read', async () => {
    const reading = await sql({ database }, `SELECT 1 FROM documents WHERE "state" = 'reading'`);
    return reading.length > 0;
  });
  await killAndStart();
  for (const content of contents) await until('it was read', isReady(content), LEASE_MS);
  for (const content of contents) await expectWhole(content);
  const [attempts] = await sql<{ most: number }>({ database }, `SELECT max("attempts")::int AS most FROM documents`);
  expect(attempts?.most).toBe(2);
}, 240_000);

it('kill -9 at any moment of storing a reading leaves all of it or none', async () => {
  // The reader takes about a second: kills at different times hit reading, storing, and the moments around them.
  for (const ms of [600, 900, 1_200, 1_500, 1_800]) {
    const content = aPdf(`killed after ${ms}`, 100_000);
    expect((await put(content)).status).toBe(200);
    await sleep(ms);
    await killAndStart();
    // As if the lease of the dead process had run out: waiting for it five times would take five minutes.
    await sql({ database }, `UPDATE documents SET "leasedUntil" = now() WHERE "state" = 'reading'`);
    await until('it was read', isReady(content), LEASE_MS);
    await expectWhole(content);
  }
  expect(logs.flatMap(unexpectedLogLines)).toEqual([]);
}, 240_000);
