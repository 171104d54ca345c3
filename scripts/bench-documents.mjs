// npm run bench:documents: sends 50 PDFs of 10 MB at once while others read the registry, and compares memory and the time
// of the reads with an idle reference: the same reads on the same server just before. It prints results without pass or
// fail (docs/decisions/0045). --uploads, --mb, --rounds and --concurrency (readers) change the load; --built skips the build.
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startServer } from '../bench/processes.mjs';
import { loadRegistry, withClient } from '../bench/registry.mjs';
import { buildBackend, fail, root } from './lib.mjs';
import { startPostgres } from './postgres.mjs';

const { values } = parseArgs({
  options: {
    uploads: { type: 'string', default: '50' },
    mb: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    concurrency: { type: 'string', default: '4' },
    built: { type: 'boolean', default: false },
  },
});
const { uploads, mb, rounds, concurrency } = Object.fromEntries(
  Object.entries(values).map(([name, value]) => [name, Number(value)]),
);

const CERTIFICATES = 1_000;

/** Reads of the idle reference. */
const IDLE_READS = 400;

/** With credentials, so that the response cache does not answer and every read reaches the database. */
const READ = { path: '/api/coa?limit=20', headers: { authorization: 'Bearer none' } };

async function main() {
  if (!values.built) await buildBackend({ quiet: true });
  const postgres = await startPostgres({ durable: true });
  const folder = mkdtempSync(join(tmpdir(), 'clearbatch-bench-documents-'));
  try {
    await run(await registry(postgres), folder);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Certificates without documents: the reader must have nothing to do while the idle reference is measured. */
async function registry(postgres) {
  await withClient(postgres.url(), (admin) => admin.query('CREATE DATABASE bench_documents'));
  const url = new URL(postgres.url());
  url.pathname = '/bench_documents';
  const { migrateAndSeed } = await import('../backend/dist/migrate-and-seed.js');
  const contentRoot = join(root, 'content');
  await migrateAndSeed({ databaseUrl: url.href, contentRoot, demonstration: false, firstAccount: false });
  await loadRegistry(url.href, CERTIFICATES, root);
  return url.href;
}

async function run(databaseUrl, folder) {
  const environment = {
    ...{ DATABASE_URL: databaseUrl, COOKIE_SECRET: randomBytes(24).toString('hex'), MAIL_FOLDER: folder },
    ...{
      RATE_LIMIT_DISABLED: 'true',
      CONNECTIONS_PER_ADDRESS_MAX: '1000',
      LOG_LEVEL: 'warn',
      WEB_ROOT: webRoot(folder),
    },
  };
  const server = await startServer(join(root, 'backend/dist/main.js'), environment, '/health/live');
  try {
    await reads(server.url, (count) => IDLE_READS - count); // warms up
    console.log(`${uploads} PDFs of ${mb} MB at once, ${concurrency} readers\n`);
    console.log('round  idle p95 ms  during p95 ms  ratio  memory before MB  peak MB  more MB  seconds');
    for (let round = 1; round <= rounds; round += 1) await measure(server, databaseUrl, round);
  } finally {
    await server.stop();
  }
}

/** Reads of the API need no pages. */
function webRoot(folder) {
  for (const part of ['assets', '.server']) mkdirSync(join(folder, 'web', part), { recursive: true });
  writeFileSync(join(folder, 'web/assets/site.js'), '');
  const renderer =
    "export const renderPage = async () => ''; export const callsOf = () => []; export const formCallOf = () => null;";
  writeFileSync(join(folder, 'web/.server/entry-server.js'), renderer);
  writeFileSync(
    join(folder, 'web/index.html'),
    '<!doctype html><html lang="en"><head><title>Bench</title></head><body><div id="root"></div></body></html>',
  );
  return join(folder, 'web');
}

async function measure(server, databaseUrl, round) {
  await everythingRead(databaseUrl);
  const files = Array.from({ length: uploads }, () => pdf(mb * 1024 * 1024));
  const before = await reads(server.url, (count) => IDLE_READS - count);
  const idle = server.memory();
  await sleep(300);
  const base = idle.peak();
  const memory = server.memory();
  let sending = true;
  const startedAt = performance.now();
  const sent = Promise.all(files.map((file) => send(server.url, file))).finally(() => {
    sending = false;
  });
  const during = await reads(server.url, () => (sending ? 1 : 0));
  await sent;
  const seconds = (performance.now() - startedAt) / 1000;
  const peak = memory.peak();
  const cells = [
    ...[round, p95(before).toFixed(1), p95(during).toFixed(1), (p95(during) / p95(before)).toFixed(2)],
    ...[base, peak, peak === null ? '–' : peak - base, seconds.toFixed(1)],
  ];
  console.log(cells.map((cell, i) => String(cell).padStart([5, 12, 14, 6, 17, 8, 8, 8][i] + (i ? 1 : 0))).join(''));
}

/** The reader is at work for a while after each round. */
async function everythingRead(databaseUrl) {
  await withClient(databaseUrl, async (client) => {
    const waiting = `SELECT 1 FROM documents WHERE "queuedAt" IS NOT NULL LIMIT 1`;
    while ((await client.query(waiting)).rowCount > 0) await sleep(200);
  });
}

/** Begins like a PDF. The reader turns it down later; what is measured is receiving it. */
function pdf(bytes) {
  const content = randomBytes(bytes);
  content.write('%PDF-1.7\n%');
  return { content, hash: createHash('sha256').update(content).digest() };
}

function send(url, { content, hash }) {
  const headers = {
    'content-type': 'application/pdf',
    'content-length': content.length,
    'content-digest': `sha-256=:${hash.toString('base64')}:`,
  };
  return new Promise((resolve, reject) => {
    const options = { method: 'PUT', headers, agent: false };
    const sending = request(`${url}/api/documents/${hash.toString('hex')}`, options, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`an upload was answered ${response.statusCode}`));
      });
    });
    sending.once('error', reject).end(content);
  });
}

/** Reads while `left` says so. @returns the milliseconds that each took */
async function reads(url, left) {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const times = [];
  const reader = async () => {
    while (left(times.length) > 0) {
      const startedAt = performance.now();
      await get(url + READ.path, { agent, headers: READ.headers });
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, reader));
  agent.destroy();
  return times;
}

function get(url, options) {
  return new Promise((resolve, reject) => {
    request(url, options, (response) => response.resume().once('end', resolve).once('error', reject))
      .once('error', reject)
      .end();
  });
}

const p95 = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;

await main().catch(fail);
