// npm run request-costs [-- --built]: what anonymous GET requests cost when no response is kept, the most expensive first, on the
// built site with demonstration data: pages, API calls, and inputs that an attacker would send. Then what the most expensive
// ones do to the home page and to memory when 32 connections ask for nothing else. It prints results without pass or fail.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startLoadGenerator, startServer } from '../bench/processes.mjs';
import { ageCookie, build, fail, root } from './lib.mjs';
import { startPostgres } from './postgres.mjs';

/** Of each address, after as many that warm up. The clock of a process ticks every 10 ms. */
const REQUESTS = 40;
const WORST = 6;
const CONNECTIONS = 32;
const SECONDS = 4;

const { values: options } = parseArgs({ options: { built: { type: 'boolean', default: false } } });

const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

async function main() {
  const [postgres] = await Promise.all([startPostgres(), !options.built && build()]);
  const load = startLoadGenerator();
  let server;
  try {
    // Built just now.
    const { migrateAndSeed } = await import('../backend/dist/migrate-and-seed.js');
    const contentRoot = join(root, 'content');
    await migrateAndSeed({ databaseUrl: postgres.url(), contentRoot, demonstration: true, firstAccount: false });
    const environment = { DATABASE_URL: postgres.url(), COOKIE_SECRET: randomBytes(32).toString('base64url') };
    Object.assign(environment, { RATE_LIMIT_DISABLED: 'true', LOG_LEVEL: 'warn', RESPONSE_CACHE_MB: '0' });
    // So that the flood and the visitor beside it have different addresses.
    environment.TRUST_PROXY = 'true';
    server = await startServer(join(root, 'backend/dist/main.js'), environment, '/health/ready');
    const headers = { 'accept-encoding': 'br', cookie: await ageCookie(server.url) };
    console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}; ${REQUESTS} requests each`);
    const costs = [];
    for (const [name, path] of [...(await addresses(server, headers)), ...HARMFUL])
      costs.push({ name, path, ...(await cost(server, path, headers)) });
    costs.sort((a, b) => b.cpuMs - a.cpuMs);
    console.table(
      costs.map(({ name, cpuMs, status }) => ({ request: name, 'CPU ms': Number(cpuMs.toFixed(1)), status })),
    );
    await floodWith(costs.slice(0, WORST), server, headers, load);
  } finally {
    load.stop();
    await server?.stop();
    await postgres.stop();
  }
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
  const [{ brandName, productName, batchId }] = await getJson(server, '/api/coa', headers);
  const found = await getJson(server, `/api/coa/${encodeURIComponent(batchId)}`, headers);
  const values = {
    brandName,
    productName,
    batchId,
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

async function cost(server, path, headers) {
  let [before, status] = [0, 0];
  for (let count = 0; count < 2 * REQUESTS; count += 1) {
    if (count === REQUESTS) before = server.cpuMs();
    const response = await fetch(server.url + path(), { headers });
    await response.arrayBuffer();
    status = response.status;
  }
  return { cpuMs: (server.cpuMs() - before) / REQUESTS, status };
}

/** The 95th percentile of the home page, alone and while others ask for what costs most. */
async function floodWith(worst, server, headers, load) {
  const rows = {};
  for (const { name, path } of worst) {
    const quiet = await homeP95(server, headers);
    const paths = Array.from({ length: 1000 }, path);
    const order = { url: server.url, connections: CONNECTIONS, seconds: SECONDS, paths };
    order.headers = { ...headers, 'x-forwarded-for': '192.0.2.1' };
    const memory = server.memory();
    const [flooded, { perSecond }] = await Promise.all([homeP95(server, headers), load.run(order)]);
    rows[name] = {
      'home alone, p95 ms': quiet.toFixed(1),
      [`beside ${CONNECTIONS}`]: flooded.toFixed(1),
      times: (flooded / quiet).toFixed(1),
      'floods/s': Math.round(perSecond),
      'memory, MB': memory.peak(),
    };
  }
  console.table(rows);
}

async function homeP95({ url }, headers) {
  const times = [];
  const until = performance.now() + SECONDS * 1000;
  while (performance.now() < until) {
    const startedAt = performance.now();
    await (await fetch(`${url}/`, { headers })).arrayBuffer();
    times.push(performance.now() - startedAt);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)];
}

await main().catch(fail);
