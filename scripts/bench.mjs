// npm run bench: the product in production mode and, beside it, the least that could answer the same (bench/limit.mjs),
// under the same load on registries of 1,000 to 1,000,000 certificates. It prints figures; it does not judge them
// (docs/decisions/0021). A full run takes a quarter of an hour on two cores and 6 GB below the system's temporary folder.
//
//   npm run bench -- --sizes 1000,100000 --seconds 1 --rounds 1 --only "certificate by batch,search"
//
//   npm run bench -- --sizes 1000000 --before ../the-version-before
//
// The last asks only searches, of both versions in turn; the other one is a checkout that has been built.
// --only takes beginnings of names; --requests is how many make a round, instead of seconds; --built skips the build;
// --database names a PostgreSQL server to use instead of the embedded one.
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { startLoad, startServer } from '../bench/processes.mjs';
import { questions, searches } from '../bench/questions.mjs';
import { loadRegistry, withClient } from '../bench/registry.mjs';
import { build, fail, root } from './lib.mjs';
import { startPostgres } from './postgres.mjs';
import { dataRoot, undoOnStop } from './start.mjs';

const CONNECTIONS = 32;
const PAGE = 1_000;

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
const began = performance.now();
/** Servers and load, to be stopped before the database they ask. */
const running = [];
const say = (text) => console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}`);

async function main() {
  const beforeStop = undoOnStop();
  if (!options.built) await build();
  const postgres = options.database ? given(options.database) : await startPostgres({ durable: true });
  const folder = mkdtempSync(join(tmpdir(), 'clearbatch-bench-'));
  let tidied = null;
  const tidy = () => {
    tidied ??= tidyUp();
    return tidied;
  };
  const tidyUp = async () => {
    for (const one of running) await one.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  beforeStop(tidy);
  try {
    const results = [];
    for (const size of sizes) {
      results.push(...(await (options.before ? compareAt : measureAt)(size, postgres.url(), folder)));
    }
    print(results);
  } finally {
    await tidy();
  }
}

/** A server that runs already, and is left as it was. */
const given = (url) => ({
  url: () => url,
  async stop() {
    for (const name of sizes.map(databaseName)) {
      for (const one of [name, `${name}_before`]) {
        await withClient(url, (admin) => admin.query(`DROP DATABASE IF EXISTS ${one} WITH (FORCE)`));
      }
    }
  },
});

const RUN = randomBytes(4).toString('hex');
const databaseName = (size) => `bench_${size}_${RUN}`;

async function registryOf(serverUrl, size, checkout = root) {
  const name = databaseName(size) + (checkout === root ? '' : '_before');
  await withClient(serverUrl, (admin) => admin.query(`CREATE DATABASE ${name}`));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const { migrateAndSeed } = await import(pathToFileURL(join(checkout, 'backend/dist/migrate-and-seed.js')).href);
  const contentRoot = join(checkout, 'content');
  await migrateAndSeed({ databaseUrl: url.href, contentRoot, demonstration: false, firstAccount: false });
  await loadRegistry(url.href, size, checkout);
  say(`${size.toLocaleString('en-US')} certificates are loaded`);
  return url.href;
}

const environmentOf = (databaseUrl, folder) => ({
  DATABASE_URL: databaseUrl,
  COOKIE_SECRET: randomBytes(32).toString('base64url'),
  // Pages name their own address: the two products must have the same.
  PUBLIC_URL: 'https://clearbatch.example',
  RATE_LIMIT_DISABLED: 'true',
  MAIL_FOLDER: join(folder, 'mail'),
  LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
});

const MAIN = 'backend/dist/main.js';

/** The searches of this version and of another, in turn, each in a registry of its own. */
async function compareAt(size, serverUrl, folder) {
  const before = resolve(options.before);
  const sides = [];
  try {
    for (const [which, checkout] of [
      ['before', before],
      ['after', root],
    ]) {
      const environment = environmentOf(await registryOf(serverUrl, size, checkout), folder);
      const more = { ANSWER_CACHE_MB: '0', CONTENT_ROOT: join(checkout, 'content') };
      const server = await startServer(join(checkout, MAIN), { ...environment, ...more }, '/health/ready');
      running.push(server);
      sides.push({ which, origin: server.url });
    }
    return await oneByOne(size, sides);
  } finally {
    for (const one of running.splice(0)) await one.stop();
  }
}

async function measureAt(size, serverUrl, folder) {
  const databaseUrl = await registryOf(serverUrl, size);
  const environment = environmentOf(databaseUrl, folder);
  const load = startLoad();
  running.push(load);
  const start = async (file, more, ready) => {
    const server = await startServer(join(root, file), { ...environment, ...more }, ready);
    running.push(server);
    return server;
  };
  try {
    const product = await start(MAIN, { ANSWER_CACHE_MB: '0' }, '/health/ready');
    const { url } = product;
    const servers = {
      product,
      cached: await start(MAIN, {}, '/health/ready'),
      limit: await start('bench/limit.mjs', { HOME_PAGE_OF: url }, '/api/coa-statistics'),
      constant: await start('bench/limit.mjs', { CONSTANTS_OF: url }, '/api/coa-statistics'),
    };
    const asked = questions(size, await deepPages(url)).filter(({ name }) =>
      only.some((start) => name.startsWith(start)),
    );
    const results = [];
    for (const question of asked) {
      if (question.paths) await assertSameAnswers(question, ...rivals(question, servers));
      else await assertSameReceipt(question, ...rivals(question, servers));
    }
    for (const question of asked) results.push(await measured(question, size, servers, load, databaseUrl));
    if (only.some((start) => 'search'.startsWith(start))) results.push(...(await oneByOne(size, [{ origin: url }])));
    return results;
  } finally {
    for (const one of running.splice(0)) await one.stop();
  }
}

const rivals = ({ isCached = false }, { product, cached, limit, constant }) =>
  isCached ? [cached, constant] : [product, limit];

/** Addresses of the pages up to the thousandth, found as a reader would: by following the links. */
async function deepPages(origin) {
  const pages = [];
  for (let next = '/api/coa'; next && pages.length < PAGE; ) {
    const { link = '' } = (await answerOf(origin, next)).headers;
    next = /^<([^>]+)>/.exec(link)?.[1];
    if (next) pages.push(next);
  }
  return pages.slice(-CONNECTIONS);
}

const agent = new Agent({ keepAlive: true });

/** @returns {Promise<{ status: number, headers: import('node:http').IncomingHttpHeaders, body: string }>} */
function answerOf(origin, path, sent) {
  return new Promise((resolve, reject) => {
    const options = {
      agent,
      method: sent ? 'POST' : 'GET',
      headers: sent ? { 'content-type': 'application/json' } : {},
    };
    const asking = request(origin + path, options, (answer) => {
      const chunks = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode, headers: answer.headers, body: `${Buffer.concat(chunks)}` }),
      );
    });
    asking.once('error', reject).end(sent && JSON.stringify(sent));
  });
}

const COMPARED_HEADERS = ['content-type', 'x-total-count', 'x-total-count-relation', 'link'];

/** A server that answers something else, or leaves something out, would be compared with what it does not do. */
async function assertSameAnswers({ name, paths, isCached }, product, limit) {
  const some = paths.filter((_, i) => i % Math.ceil(paths.length / 30) === 0);
  for (const path of some) {
    const [ours, bare] = await Promise.all([answerOf(product.url, path), answerOf(limit.url, path)]);
    const headers = isCached ? COMPARED_HEADERS.slice(0, 1) : COMPARED_HEADERS;
    const differs = headers.find((header) => ours.headers[header] !== bare.headers[header]);
    if (ours.status === 200 && bare.status === 200 && ours.body === bare.body && !differs) continue;
    const shown = ({ status, headers, body }) => `${status} ${differs ? headers[differs] : ''} ${body.slice(0, 2000)}`;
    throw new Error(
      `${name}: ${path} is answered in two ways${differs ? ` (${differs})` : ''}:\n${shown(ours)}\n${shown(bare)}`,
    );
  }
}

async function assertSameReceipt({ name, submission: { path, body } }, ...servers) {
  for (const [i, { url }] of servers.entries()) {
    const { status, body: receipt } = await answerOf(url, path, { ...body, batchId: `CHECK-${i}` });
    if (status !== 201 || !/^\{"reference":"CB-[0-9A-Z]{4}-[0-9A-Z]{4}","dueDate":"[\d-]{10}"\}$/.test(receipt)) {
      throw new Error(`${name}: answered ${status} ${receipt}`);
    }
  }
}

/** Rounds of both servers in turn, so that whatever else the machine does meets both. */
async function measured(question, size, servers, load, databaseUrl) {
  const { name, paths, submission } = question;
  const sides = rivals(question, servers).map((server) => ({
    server,
    rounds: [],
    cpuMs: 0,
    answers: 0,
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
  // The first round only warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const side of sides) {
      const cpuBefore = side.server.cpuMs();
      const memory = side.server.memory();
      const result = await load.run(order(side, round));
      side.memory = Math.max(side.memory, memory.peak() ?? 0);
      // What a round leaves to be mailed must not weigh on the next one.
      if (submission) await withClient(databaseUrl, (client) => client.query('DELETE FROM mail_outbox'));
      if (round === 0) continue;
      side.rounds.push(result);
      side.cpuMs += side.server.cpuMs() - cpuBefore;
      side.answers += result.answers;
      side.failed += Object.values(result.failed).reduce((sum, count) => sum + count, 0);
    }
  }
  const [product, limit] = sides.map(summary);
  const ratio = product.perSecond / limit.perSecond;
  say(
    `${name} at ${size.toLocaleString('en-US')}: ${Math.round(product.perSecond)} a second, ${ratio.toFixed(2)} of the limit`,
  );
  return { kind: 'load', size, name, product, limit, ratio };
}

function summary({ rounds, cpuMs, answers, failed, memory }) {
  const median = (name) => medianOf(rounds.map((round) => round[name]));
  const latencies = { p50: median('p50'), p95: median('p95'), p99: median('p99') };
  return {
    perSecond: median('perSecond'),
    ...latencies,
    cpuMsEach: cpuMs / answers || null,
    memoryMb: memory || null,
    failed,
  };
}

const medianOf = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/**
 * Searches one at a time: the time is the database's, and that of a question that hardly needs it is told beside it.
 * @param sides who is asked; of several each in its turn, so that whatever else the machine does meets all
 */
async function oneByOne(size, sides) {
  const baseline = { kind: 'one row, to compare with', paths: Array(100).fill('/api/coa-statistics') };
  const searchKinds = searches(size);
  const results = [];
  for (const { kind, paths } of [baseline, ...searchKinds]) {
    const times = sides.map(() => []);
    // The first time is not measured, as of a registry that is in use.
    for (const path of paths) {
      const met = sides.map(() => []);
      for (let round = 0; round <= (sides.length > 1 ? rounds : 1); round += 1) {
        for (const [place, { origin }] of sides.entries()) {
          const from = performance.now();
          const { status } = await answerOf(origin, path);
          if (round > 0) met[place].push({ path, status, ms: performance.now() - from });
        }
      }
      for (const [place, answers] of met.entries()) times[place].push(medianAnswer(answers));
    }
    for (const [place, { which }] of sides.entries()) {
      results.push({ kind: 'one by one', size, name: kind, which, times: times[place] });
    }
    if (sides.length > 1) say(`searches: ${kind}`);
  }
  for (const { which } of sides) {
    const total = (name, isCounted) => {
      const counted = results.filter((one) => one.which === which && isCounted(one.name));
      results.push({ kind: 'one by one', size, name, which, times: counted.flatMap(({ times }) => times) });
    };
    total('all in the stored spelling', (name) =>
      searchKinds.some(({ kind, isAsTyped }) => kind === name && !isAsTyped),
    );
    total('all of these searches', (name) => searchKinds.some(({ kind }) => kind === name));
  }
  return results.map(({ times, ...rest }) => ({ ...rest, ...percentiles(times) }));
}

/** The median of a few tries; one that failed counts. */
const medianAnswer = (answers) =>
  answers.find(({ status }) => status !== 200) ??
  answers.toSorted((a, b) => a.ms - b.ms)[Math.floor(answers.length / 2)];

function percentiles(times) {
  const sorted = times.toSorted((a, b) => a.ms - b.ms);
  const at = (share) => sorted[Math.ceil(share * sorted.length) - 1];
  const failed = times.filter(({ status }) => status !== 200).length;
  return { count: times.length, failed, p50: at(0.5).ms, p95: at(0.95).ms, slowest: at(1).ms, slowestPath: at(1).path };
}

const LOAD_COLUMNS = 'certificates,a second,limit,ratio,p50 ms,p95,p99,limit p99,CPU ms,limit,MB,failed'.split(',');

const loadRow = ({ name, size, product, limit, ratio }) => [
  ...[name, size.toLocaleString('en-US'), product.perSecond.toFixed(0), limit.perSecond.toFixed(0), ratio.toFixed(2)],
  ...[product.p50, product.p95, product.p99, limit.p99].map((ms) => ms.toFixed(1)),
  ...[product.cpuMsEach?.toFixed(2), limit.cpuMsEach?.toFixed(2), product.memoryMb, product.failed + limit.failed],
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
      'Searches one at a time, page and total together, in all orders',
      ['', ...SEARCH_COLUMNS],
      results.filter(({ kind }) => kind === 'one by one').map(searchRow),
    ),
  ];
  console.log(`${tables.join('\n')}\nThe same as JSON: ${relative(process.cwd(), file)}`);
}

/** How much slower the slowest of twenty answers gets from the smallest to the largest registry. */
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
