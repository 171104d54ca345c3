import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  amendCertificate,
  getBatchHistory,
  getLogStatus,
  withdrawCertificate,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import { parseStoredKey, signCheckpoint } from '../../src/modules/transparency/signed-note.js';
import { temporaryFolder } from '../support/server-process.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { PASSED, published, signInAsStaff, sql } from './api-helpers.js';
import { expectProblem } from './problem.js';

let server: TestServer;
let staff: Client;
beforeAll(async () => {
  server = await startServer({ LOG_FOLDER: temporaryFolder('log'), PUBLIC_URL: 'https://registry.example' });
  staff = await signInAsStaff(server, 'robin');
});
afterAll(() => server?.stop());

const get = (path: string) => fetch(`${server.url}/log/${path}`);
const bytes = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer());
const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();

interface Answer {
  readonly entries: readonly { readonly index: number; readonly proof: string }[];
  readonly isWaiting: boolean;
}
const about = async (path: string): Promise<Answer> => (await get(path)).json() as Promise<Answer>;

const statusOf = async (of: TestServer) => (await getLogStatus({ client: of.client(), throwOnError: true })).data;

/** A certificate whose entry a checkpoint covers. */
async function logged() {
  const { reference } = await published(staff, server.client());
  await until('the entry is covered', async () => (await about(`entries/${reference}`)).entries.length === 1);
  return reference;
}

it('a published certificate is soon in the log, with a proof that leads to the checkpoint', async () => {
  const reference = await logged();
  const proof = await (await get(`proofs/${reference.toLowerCase()}.tlog-proof`)).text();
  const checkpoint = await (await get('checkpoint')).text();
  const [origin, size, root] = checkpoint.split('\n');
  expect(origin).toBe('registry.example/log');
  expect(await (await get('vkey')).text()).toMatch(/^registry\.example\/log\+[\da-f]{8}\+\S{44}\n$/);
  expect(proof.endsWith(`\n\n${checkpoint}`)).toBe(true);
  expect(proof).toMatch(/^c2sp\.org\/tlog-proof@v1\nextra \S+\nindex \d+\n/);
  const hashes = await bytes(`tile/0/000.p/${size}`);
  expect(hashes).toHaveLength(Number(size) * 32);
  if (size === '1') expect(hashes.toString('base64')).toBe(root);
});

it('entries hash to the tile of the same address', async () => {
  await logged();
  const [, size = ''] = (await (await get('checkpoint')).text()).split('\n');
  let bundle = await bytes(`tile/entries/000.p/${size}`);
  const leaves: Buffer[] = [];
  while (bundle.length > 0) {
    const end = 2 + bundle.readUInt16BE();
    leaves.push(sha256(Buffer.of(0), bundle.subarray(2, end)));
    bundle = bundle.subarray(end);
  }
  expect(Buffer.concat(leaves)).toEqual(await bytes(`tile/0/000.p/${size}`));
});

it('any site may read it, tiles are kept for ever, and the checkpoint never', async () => {
  await logged();
  for (const [path, cached] of [
    ['checkpoint', 'no-store'],
    ['tile/0/000.p/1', 'public, max-age=31536000, immutable'],
    ['tile/entries/000.p/1', 'public, max-age=31536000, immutable'],
    ['files/abcd', 'no-store'],
  ] as const) {
    const { status, headers } = await get(path);
    expect([path, status, headers.get('cache-control'), headers.get('access-control-allow-origin')]).toEqual([
      path,
      200,
      cached,
      '*',
    ]);
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  }
});

it.each([
  'tile/0/000',
  'tile/0/000.p/256',
  'tile/0/000.p/0',
  'tile/0/999.p/1',
  'tile/1/000.p/1',
  'tile/64/000.p/1',
  'tile/00/000.p/1',
  'tile/x/000.p/1',
  'tile/0/..%2f000.p/1',
  'tile/entries/001',
  'tile/entries/x999/x999/x999/999',
  'proofs/CB-0000-0000',
  'proofs/%00',
  'files/abc',
  'files/ABCD',
  'files/%25__',
  'verify-log.json',
])('what is not there is not found, and not kept: %s', async (path) => {
  const { status, headers } = await get(path);
  expect([status < 500 && status >= 400, headers.get('cache-control')]).toEqual([true, 'no-store']);
});

it.each([
  ['py', 'python3'],
  ['mjs', 'node'],
])('the program that verifies without our code is there: verify-log.%s', async (extension, interpreter) => {
  expect((await (await get(`verify-log.${extension}`)).text()).split('\n')[0]).toBe(`#!/usr/bin/env ${interpreter}`);
});

it('nothing is known of what was never published', async () => {
  expect(await about('entries/CB-0000-0000')).toEqual({ entries: [], isWaiting: false });
  expect(await about('files/0000')).toEqual({ entries: [], isWaiting: false });
});

it('says how long it is, with its key', async () => {
  await logged();
  const [, size] = (await (await get('checkpoint')).text()).split('\n');
  expect(await statusOf(server)).toEqual({
    verifierKey: (await (await get('vkey')).text()).trim(),
    size: Number(size),
    signedAt: expect.any(String),
    ageSeconds: expect.any(Number),
    waiting: 0,
    alarm: null,
  });
});

const historyOf = (batchId: string) => getBatchHistory({ client: server.client(), path: { batchId } });
const decisionsOn = async (batchId: string) => (await historyOf(batchId)).data?.decisions ?? [];

it('the history of a batch says what was decided and why, with the entries in the log', async () => {
  const original = await published(staff, server.client(), { batchId: 'HISTORY-1' });
  const { id, version, brandName, productName, batchId, thcContent, cbdContent, testDate, labName } = original;
  const content = { brandName, productName, batchId, thcContent, cbdContent, testDate, labName };
  const { data: amended } = await amendCertificate({
    client: staff,
    path: { id },
    body: { ...content, ...PASSED, version, reason: 'The container size was wrong.' },
    throwOnError: true,
  });
  await withdrawCertificate({
    client: staff,
    path: { id: amended.id },
    body: { version: amended.version, reason: 'The result is void.' },
    throwOnError: true,
  });
  await until('the log has all of it', async () => (await decisionsOn(batchId)).every(({ entry }) => entry !== null));

  const decisions = await decisionsOn('history-1');
  const said = decisions.map(({ type, reference, reason, replacedBy }) => ({ type, reference, reason, replacedBy }));
  expect(said).toHaveLength(4);
  expect(said[0]).toEqual({
    type: 'withdrawn',
    reference: amended.reference,
    reason: 'The result is void.',
    replacedBy: null,
  });
  expect(said).toContainEqual({ type: 'published', reference: amended.reference, reason: null, replacedBy: null });
  expect(said).toContainEqual({
    type: 'superseded',
    reference: original.reference,
    reason: 'The container size was wrong.',
    replacedBy: amended.reference,
  });
  expect(said[3]).toEqual({ type: 'published', reference: original.reference, reason: null, replacedBy: null });
  const { entries } = await about(`entries/${amended.reference}`);
  const ofAmended = decisions.filter(({ reference }) => reference === amended.reference);
  expect(ofAmended.map(({ entry }) => entry)).toEqual(entries.map(({ index }) => index).reverse());
});

it('a batch without a published certificate has no history', async () => {
  expectProblem(await historyOf('HISTORY-0'), 404, { type: '/problems/coa-not-found' });
});

it('an anchor that is ahead of the database is an alarm', async () => {
  const folder = temporaryFolder('log');
  const restored = await startServer({ LOG_FOLDER: folder });
  const key = parseStoredKey(readFileSync(join(folder, 'key'), 'utf8'));
  writeFileSync(join(folder, 'anchor-000000000001'), signCheckpoint({ size: 5, root: Buffer.alloc(32) }, key).note);
  expect(await statusOf(restored)).toMatchObject({ size: 0, signedAt: null, ageSeconds: null, alarm: 'anchor-ahead' });
  await restored.stop();
});

describe('without a folder for the log', () => {
  let other: TestServer;
  beforeAll(async () => {
    other = await startServer();
  });
  afterAll(() => other?.stop());

  it('decisions wait, and there is no checkpoint', async () => {
    const { reference, batchId } = await published(await signInAsStaff(other, 'kim'), other.client());
    expect((await fetch(`${other.url}/log/checkpoint`)).status).toBe(404);
    expect((await fetch(`${other.url}/log/vkey`)).status).toBe(404);
    expect(await (await fetch(`${other.url}/log/entries/${reference}`)).json()).toEqual({
      entries: [],
      isWaiting: true,
    });
    const { data } = await getBatchHistory({ client: other.client(), path: { batchId }, throwOnError: true });
    expect(data.decisions).toMatchObject([{ type: 'published', reference, entry: null }]);
    expect(await statusOf(other)).toMatchObject({ verifierKey: null, size: 0, waiting: 1, alarm: null });
    await sql(other, `UPDATE log_records SET "addedAt" = now() - interval '61 seconds'`);
    expect(await statusOf(other)).toMatchObject({ waiting: 1, alarm: 'overdue' });
  });
});
