import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import { labWithKey, signInAsStaff } from '../api/api-helpers.js';
import { ServerProcess } from '../support/server-process.js';
import { cloneDatabase, type TestDatabase } from '../support/test-database.js';
import { clientAt } from '../support/test-server.js';
import { memoryMb } from './memory.js';

const MB = 1024 * 1024;

/** The unpacked size of the bomb. */
const BOMB_BYTES = 1024 * MB;

/** The server's heap: less than what three files unpack to before they are refused, so keeping that would end the process. */
const HEAP_MB = 160;

let database: TestDatabase;
let server: ServerProcess;
let staff: Client;
beforeAll(async () => {
  database = await cloneDatabase();
  server = await ServerProcess.start({
    databaseUrl: database.url,
    environment: { LOG_LEVEL: 'error' },
    nodeOptions: [`--max-old-space-size=${HEAP_MB}`],
  });
  staff = await signInAsStaff({ database, client: () => clientAt(server.url) }, 'robin');
});
afterAll(async () => {
  await server?.end('SIGKILL');
  await database?.release();
});

interface WireResponse {
  readonly status: number | undefined;
  readonly problem: { readonly type: string; readonly detail: string };
}

/** Sends the start of a body, and the rest only after the response arrives; without a rest, this is the whole body. */
function answerTo(head: Record<string, string>, beginning: Buffer, rest?: Buffer): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const upload = request(`${server.url}/api/partner/bulk-jobs`, { method: 'POST', headers: head });
    upload.on('error', reject).on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode, problem: JSON.parse(text) }));
      if (rest) upload.end(rest);
    });
    if (rest) upload.write(beginning);
    else upload.end(beginning);
  });
}

it('rejects a file that expands a thousandfold midway, using little memory', async () => {
  const lab = await labWithKey(staff);
  // A gzip file with many members unpacks like one with a single member, and is faster to generate.
  const part = gzipSync(Buffer.alloc(16 * MB, ' '));
  const bomb = Buffer.concat(Array(BOMB_BYTES / (16 * MB)).fill(part));
  expect(BOMB_BYTES / bomb.length).toBeGreaterThan(1_000);
  const head = { ...lab.headers, 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' };
  const line = gzipSync('{"labReportId":"EA-1"}');
  const half = Math.ceil(bomb.length / 2);
  const send = (key: string) =>
    answerTo({ ...head, 'idempotency-key': key }, Buffer.concat([line, bomb.subarray(0, half)]), bomb.subarray(half));

  // For the figures below, a file within the limits.
  const within = Buffer.concat([line, part, part, part, part]);
  expect((await answerTo({ ...head, 'idempotency-key': 'a good one' }, within)).status).toBe(201);
  const before = memoryMb(server.pid, 'VmHWM');
  const began = performance.now();
  const answers = await Promise.all(['one', 'two', 'three'].map(send));
  const ms = performance.now() - began;
  const after = memoryMb(server.pid, 'VmHWM');
  for (const { status, problem } of answers) {
    expect({ status, ...problem }).toMatchObject({
      status: 413,
      type: '/problems/bulk-file-too-large',
      detail: expect.stringContaining('Unpacked, a compressed file can be at most 128 MB'),
    });
  }
  process.stdout.write(
    `${ms.toFixed(0)} ms for three; ${before?.toFixed(0)} MB before, ${after?.toFixed(0)} MB after\n`,
  );
  expect(server.hasExited).toBe(false);
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
});
