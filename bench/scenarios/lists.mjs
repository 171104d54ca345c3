// npm run bench lists: certificates, lists, searches and submissions under load, on registries of 1,000 to 1,000,000
// certificates, in alternating rounds with a server that only answers as many bytes (docs/decisions/0021). Then searches of every
// kind, one at a time. A full run takes 15 minutes on two cores and 6 GB in the system's temporary folder.
//
//   npm run bench lists -- --sizes 1000,100000 --seconds 1 --rounds 1 --only "certificate by batch,search"
//
// --only takes prefixes of names; --requests sets a round's length in requests instead of seconds.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { withClient } from '../../scripts/postgres.mjs';
import { dataRoot } from '../../scripts/start.mjs';
import { median, p95, percentile, printTable, timed } from '../figures.mjs';
import { send } from '../http.mjs';
import { startLoadGenerator, startServer } from '../processes.mjs';
import { createRegistry, startDatabaseServer, startProduct } from '../product.mjs';
import { questions, searches } from '../questions.mjs';
import { loadRegistry } from '../registry.mjs';
import { stopLater } from '../running.mjs';

const CONNECTIONS = 32;
const DEEP_PAGE = 1_000;
/** How many of a question's paths are asked before it is measured. */
const SAMPLE = 30;

const OPTIONS = {
  sizes: { type: 'string', default: '1000,100000,1000000' },
  seconds: { type: 'string', default: '2' },
  requests: { type: 'string', default: '0' },
  rounds: { type: 'string', default: '3' },
  only: { type: 'string', default: '' },
};

const count = (number) => number.toLocaleString('en-US');

export async function run(args) {
  const { values } = parseArgs({ args, options: OPTIONS });
  const sizes = values.sizes.split(',').map(Number);
  const [seconds, requests, rounds] = [values.seconds, values.requests, values.rounds].map(Number);
  const only = values.only.split(',').map((name) => name.trim());
  const isWanted = (name) => only.some((prefix) => name.startsWith(prefix));
  const postgres = await startDatabaseServer({ durable: true });
  const bare = stopLater(await startServer(join(import.meta.dirname, '../bare-server.mjs'), {}, '/2'));
  const load = stopLater(startLoadGenerator());
  const results = [];
  for (const size of sizes) {
    const databaseUrl = await createRegistry(postgres, `registry_${size}`);
    await loadRegistry(databaseUrl, size);
    console.log(`${count(size)} certificates are loaded`);
    const servers = {
      bare,
      product: await startProduct(databaseUrl, { RESPONSE_CACHE_MB: '0' }),
      cached: await startProduct(databaseUrl),
    };
    const wanted = questions(size, await deepPages(servers.product.url)).filter(({ name }) => isWanted(name));
    const order = { connections: CONNECTIONS, seconds, requests, rounds };
    // Emails queued in one round must not slow down the next.
    const afterRound = () => withClient(databaseUrl, (client) => client.query('DELETE FROM mail_outbox'));
    for (const question of wanted)
      results.push({ size, ...(await measure(question, servers, load, { ...order, afterRound })) });
    if (isWanted('search')) results.push(...(await timeSearches(servers.product.url, size)));
    await servers.product.stop();
    await servers.cached.stop();
  }
  keep(results, { connections: CONNECTIONS, seconds, rounds });
  print(results, `${CONNECTIONS} connections, medians of ${rounds} rounds of ${requests || `${seconds} s`}`);
}

/** URLs of the last pages up to the thousandth, found by following `Link: rel="next"`. */
async function deepPages(origin) {
  const pages = [];
  for (let next = '/api/coa'; next && pages.length < DEEP_PAGE; ) {
    const { link = '' } = (await send(origin + next)).headers;
    next = /^<([^>]+)>/.exec(link)?.[1];
    if (next) pages.push(next);
  }
  return pages.slice(-CONNECTIONS);
}

const checkOf = ({ body }) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ ...body, batchId: 'CHECK' }),
});

/** @returns how many bytes answer the question @throws Error if anything but success answers it */
async function bytesOfAnswers({ name, paths, submission }, origin) {
  const sample = paths?.filter((_, i) => i % Math.ceil(paths.length / SAMPLE) === 0) ?? [submission.path];
  const answers = [];
  for (const path of sample) {
    const answer = await send(origin + path, submission && checkOf(submission));
    if (answer.status >= 300) throw new Error(`${name}: ${path} got ${answer.status}`);
    answers.push(answer.bytes);
  }
  return median(answers);
}

/** Alternates rounds of product and bare server, so that other load on the machine affects both. */
async function measure(question, { product, cached, bare }, load, { rounds, afterRound, ...order }) {
  const server = question.isCached ? cached : product;
  const { paths, submission } = question;
  const bytes = await bytesOfAnswers(question, server.url);
  const bareQuestion = submission ? { submission: { ...submission, path: `/${bytes}` } } : { paths: [`/${bytes}`] };
  const sides = [new Side(server, { paths, submission }), new Side(bare, bareQuestion)];
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const side of sides) await side.ask(load, round, order);
    await afterRound();
  }
  const [ours, http] = sides.map((side) => side.summary());
  const ratio = ours.perSecond / http.perSecond;
  console.log(`${question.name}: ${Math.round(ours.perSecond)} per second`);
  return { kind: 'load', name: question.name, bytes, product: ours, bare: http, ratio };
}

/** One of the two servers that get the same load. */
class Side {
  rounds = [];
  cpuMs = 0;
  responses = 0;
  failed = 0;
  memoryMb = 0;

  constructor(server, question) {
    Object.assign(this, { server, question });
  }

  async ask(load, round, order) {
    const { submission, paths } = this.question;
    const cpuBefore = this.server.cpuMs();
    const memory = this.server.memory();
    const result = await load.run({
      ...order,
      url: this.server.url,
      paths,
      submission: submission && { ...submission, batch: `S-${round}` },
      seconds: round === 0 ? Math.min(1, order.seconds) : order.seconds,
    });
    this.memoryMb = Math.max(this.memoryMb, memory.peak() ?? 0);
    if (round === 0) return;
    this.rounds.push(result);
    this.cpuMs += this.server.cpuMs() - cpuBefore;
    this.responses += result.responses;
    this.failed += Object.values(result.failed).reduce((sum, failures) => sum + failures, 0);
  }

  summary() {
    const of = (name) => median(this.rounds.map((round) => round[name]));
    return {
      perSecond: of('perSecond'),
      p50: of('p50'),
      p95: of('p95'),
      p99: of('p99'),
      cpuMsEach: this.cpuMs / this.responses || null,
      memoryMb: this.memoryMb || null,
      failed: this.failed,
    };
  }
}

/** Times searches one at a time, so that the database dominates. A single-row query shows the cost of the rest. */
async function timeSearches(origin, size) {
  const singleRow = { kind: 'single row, for comparison', paths: Array(100).fill('/api/coa-statistics') };
  const kinds = [];
  for (const { kind, isAsTyped, paths } of [singleRow, ...searches(size)]) {
    const tries = [];
    for (const path of paths) {
      // The first try warms the caches and is not measured.
      await send(origin + path);
      let status = 0;
      const ms = await timed(async () => {
        ({ status } = await send(origin + path));
      });
      tries.push({ path, status, ms });
    }
    kinds.push({ name: kind, isAsTyped, tries });
  }
  const [, ...ofSearches] = kinds;
  const total = (name, some) => ({ name, tries: some.flatMap(({ tries }) => tries) });
  const stored = ofSearches.filter(({ isAsTyped }) => !isAsTyped);
  const totals = [total('all in the stored spelling', stored), total('all of these searches', ofSearches)];
  return [...kinds, ...totals].map(({ name, tries }) => ({ kind: 'sequential', size, name, ...summaryOf(tries) }));
}

function summaryOf(tries) {
  const times = tries.map(({ ms }) => ms);
  const slowest = percentile(times, 1);
  return {
    count: tries.length,
    failed: tries.filter(({ status }) => status !== 200).length,
    p50: median(times),
    p95: p95(times),
    slowest,
    slowestPath: tries.find(({ ms }) => ms === slowest).path,
  };
}

/** As JSON in the data folder, to compare runs. */
function keep(results, order) {
  const folder = join(dataRoot, 'bench');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.json`);
  const machine = { processors: cpus().length, model: cpus()[0]?.model, node: process.version };
  writeFileSync(file, `${JSON.stringify({ machine, ...order, results }, null, 2)}\n`);
  console.log(`As JSON: ${relative(process.cwd(), file)}`);
}

const LOAD_COLUMNS = 'certificates,per second,bare HTTP,ratio,p50 ms,p95,p99,CPU ms,bare,MB,failed'.split(',');

const loadRow = ({ name, size, product, bare, ratio }) => [
  name,
  count(size),
  product.perSecond.toFixed(0),
  bare.perSecond.toFixed(0),
  ratio.toFixed(2),
  product.p50.toFixed(1),
  product.p95.toFixed(1),
  product.p99.toFixed(1),
  product.cpuMsEach?.toFixed(2),
  bare.cpuMsEach?.toFixed(2),
  product.memoryMb,
  product.failed + bare.failed,
];

const SEARCH_COLUMNS = 'certificates,searches,p50 ms,p95,slowest,failed,'.split(',');

const searchRow = ({ name, size, count: tries, failed, p50, p95: slow, slowest, slowestPath }) => [
  name,
  count(size),
  tries,
  p50.toFixed(1),
  slow.toFixed(1),
  slowest.toFixed(1),
  failed,
  slowestPath,
];

function print(results, title) {
  const loads = results.filter(({ kind }) => kind === 'load');
  const sequential = results.filter(({ kind }) => kind === 'sequential');
  printTable(`${title}; uncached unless said otherwise`, ['', ...LOAD_COLUMNS], loads.map(loadRow));
  printGrowth(loads);
  const searchTitle = 'Searches one at a time, page and total together, in all sort orders';
  printTable(searchTitle, ['', ...SEARCH_COLUMNS], sequential.map(searchRow));
}

/** How p95 grows from the smallest to the largest registry. */
function printGrowth(loads) {
  const sizes = loads.map(({ size }) => size);
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
  if (smallest === largest) return;
  const p95At = (name, at) => loads.find((one) => one.name === name && one.size === at)?.product.p95;
  const names = [...new Set(loads.map(({ name }) => name))];
  const title = `p95 at ${count(largest)} ÷ p95 at ${count(smallest)}`;
  const rows = names.map((name) => [name, (p95At(name, largest) / p95At(name, smallest)).toFixed(2)]);
  printTable(title, ['', 'factor'], rows);
}
