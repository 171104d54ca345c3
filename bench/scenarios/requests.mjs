// npm run bench requests: what anonymous GET requests cost when no response is kept, the most expensive first, on the built site with
// demonstration data: pages, API calls, and inputs that an attacker would send. Their bytes are those of the body, plain and as
// sent with Brotli at first and after many requests, when it was compressed once more. Then what the most expensive requests do to
// the home page and to memory when 32 connections ask for nothing else.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/lib.mjs';
import { machine, numberOptions, p95, printTable, timed } from '../figures.mjs';
import { send } from '../http.mjs';
import { startLoadGenerator } from '../processes.mjs';
import { startDemonstrationSite } from '../product.mjs';
import { stopLater } from '../running.mjs';

const CONNECTIONS = 32;

const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

export async function run(args) {
  // The clock of a process ticks every 10 ms, so that fewer requests say little.
  const options = numberOptions(args, { requests: 40, worst: 6, seconds: 4 });
  const load = stopLater(startLoadGenerator());
  // The flood and the visitor beside it have different addresses.
  const { server, cookie } = await startDemonstrationSite({ RESPONSE_CACHE_MB: '0', TRUST_PROXY: 'true' });
  const headers = { 'accept-encoding': 'br', cookie };
  const costs = [];
  for (const [name, path] of [...(await addresses(server, headers)), ...HARMFUL])
    costs.push({ name, path, ...(await cost(server, path, headers, options.requests)) });
  costs.push({ name: 'age gate', path: () => '/', ...(await cost(server, () => '/', {}, options.requests)) });
  costs.sort((a, b) => b.cpuMs - a.cpuMs);
  printTable(
    `${machine()}; ${options.requests} requests each`,
    ['', 'CPU ms', 'kB', 'sent at first', 'sent later', 'status'],
    costs.map(({ name, cpuMs, plain, first, later, status }) => [
      name,
      cpuMs.toFixed(1),
      ...[plain, first, later].map((bytes) => (bytes / 1000).toFixed(1)),
      status,
    ]),
  );
  await floodWith(costs.slice(0, options.worst), server, headers, load, options.seconds);
}

const letters = (count, length) =>
  Array.from({ length: count }, () =>
    Array.from({ length }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join(''),
  ).join(' ');

const search = (text) => () => `/api/search?q=${encodeURIComponent(text())}`;

/** Each is another text with every request. */
const HARMFUL = [
  ['search: one character that becomes 18, 97 times', search(() => `${'\ufdfa'.repeat(97)}${letters(1, 3)}`)],
  ['search: one character that becomes 5, 97 times', search(() => `${'\u3316'.repeat(97)}${letters(1, 3)}`)],
  ['search: six words of 15 letters', search(() => letters(6, 15))],
  ['search: twelve words of 7 letters', search(() => letters(12, 7))],
  ['search: one word of 8 letters', search(() => letters(1, 8))],
  ['search page: six words of 15 letters', () => `/search?q=${encodeURIComponent(letters(6, 15))}`],
  ['articles: one word of 8 letters', () => `/learn?search=${letters(1, 8)}`],
  ['articles: six words of 15 letters', () => `/learn?search=${encodeURIComponent(letters(6, 15))}`],
  ['certificates: six words of 15 letters', () => `/api/coa?search=${encodeURIComponent(letters(6, 15))}`],
  ['brands: six words of 15 letters', () => `/api/brands?search=${encodeURIComponent(letters(6, 15))}`],
  ['QR code of a brand with 1,000 letters', () => `/brands/${letters(1, 1000)}/coa/x/qr.svg`],
  ['full document', () => '/api/openapi.json'],
  ['document for labs', () => '/api/docs/labs.json'],
  ['feed', () => '/feeds/certificates.xml'],
];

/** All pages and anonymous GET calls, with values of the demonstration data. */
async function addresses(server, headers) {
  const [{ brandName, productName, batchId, labName }] = await getJson(server, '/api/coa', headers);
  const found = await getJson(server, `/api/coa/${encodeURIComponent(batchId)}`, headers);
  const values = {
    brandName,
    productName,
    batchId,
    labName,
    reference: found.reference,
    slug: 'dosing-guide',
    code: 'key-missing',
  };
  Object.assign(values, { id: 'us-2026-12-11', edition: '1', number: '1', sha256: '0'.repeat(64) });
  const fill = (path, pattern) => path.replace(pattern, (_, name) => encodeURIComponent(values[name] ?? 'x'));
  const pages = Object.values(readJson('content/pages.json').pages).map(({ path }) => fill(path, /:(\w+)/g));
  const calls = Object.entries(readJson('openapi/openapi.json').paths)
    .filter(([, { get }]) => get && (get.security ?? []).length === 0)
    .map(([path, { get }]) => {
      const required = (get.parameters ?? []).filter(
        ({ in: place, required: isNeeded }) => place === 'query' && isNeeded,
      );
      const query = new URLSearchParams(
        required.map(({ name, example, schema }) => [name, example ?? schema.example]),
      ).toString();
      return fill(path, /\{(\w+)\}/g) + (query && `?${query}`);
    });
  return [...pages, ...calls].filter((path) => !path.includes('*')).map((path) => [path, () => path]);
}

async function getJson({ url }, path, headers) {
  const response = await fetch(url + path, { headers });
  if (!response.ok) throw new Error(`${response.status} for ${path}`);
  return response.json();
}

/** CPU time of one request after as many that warm up, and the size of what is sent. */
async function cost(server, path, headers, requests) {
  const { bytes: plain } = await send(server.url + path(), { headers: { ...headers, 'accept-encoding': 'identity' } });
  const { bytes: first } = await send(server.url + path(), { headers });
  let [before, last] = [0, null];
  for (let count = 0; count < 2 * requests; count += 1) {
    if (count === requests) before = server.cpuMs();
    last = await send(server.url + path(), { headers });
  }
  return { cpuMs: (server.cpuMs() - before) / requests, plain, first, later: last.bytes, status: last.status };
}

/** The 95th percentile of the home page, alone and while others ask for what costs most. */
async function floodWith(worst, server, headers, load, seconds) {
  const rows = [];
  for (const { name, path } of worst) {
    const quiet = await homeP95(server, headers, seconds);
    const paths = Array.from({ length: 1000 }, path);
    const order = { url: server.url, connections: CONNECTIONS, seconds, paths };
    order.headers = { ...headers, 'x-forwarded-for': '192.0.2.1' };
    const memory = server.memory();
    const [flooded, { perSecond }] = await Promise.all([homeP95(server, headers, seconds), load.run(order)]);
    const times = (flooded / quiet).toFixed(1);
    rows.push([name, quiet.toFixed(1), flooded.toFixed(1), times, Math.round(perSecond), memory.peak()]);
  }
  const head = ['', 'alone, ms', 'flooded, ms', 'times', 'floods per second', 'memory, MB'];
  printTable(`p95 of the home page beside ${CONNECTIONS} connections`, head, rows);
}

async function homeP95({ url }, headers, seconds) {
  const times = [];
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) times.push(await timed(() => send(`${url}/`, { headers })));
  return p95(times);
}
