// npm run bench: compares the product in production mode with a baseline (bench/baseline.mjs) under the same load, on
// registries of 1,000 to 1,000,000 certificates. It prints results without pass or fail (docs/decisions/0021). A full run
// takes 15 minutes on two cores and 6 GB in the system's temporary folder.
//
//   npm run bench -- --sizes 1000,100000 --seconds 1 --rounds 1 --only "certificate by batch,search"
//
//   npm run bench -- --sizes 1000000 --before ../the-version-before
//
// The last one alternates the searches of two versions; the other version is a checkout that has been built.
// --only takes prefixes of scenario names; --requests sets a round's length in requests instead of seconds; --built skips
// the build; --database selects a PostgreSQL server other than the embedded one.
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { startLoadGenerator, startServer } from '../bench/processes.mjs';
import { loadRegistry, withClient } from '../bench/registry.mjs';
import { scenarios, searches } from '../bench/scenarios.mjs';
import { build, fail, root } from './lib.mjs';
import { startPostgres } from './postgres.mjs';
import { cleanUpOnStop, dataRoot } from './start.mjs';

const CONNECTIONS = 32;
const DEEP_PAGE = 1_000;

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000,1000000' },
    seconds: { type: 'string', default: '2' },
    requests: { type: 'string', default: '0' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    database: { type: 'string' },
    built: { type: 'boolean', default: false },
    before: { type: 'string' },
  },
});
const sizes = options.sizes.split(',').map(Number);
const [seconds, requests, rounds] = [options.seconds, options.requests, options.rounds].map(Number);
const only = options.only.split(',').map((name) => name.trim());
const startedAt = performance.now();
/** Servers and the load generator; they stop before the database. */
const running = [];
const log = (text) => console.log(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${text}`);

async function main() {
  const onStop = cleanUpOnStop();
  if (!options.built) await build();
  const postgres = options.database ? externalServer(options.database) : await startPostgres({ durable: true });
  const folder = mkdtempSync(join(tmpdir(), 'clearbatch-bench-'));
  let cleanup = null;
  const stopEverything = async () => {
    for (const child of running) await child.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const cleanUpOnce = () => {
    cleanup ??= stopEverything();
    return cleanup;
  };
  onStop(cleanUpOnce);
  try {
    const results = [];
    for (const size of sizes) {
      results.push(...(await (options.before ? compareVersions : compareWithBaseline)(size, postgres.url(), folder)));
    }
    print(results);
  } finally {
    await cleanUpOnce();
  }
}

/** A PostgreSQL server that is already running. `stop` only drops our databases. */
const externalServer = (url) => ({
  url: () => url,
  async stop() {
    for (const name of sizes.map(databaseName)) {
      for (const database of [name, `${name}_before`]) {
        await withClient(url, (admin) => admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`));
      }
    }
  },
});

const RUN_ID = randomBytes(4).toString('hex');
const databaseName = (size) => `bench_${size}_${RUN_ID}`;

async function createRegistry(serverUrl, size, checkout = root) {
  const name = databaseName(size) + (checkout === root ? '' : '_before');
  await withClient(serverUrl, (admin) => admin.query(`CREATE DATABASE ${name}`));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const { migrateAndSeed } = await import(pathToFileURL(join(checkout, 'backend/dist/migrate-and-seed.js')).href);
  const contentRoot = join(checkout, 'content');
  await migrateAndSeed({ databaseUrl: url.href, contentRoot, demonstration: false, firstAccount: false });
  await loadRegistry(url.href, size, checkout);
  log(`${size.toLocaleString('en-US')} certificates are loaded`);
  return url.href;
}

const serverEnvironment = (databaseUrl, folder) => ({
  DATABASE_URL: databaseUrl,
  COOKIE_SECRET: randomBytes(32).toString('base64url'),
  // Pages contain their own URL, so both servers need the same one.
  PUBLIC_URL: 'https://clearbatch.example',
  RATE_LIMIT_DISABLED: 'true',
  MAIL_FOLDER: join(folder, 'mail'),
  LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
});

const MAIN = 'backend/dist/main.js';

/** The name of the setting in a checkout: later versions refuse to start with the former one. */
const cacheSettingOf = (checkout) =>
  readFileSync(join(checkout, 'backend/src/platform/config.ts'), 'utf8').includes('RESPONSE_CACHE_MB')
    ? 'RESPONSE_CACHE_MB'
    : 'ANSWER_CACHE_MB';

/** Alternates the searches of this version and another, each on its own registry. */
async function compareVersions(size, serverUrl, folder) {
  const before = resolve(options.before);
  const sides = [];
  try {
    for (const [which, checkout] of [
      ['before', before],
      ['after', root],
    ]) {
      const environment = serverEnvironment(await createRegistry(serverUrl, size, checkout), folder);
      const more = { [cacheSettingOf(checkout)]: '0', CONTENT_ROOT: join(checkout, 'content') };
      const server = await startServer(join(checkout, MAIN), { ...environment, ...more }, '/health/ready');
      running.push(server);
      sides.push({ which, origin: server.url });
    }
    return await timeSearches(size, sides);
  } finally {
    for (const child of running.splice(0)) await child.stop();
  }
}

async function compareWithBaseline(size, serverUrl, folder) {
  const databaseUrl = await createRegistry(serverUrl, size);
  const environment = serverEnvironment(databaseUrl, folder);
  const loadGenerator = startLoadGenerator();
  running.push(loadGenerator);
  const start = async (file, more, ready) => {
    const server = await startServer(join(root, file), { ...environment, ...more }, ready);
    running.push(server);
    return server;
  };
  try {
    const product = await start(MAIN, { RESPONSE_CACHE_MB: '0' }, '/health/ready');
    const { url } = product;
    const servers = {
      product,
      cached: await start(MAIN, {}, '/health/ready'),
      baseline: await start('bench/baseline.mjs', { HOME_PAGE_OF: url }, '/api/coa-statistics'),
      cachedBaseline: await start('bench/baseline.mjs', { CONSTANTS_OF: url }, '/api/coa-statistics'),
    };
    const selected = scenarios(size, await deepPages(url)).filter(({ name }) =>
      only.some((prefix) => name.startsWith(prefix)),
    );
    const results = [];
    for (const scenario of selected) {
      if (scenario.paths) await assertSameResponses(scenario, ...pairFor(scenario, servers));
      else await assertValidReceipts(scenario, ...pairFor(scenario, servers));
    }
    for (const scenario of selected) results.push(await measure(scenario, size, servers, loadGenerator, databaseUrl));
    if (only.some((prefix) => 'search'.startsWith(prefix))) {
      results.push(...(await timeSearches(size, [{ origin: url }])));
    }
    return results;
  } finally {
    for (const child of running.splice(0)) await child.stop();
  }
}

/** The two servers that a scenario compares. */
const pairFor = ({ isCached = false }, { product, cached, baseline, cachedBaseline }) =>
  isCached ? [cached, cachedBaseline] : [product, baseline];

/** URLs of the last pages up to the thousandth, found by following `Link: rel="next"`. */
async function deepPages(origin) {
  const pages = [];
  for (let next = '/api/coa'; next && pages.length < DEEP_PAGE; ) {
    const { link = '' } = (await send(origin, next)).headers;
    next = /^<([^>]+)>/.exec(link)?.[1];
    if (next) pages.push(next);
  }
  return pages.slice(-CONNECTIONS);
}

const agent = new Agent({ keepAlive: true });

/** @returns {Promise<{ status: number, headers: import('node:http').IncomingHttpHeaders, body: string }>} */
function send(origin, path, payload) {
  return new Promise((resolve, reject) => {
    const options = {
      agent,
      method: payload ? 'POST' : 'GET',
      headers: payload ? { 'content-type': 'application/json' } : {},
    };
    const sent = request(origin + path, options, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: `${Buffer.concat(chunks)}` }),
      );
    });
    sent.once('error', reject).end(payload && JSON.stringify(payload));
  });
}

const COMPARED_HEADERS = ['content-type', 'x-total-count', 'x-total-count-relation', 'link'];

/** Different responses would mean that the two servers do different work. */
async function assertSameResponses({ name, paths, isCached }, product, baseline) {
  const sample = paths.filter((_, i) => i % Math.ceil(paths.length / 30) === 0);
  for (const path of sample) {
    const [ours, theirs] = await Promise.all([send(product.url, path), send(baseline.url, path)]);
    const headers = isCached ? COMPARED_HEADERS.slice(0, 1) : COMPARED_HEADERS;
    const differs = headers.find((header) => ours.headers[header] !== theirs.headers[header]);
    if (ours.status === 200 && theirs.status === 200 && ours.body === theirs.body && !differs) continue;
    const show = ({ status, headers, body }) => `${status} ${differs ? headers[differs] : ''} ${body.slice(0, 2000)}`;
    throw new Error(
      `${name}: the responses to ${path} differ${differs ? ` (${differs})` : ''}:\n${show(ours)}\n${show(theirs)}`,
    );
  }
}

async function assertValidReceipts({ name, submission: { path, body } }, ...servers) {
  for (const [i, { url }] of servers.entries()) {
    const { status, body: receipt } = await send(url, path, { ...body, batchId: `CHECK-${i}` });
    if (status !== 201 || !/^\{"reference":"CB-[0-9A-Z]{4}-[0-9A-Z]{4}","dueDate":"[\d-]{10}"\}$/.test(receipt)) {
      throw new Error(`${name}: got ${status} ${receipt}`);
    }
  }
}

/** Alternates rounds of both servers, so that other load on the machine affects both. */
async function measure(scenario, size, servers, loadGenerator, databaseUrl) {
  const { name, paths, submission } = scenario;
  const sides = pairFor(scenario, servers).map((server) => ({
    server,
    rounds: [],
    cpuMs: 0,
    responses: 0,
    failed: 0,
    memory: 0,
  }));
  const order = (side, round) => ({
    url: side.server.url,
    connections: CONNECTIONS,
    seconds: round === 0 ? Math.min(1, seconds) : seconds,
    requests,
    paths,
    submission: submission && { ...submission, batch: `S-${sides.indexOf(side)}-${round}` },
  });
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const side of sides) {
      const cpuBefore = side.server.cpuMs();
      const memory = side.server.memory();
      const result = await loadGenerator.run(order(side, round));
      side.memory = Math.max(side.memory, memory.peak() ?? 0);
      // Emails queued in one round must not slow down the next.
      if (submission) await withClient(databaseUrl, (client) => client.query('DELETE FROM mail_outbox'));
      if (round === 0) continue;
      side.rounds.push(result);
      side.cpuMs += side.server.cpuMs() - cpuBefore;
      side.responses += result.responses;
      side.failed += Object.values(result.failed).reduce((sum, count) => sum + count, 0);
    }
  }
  const [product, baseline] = sides.map(summary);
  const ratio = product.perSecond / baseline.perSecond;
  log(
    `${name} at ${size.toLocaleString('en-US')}: ${Math.round(product.perSecond)} per second, ${ratio.toFixed(2)} of the baseline`,
  );
  return { kind: 'load', size, name, product, baseline, ratio };
}

function summary({ rounds, cpuMs, responses, failed, memory }) {
  const median = (name) => medianOf(rounds.map((round) => round[name]));
  const latencies = { p50: median('p50'), p95: median('p95'), p99: median('p99') };
  return {
    perSecond: median('perSecond'),
    ...latencies,
    cpuMsEach: cpuMs / responses || null,
    memoryMb: memory || null,
    failed,
  };
}

const medianOf = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/**
 * Times searches one at a time, so that the database dominates. A single-row query shows the cost of the rest.
 * @param sides servers to compare; they alternate, so that other load on the machine affects all
 */
async function timeSearches(size, sides) {
  const singleRow = { kind: 'single row, for comparison', paths: Array(100).fill('/api/coa-statistics') };
  const searchKinds = searches(size);
  const results = [];
  for (const { kind, paths } of [singleRow, ...searchKinds]) {
    const times = sides.map(() => []);
    // The first try warms the caches and is not measured.
    for (const path of paths) {
      const tries = sides.map(() => []);
      for (let round = 0; round <= (sides.length > 1 ? rounds : 1); round += 1) {
        for (const [place, { origin }] of sides.entries()) {
          const sentAt = performance.now();
          const { status } = await send(origin, path);
          if (round > 0) tries[place].push({ path, status, ms: performance.now() - sentAt });
        }
      }
      for (const [place, measured] of tries.entries()) times[place].push(medianTry(measured));
    }
    for (const [place, { which }] of sides.entries()) {
      results.push({ kind: 'sequential', size, name: kind, which, times: times[place] });
    }
    if (sides.length > 1) log(`searches: ${kind}`);
  }
  for (const { which } of sides) {
    const total = (name, isCounted) => {
      const counted = results.filter((one) => one.which === which && isCounted(one.name));
      results.push({ kind: 'sequential', size, name, which, times: counted.flatMap(({ times }) => times) });
    };
    total('all in the stored spelling', (name) =>
      searchKinds.some(({ kind, isAsTyped }) => kind === name && !isAsTyped),
    );
    total('all of these searches', (name) => searchKinds.some(({ kind }) => kind === name));
  }
  return results.map(({ times, ...rest }) => ({ ...rest, ...percentiles(times) }));
}

/** The median try, or a failed one if there is any. */
const medianTry = (tries) =>
  tries.find(({ status }) => status !== 200) ?? tries.toSorted((a, b) => a.ms - b.ms)[Math.floor(tries.length / 2)];

function percentiles(times) {
  const sorted = times.toSorted((a, b) => a.ms - b.ms);
  const at = (share) => sorted[Math.ceil(share * sorted.length) - 1];
  const failed = times.filter(({ status }) => status !== 200).length;
  return { count: times.length, failed, p50: at(0.5).ms, p95: at(0.95).ms, slowest: at(1).ms, slowestPath: at(1).path };
}

const LOAD_COLUMNS =
  'certificates,per second,baseline,ratio,p50 ms,p95,p99,baseline p99,CPU ms,baseline,MB,failed'.split(',');

const loadRow = ({ name, size, product, baseline, ratio }) => [
  ...[
    name,
    size.toLocaleString('en-US'),
    product.perSecond.toFixed(0),
    baseline.perSecond.toFixed(0),
    ratio.toFixed(2),
  ],
  ...[product.p50, product.p95, product.p99, baseline.p99].map((ms) => ms.toFixed(1)),
  ...[
    product.cpuMsEach?.toFixed(2),
    baseline.cpuMsEach?.toFixed(2),
    product.memoryMb,
    product.failed + baseline.failed,
  ],
];

const SEARCH_COLUMNS = 'certificates,searches,p50 ms,p95,slowest,failed,'.split(',');

const searchRow = ({ name, which, size, count, failed, p50, p95, slowest, slowestPath }) => [
  ...[which ? `${name}: ${which}` : name, size.toLocaleString('en-US'), count],
  ...[p50, p95, slowest].map((ms) => ms.toFixed(1)),
  ...[failed, slowestPath],
];

function print(results) {
  const folder = join(dataRoot, 'bench');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.json`);
  const machine = { processors: cpus().length, model: cpus()[0]?.model, node: process.version };
  writeFileSync(file, `${JSON.stringify({ machine, connections: CONNECTIONS, seconds, rounds, results }, null, 2)}\n`);
  const loads = results.filter(({ kind }) => kind === 'load');
  const title = `${CONNECTIONS} connections, medians of ${rounds} rounds of ${requests || `${seconds} s`}; uncached unless said otherwise`;
  const tables = [
    table(title, ['', ...LOAD_COLUMNS], loads.map(loadRow)),
    growthTable(loads),
    table(
      'Searches one at a time, page and total together, in all sort orders',
      ['', ...SEARCH_COLUMNS],
      results.filter(({ kind }) => kind === 'sequential').map(searchRow),
    ),
  ];
  console.log(`${tables.join('\n')}\nAs JSON: ${relative(process.cwd(), file)}`);
}

/** How p95 grows from the smallest to the largest registry. */
function growthTable(loads) {
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
  const p95 = (name, at) => loads.find((one) => one.name === name && one.size === at)?.product.p95;
  const names = [...new Set(loads.map(({ name }) => name))];
  const title = `p95 at ${largest.toLocaleString('en-US')} ÷ p95 at ${smallest.toLocaleString('en-US')}`;
  return smallest === largest
    ? ''
    : table(
        title,
        ['', 'factor'],
        names.map((name) => [name, (p95(name, largest) / p95(name, smallest)).toFixed(2)]),
      );
}

function table(title, head, rows) {
  if (rows.length === 0) return '';
  const cells = [head, ...rows].map((row) => row.map((cell) => String(cell ?? '–')));
  const widths = head.map((_, i) => Math.max(...cells.map((row) => row[i].length)));
  const lines = cells.map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))));
  return `\n${title}\n${lines.map((line) => `  ${line.join('  ')}`.trimEnd()).join('\n')}`;
}

await main().catch(fail);
