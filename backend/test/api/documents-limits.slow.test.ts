import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import { takeDownDocument } from '../../../frontend/src/api/generated/sdk.gen.js';
import { sendDocument, sendLabDocument } from '../support/send-document.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { aPdf, digestOf, sha256Of } from '../support/tiny-pdf.js';
import { until } from '../support/until.js';
import { type LabClient, sql, staffAndLabs } from './api-helpers.js';
import { expectProblem, expectProblemOf } from './problem.js';

let server: TestServer;
let visitor: Client;
let staff: Client;
let lab: LabClient;
beforeAll(async () => {
  server = await startServer({
    RATE_LIMIT_DISABLED: 'false',
    RATE_LIMIT_PER_MINUTE: '1000',
    CONNECTIONS_PER_ADDRESS_MAX: '1000',
    DOCUMENTS_PER_ADDRESS: '8',
    DOCUMENT_MB_PER_LAB: '1',
  });
  visitor = server.client();
  ({ staff, lab } = await staffAndLabs(server));
});
afterAll(() => server?.stop());
beforeEach(async () => {
  // Pictures of documents count when they are read.
  const queue = 'SELECT 1 FROM documents WHERE "queuedAt" IS NOT NULL';
  await until('all documents were read', async () => (await sql(server, queue)).length === 0);
  await sql(server, 'TRUNCATE document_quotas, request_counts');
});

const counted = () =>
  sql<{ documents: number; bytes: string }>(server, 'SELECT "documents", "bytes" FROM document_quotas');

const files = (sha256: string) => sql(server, 'SELECT 1 FROM document_files WHERE "sha256" = $1', [sha256]);

describe('what one sender may send in a day', () => {
  it('is limited for visitors, by a key that does not contain their address', async () => {
    const sent = await Promise.all(Array.from({ length: 10 }, () => sendDocument(visitor, aPdf())));
    const statuses = sent.map(({ response }) => response?.status).toSorted();
    expect(statuses).toEqual([...Array(8).fill(200), 429, 429]);
    const refused = sent.find(({ response }) => response?.status === 429);
    if (!refused) throw new Error('none was refused');
    const sentence =
      'That is more than we take in a day from one sender: 8 documents and 200 MB. Send the rest tomorrow, or write to us.';
    expectProblem(refused, 429, { type: '/problems/document-quota-reached', detail: sentence });
    const seconds = Number(refused.response?.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(86_400);
    const [row] = await sql<{ sender: string }>(server, 'SELECT "sender" FROM document_quotas');
    expect(row?.sender).toMatch(/^[\w-]{43}$/);
  });

  it('is limited for labs by bytes', async () => {
    expect((await sendLabDocument(lab.client, aPdf('first', 700_000))).response?.status).toBe(201);
    const second = aPdf('second', 700_000);
    expectProblem(await sendLabDocument(lab.client, second), 429, { type: '/problems/document-quota-reached' });
    expect(await files(sha256Of(second))).toEqual([]);
    expect((await sendLabDocument(lab.client, aPdf())).response?.status).toBe(201);
  });

  it('includes the pictures of pages', async () => {
    const content = aPdf();
    await sendDocument(visitor, content);
    const pictures = () =>
      sql<{ bytes: number }>(server, 'SELECT length("png") AS "bytes" FROM document_pages WHERE "documentId" = $1', [
        sha256Of(content),
      ]);
    await until('it was read', async () => (await pictures()).length > 0);
    const [page] = await pictures();
    expect(await counted()).toEqual([{ documents: 1, bytes: String(content.length + (page?.bytes ?? 0)) }]);
  });

  it('does not count an upload that failed', async () => {
    const content = aPdf();
    const wrong = aPdf();
    const digest = digestOf(wrong);
    await sendDocument(visitor, content.subarray(0, content.length - 1), { sha256: sha256Of(wrong), digest });
    expect(await counted()).toEqual([{ documents: 0, bytes: '0' }]);
  });
});

/** Sends the beginning of an upload. */
function openUpload(content: Buffer, bytes: number, to = server) {
  const socket = connect(Number(new URL(to.url).port), '127.0.0.1');
  socket.on('error', () => {});
  const head = [
    `PUT /api/documents/${sha256Of(content)} HTTP/1.1`,
    `host: 127.0.0.1`,
    'content-type: application/pdf',
    `content-length: ${content.length}`,
    `content-digest: ${digestOf(content)}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(content.subarray(0, bytes));
  return socket;
}

/** Sends the beginning of an upload and waits until the server stores it. */
async function beginUpload(content: Buffer, bytes: number, to = server) {
  const socket = openUpload(content, bytes, to);
  const chunks = `SELECT 1 FROM document_chunks c JOIN document_files f ON f."id" = c."fileId" WHERE f."sha256" = $1`;
  await until('chunks are stored', async () => (await sql(to, chunks, [sha256Of(content)])).length > 0);
  return socket;
}

describe('an upload that breaks off', () => {
  it('leaves nothing, and can be repeated', async () => {
    const content = aPdf('breaks off', 900_000);
    const socket = await beginUpload(content, 600_000);
    socket.destroy();
    await until('nothing is left', async () => (await files(sha256Of(content))).length === 0);
    expect(await sql(server, 'SELECT 1 FROM documents WHERE "id" = $1', [sha256Of(content)])).toEqual([]);
    // The file goes first, then what was counted.
    await until('nothing is counted', async () => (await counted())[0]?.documents === 0);
    expect(await counted()).toEqual([{ documents: 0, bytes: '0' }]);
    expect((await sendDocument(visitor, content)).response?.status).toBe(200);
  });

  it('does not disturb the same file from another sender', async () => {
    const content = aPdf('of two', 900_000);
    const socket = await beginUpload(content, 600_000);
    expect((await sendDocument(visitor, content)).response?.status).toBe(200);
    socket.destroy();
    await until('one copy is left', async () => (await files(sha256Of(content))).length === 1);
  });
});

describe('an upload whose sender pauses', () => {
  const REQUEST_MS = 2_000;
  let impatient: TestServer;
  beforeAll(async () => {
    impatient = await startServer({ REQUEST_MS: String(REQUEST_MS) });
  });
  afterAll(() => impatient?.stop());

  const isStored = async (content: Buffer) =>
    (await sql(impatient, 'SELECT 1 FROM document_files WHERE "sha256" = $1', [sha256Of(content)])).length > 0;

  it('for too long is answered, leaves nothing, and can be repeated', async () => {
    const content = aPdf('stalls', 900_000);
    const socket = await beginUpload(content, 600_000, impatient);
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    await until('it is answered', async () => answer.includes('/problems/timeout'));
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(await isStored(content)).toBe(false);
    await until('the connection is closed', async () => socket.destroyed);
    expect((await sendDocument(impatient.client(), content)).response?.status).toBe(200);
  });

  it('after every byte is ended, though it never stalls', async () => {
    const content = aPdf('a byte at a time', 900_000);
    const socket = openUpload(content, 1_000, impatient);
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    let at = 1_000;
    await until('it is answered', async () => {
      socket.write(content.subarray(at, at + 1));
      at += 1;
      return answer !== '';
    });
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(await isStored(content)).toBe(false);
  });

  it('again and again is taken, however long it takes', async () => {
    const content = aPdf('slow and steady', 900_000);
    const began = performance.now();
    const socket = await beginUpload(content, 600_000, impatient);
    const answered = once(socket, 'data');
    for (let at = 600_000; at < content.length; at += 30_000) {
      await sleep(REQUEST_MS / 8);
      socket.write(content.subarray(at, at + 30_000));
    }
    expect(String(await answered)).toMatch(/^HTTP\/1\.1 200 /);
    expect(performance.now() - began).toBeGreaterThan(REQUEST_MS);
    socket.destroy();
  });
});

describe('many uploads at once', () => {
  let open: TestServer;
  beforeAll(async () => {
    open = await startServer();
  });
  afterAll(() => open?.stop());

  it('of one sender are refused above a number, and do not keep out others', async () => {
    const { lab: other } = await staffAndLabs(open);
    const sockets = Array.from({ length: 10 }, () => openUpload(aPdf(undefined, 900_000), 600_000, open));
    const arriving = `SELECT 1 FROM document_files WHERE NOT "isComplete"`;
    await until('they arrive', async () => (await sql(open, arriving)).length === 10);
    const next = aPdf();
    expectProblem(await sendDocument(open.client(), next), 429, { type: '/problems/too-many-uploads' });
    expect((await sendLabDocument(other.client, aPdf())).response?.status).toBe(201);
    for (const socket of sockets) socket.destroy();
    await until('they are gone', async () => (await sql(open, arriving)).length === 0);
    expect((await sendDocument(open.client(), next)).response?.status).toBe(200);
  });
});

describe('headers that do not fit', () => {
  const content = aPdf();
  const put = (headers: Record<string, string>) =>
    fetch(`${server.url}/api/documents/${sha256Of(content)}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/pdf', 'content-digest': digestOf(content), ...headers },
      body: new Uint8Array(content),
    });

  it.each([
    ['another media type', { 'content-type': 'application/json' }],
    ['a compressed file', { 'content-encoding': 'gzip' }],
  ])('%s', async (_, headers) => {
    const problem = await expectProblemOf(await put(headers), 415, { type: '/problems/unsupported-media-type' });
    expect(problem.detail).toMatch(/Send the (PDF itself|file uncompressed)/);
  });

  it('no length', async () => {
    async function* pieces() {
      yield new Uint8Array(content);
      await sleep(0);
    }
    const answer = await fetch(`${server.url}/api/documents/${sha256Of(content)}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/pdf', 'content-digest': digestOf(content) },
      body: pieces(),
      duplex: 'half',
    } as unknown as RequestInit);
    await expectProblemOf(answer, 400, { type: '/problems/content-length-missing' });
  });
});

describe('the same file many times at once', () => {
  it('is stored once', async () => {
    const content = aPdf('at once', 600_000);
    const sent = await Promise.all(Array.from({ length: 8 }, () => sendDocument(visitor, content)));
    expect(new Set(sent.map(({ response }) => response?.status))).toEqual(new Set([200]));
    expect(new Set(sent.map(({ data }) => data?.receivedAt)).size).toBe(1);
    expect(await files(sha256Of(content))).toHaveLength(1);
  });

  it('and taken down at once is gone', async () => {
    const content = aPdf('taken down', 600_000);
    await sendDocument(visitor, content);
    const path = { sha256: sha256Of(content) };
    const body = { reason: 'forged', text: 'The lab says so' } as const;
    await Promise.all([
      ...Array.from({ length: 4 }, () => sendDocument(visitor, content)),
      takeDownDocument({ client: staff, path, body, throwOnError: true }),
    ]);
    expect(await files(path.sha256)).toEqual([]);
  });
});
