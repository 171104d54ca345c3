// npm run bench uploads: sends 50 PDFs of 10 MB at once while others read the registry, and compares memory and the time of the
// reads with an idle reference: the same reads on the same server just before (docs/decisions/0045). --uploads, --mb, --rounds and
// --concurrency (readers) change the load.
import { createHash, randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../scripts/postgres.mjs';
import { numberOptions, p95, printTable, timed } from '../figures.mjs';
import { send } from '../http.mjs';
import { createRegistry, startDatabaseServer, startProduct } from '../product.mjs';
import { loadRegistry } from '../registry.mjs';

const CERTIFICATES = 1_000;

/** Reads of the idle reference. */
const IDLE_READS = 400;

/** With credentials, so that the response cache does not answer and every read reaches the database. */
const READ = { path: '/api/coa?limit=20', headers: { authorization: 'Bearer none' } };

export async function run(args) {
  const options = numberOptions(args, { uploads: 50, mb: 10, rounds: 3, concurrency: 4 });
  // Without documents: the reader must have nothing to do while the idle reference is measured.
  const databaseUrl = await createRegistry(await startDatabaseServer({ durable: true }), 'uploads');
  await loadRegistry(databaseUrl, CERTIFICATES);
  const server = await startProduct(databaseUrl, { CONNECTIONS_PER_ADDRESS_MAX: '1000' });
  await idleReads(server, options); // warms up
  const rows = [];
  for (let round = 1; round <= options.rounds; round += 1)
    rows.push([round, ...(await measure(server, databaseUrl, options))]);
  const title = `${options.uploads} PDFs of ${options.mb} MB at once, ${options.concurrency} readers`;
  const head = ['round', 'idle p95 ms', 'during p95 ms', 'ratio', 'memory before MB', 'peak MB', 'more MB', 'seconds'];
  printTable(title, head, rows);
}

const idleReads = (server, { concurrency }) => reads(server.url, concurrency, (count) => IDLE_READS - count);

async function measure(server, databaseUrl, options) {
  await everythingRead(databaseUrl);
  const files = Array.from({ length: options.uploads }, () => pdf(options.mb * 1024 * 1024));
  const before = await idleReads(server, options);
  const idle = server.memory();
  await sleep(300);
  const base = idle.peak();
  const memory = server.memory();
  let sending = true;
  let during = [];
  const ms = await timed(async () => {
    const sent = Promise.all(files.map((file) => upload(server.url, file))).finally(() => {
      sending = false;
    });
    during = await reads(server.url, options.concurrency, () => (sending ? 1 : 0));
    await sent;
  });
  const peak = memory.peak();
  return [
    p95(before).toFixed(1),
    p95(during).toFixed(1),
    (p95(during) / p95(before)).toFixed(2),
    base,
    peak,
    peak === null ? null : peak - base,
    (ms / 1000).toFixed(1),
  ];
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

async function upload(url, { content, hash }) {
  const headers = {
    'content-type': 'application/pdf',
    'content-length': content.length,
    'content-digest': `sha-256=:${hash.toString('base64')}:`,
  };
  const options = { method: 'PUT', headers, agent: false, body: content };
  const { status } = await send(`${url}/api/documents/${hash.toString('hex')}`, options);
  if (status !== 200) throw new Error(`an upload was answered ${status}`);
}

/** Reads while `left` says so. @returns the milliseconds that each took */
async function reads(url, concurrency, left) {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const times = [];
  const reader = async () => {
    while (left(times.length) > 0) {
      times.push(await timed(() => send(url + READ.path, { agent, headers: READ.headers })));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, reader));
  agent.destroy();
  return times;
}
