import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../api/api-helpers.js';
import { ServerProcess } from '../support/server-process.js';
import { cloneDatabase, type TestDatabase } from '../support/test-database.js';
import { createStaff } from '../support/test-server.js';
import { aPdf, digestOf, sha256Of } from '../support/tiny-pdf.js';
import { until } from '../support/until.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { unexpectedLogLines, violatedInvariants } from './invariants.js';
import { createUsers, report } from './users.js';

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
  ServerProcess.start({
    databaseUrl: database.url,
    environment: { WEBHOOK_ALLOW_LOOPBACK: 'true' },
    ...(port && { port }),
  });

const logs: string[] = [];

async function killAndStart(inBetween: () => Promise<void> = async () => {}): Promise<void> {
  expect(await server.end('SIGKILL')).toBe('SIGKILL');
  logs.push(server.output);
  await inBetween();
  server = await start(server.port);
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
  await until('it was read', isReady(content));
  await expectWhole(content);
});

it('kill -9 of a document that waits or is being read loses, doubles and blocks nothing', async () => {
  const contents = Array.from({ length: 12 }, (_, i) => aPdf(`document ${i}`, 300_000));
  for (const content of contents) expect((await put(content)).status).toBe(200);
  await until('one is being read', async () => {
    const reading = await sql({ database }, `SELECT 1 FROM documents WHERE "state" = 'reading'`);
    return reading.length > 0;
  });
  await killAndStart();
  for (const content of contents) await until('it was read', isReady(content));
  for (const content of contents) await expectWhole(content);
  const [attempts] = await sql<{ most: number }>({ database }, `SELECT max("attempts")::int AS most FROM documents`);
  expect(attempts?.most).toBe(2);
});

it('kill -9 at any moment of storing a reading leaves all of it or none', async () => {
  // The reader takes about a second: kills at different times hit reading, storing, and the moments around them.
  for (const ms of [600, 900, 1_200, 1_500, 1_800]) {
    const content = aPdf(`killed after ${ms}`, 100_000);
    expect((await put(content)).status).toBe(200);
    await sleep(ms);
    await killAndStart();
    // As if the lease of the dead process had run out: waiting for it five times would take five minutes.
    await sql({ database }, `UPDATE documents SET "leasedUntil" = now() WHERE "state" = 'reading'`);
    await until('it was read', isReady(content));
    await expectWhole(content);
  }
  expect(logs.flatMap(unexpectedLogLines)).toEqual([]);
});

describe('certificates that wait for their document', () => {
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await WebhookReceiver.open();
  });
  afterAll(() => receiver?.close());

  const reportPdf = (batchId: string) =>
    aPdf(`Certificate of Analysis Batch ID: ${batchId} Product: Yuzu Seltzer 5 mg Test date: 2026-10-14`);
  const lines = Array.from({ length: 16 }, (_, i) => {
    const batchId = `settled ${i}`;
    return { batchId, content: reportPdf(batchId) };
  });

  async function sendAll(): Promise<void> {
    const { lab } = await createUsers(server.url, 'robin', await createStaff(database, 'robin'));
    const post = async (path: string, type: string, body: string) => {
      const headers = { ...lab, 'content-type': type, 'idempotency-key': 'all of them' };
      const answer = await fetch(`${server.url}/api/partner/${path}`, { method: 'POST', headers, body });
      expect([answer.ok, await answer.text()]).toEqual([true, expect.any(String)]);
    };
    // As if the lab had sent them, too.
    const ofLab =
      'INSERT INTO document_labs ("documentId", "labId") SELECT d."id", l."id" FROM documents d, partner_labs l';
    await sql({ database }, ofLab);
    const types = ['certificate.published', 'certificate.document_missing'];
    await post('webhook-endpoints', 'application/json', JSON.stringify({ url: receiver.url, types }));
    const certificates = lines.map(({ batchId, content }) => ({
      ...report(batchId),
      documentSha256: sha256Of(content),
    }));
    const file = certificates.map((line) => `${JSON.stringify(line)}\n`).join('');
    await post('bulk-jobs', 'application/x-ndjson', file);
  }

  const count = async (condition: string) => {
    const statement = `SELECT count(*)::int AS "count" FROM coa_data WHERE ${condition}`;
    return (await sql<{ count: number }>({ database }, statement))[0]?.count ?? 0;
  };

  it('get it once each, and are published once, whenever kill -9 interrupts that', async () => {
    for (const { content } of lines) expect((await put(content)).status).toBe(200);
    for (const { content } of lines) await until('it was read', isReady(content));
    // Makes the transactions so long that each kill hits some of them halfway.
    const linger = `BEGIN PERFORM pg_sleep(0.2); RETURN NEW; END`;
    await sql({ database }, `CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS $$${linger}$$`);
    await sql({ database }, 'CREATE TRIGGER linger AFTER INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION linger()');
    await sendAll();
    for (const settled of [1, 5, 9]) {
      const isSettled = async () => (await count(`"awaitedDocument" IS NULL`)) >= settled;
      await until(`${settled} have their document`, isSettled);
      await killAndStart(async () => {
        expect(await count(`"awaitedDocument" IS NOT NULL AND "leasedUntil" > now()`)).toBeGreaterThan(0);
        // As if the leases of the dead process had run out.
        await sql({ database }, `UPDATE coa_data SET "leasedUntil" = now() WHERE "leasedUntil" IS NOT NULL`);
      });
    }
    await until('none waits', async () => (await count(`"awaitedDocument" IS NOT NULL`)) === 0);
    const outcomes = await sql<object>(
      { database },
      `SELECT "batchId", "submissionStatus" AS "standing", "documentId",
              ARRAY(SELECT "action" FROM audit_log WHERE "subject" = 'certificate:' || c."id" ORDER BY "id") AS "audited",
              ARRAY(SELECT e."type" FROM webhook_events e JOIN webhook_deliveries d ON d."eventId" = e."id"
                     WHERE e."body"::jsonb->'data'->>'id' = c."id"::text) AS "told"
         FROM coa_data c ORDER BY "createdAt", "batchId"`,
    );
    const expected = lines.map(({ batchId, content }) => ({
      batchId,
      standing: 'approved',
      documentId: sha256Of(content),
      audited: ['submission.document-attached', 'submission.approved'],
      told: ['certificate.published'],
    }));
    expect(outcomes).toHaveLength(lines.length);
    expect(outcomes).toEqual(expect.arrayContaining(expected));
    expect(await violatedInvariants(database.url, new Set(lines.map(({ batchId }) => batchId)))).toEqual([]);

    // An event may arrive twice, with the same id.
    const events = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
    await until('the lab was told of each', async () => events().size === lines.length);
    expect(logs.flatMap(unexpectedLogLines)).toEqual([]);
  });
});
