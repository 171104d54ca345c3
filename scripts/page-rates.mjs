// npm run page-rates [-- --built --seconds 2 --rounds 5]: how many pages per second the server sends with demonstration data,
// kept and not kept in its cache, next to the same server with empty pages that browsers render, as they were before server
// rendering and still are under load. The load generator shares the machine. It prints results without pass or fail.
import { randomBytes } from 'node:crypto';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startLoadGenerator, startServer } from '../bench/processes.mjs';
import { build, fail, root } from './lib.mjs';
import { startPostgres } from './postgres.mjs';

const PAGES = { home: '/', article: '/learn/dosing-guide', list: '/coa', certificate: '/coa/%23C9030' };

/** Fewer than the pages that the server renders at once (page-builder.ts). */
const CONNECTIONS = 16;

const SERVERS = {
  rendered: 'backend/dist/main.js',
  empty: 'bench/empty-pages.mjs',
};

const { values: options } = parseArgs({
  options: {
    built: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
  },
});
const [seconds, rounds] = [options.seconds, options.rounds].map(Number);

async function main() {
  const [postgres] = await Promise.all([startPostgres(), !options.built && build()]);
  const load = startLoadGenerator();
  try {
    // Built just now.
    const { migrateAndSeed } = await import('../backend/dist/migrate-and-seed.js');
    const contentRoot = join(root, 'content');
    await migrateAndSeed({ databaseUrl: postgres.url(), contentRoot, demonstration: true, firstAccount: false });
    const environment = {
      DATABASE_URL: postgres.url(),
      COOKIE_SECRET: randomBytes(32).toString('base64url'),
      RATE_LIMIT_DISABLED: 'true',
      LOG_LEVEL: 'warn',
    };
    console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, ${CONNECTIONS} connections`);
    console.log(`Medians of ${rounds} rounds of ${seconds} s, the two servers in turn`);
    console.table(await rates('kept', environment, PAGES, load));
    console.table(await rates('not kept', { ...environment, RESPONSE_CACHE_MB: '0' }, PAGES, load));
  } finally {
    load.stop();
    await postgres.stop();
  }
}

/** Pages per second and CPU time per page of both servers. */
async function rates(label, environment, pages, load) {
  const servers = {};
  try {
    for (const [name, file] of Object.entries(SERVERS))
      servers[name] = await startServer(join(root, file), environment, '/health/ready');
    const rows = {};
    for (const [name, path] of Object.entries(pages)) rows[`${name}, ${label}`] = await compare(servers, path, load);
    return rows;
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
}

async function compare({ rendered, empty }, path, load) {
  const ratios = [];
  const runs = { rendered: [], empty: [] };
  await assertDifferent(rendered, empty, path);
  for (let round = 0; round <= rounds; round += 1) {
    const [one, other] = [await measure(rendered, path, load), await measure(empty, path, load)];
    // The first round warms up.
    if (round === 0) continue;
    runs.rendered.push(one);
    runs.empty.push(other);
    ratios.push(one.perSecond / other.perSecond);
  }
  const medianOf = (name, figure) => median(runs[name].map((run) => run[figure]));
  return {
    'rendered/s': Math.round(medianOf('rendered', 'perSecond')),
    'empty/s': Math.round(medianOf('empty', 'perSecond')),
    ratio: median(ratios).toFixed(2),
    'rendered, CPU ms': medianOf('rendered', 'cpuMs').toFixed(2),
    'empty, CPU ms': medianOf('empty', 'cpuMs').toFixed(2),
    'rendered, p99 ms': medianOf('rendered', 'p99').toFixed(1),
  };
}

async function measure(server, path, load) {
  const headers = { 'accept-encoding': 'br', cookie: await ageCookie(server) };
  const before = server.cpuMs();
  const order = { url: server.url, connections: CONNECTIONS, seconds, paths: [path], headers };
  const { perSecond, p99, responses, failed } = await load.run(order);
  if (Object.keys(failed).length > 0) throw new Error(`${path}: ${JSON.stringify(failed)}`);
  return { perSecond, p99, cpuMs: (server.cpuMs() - before) / responses };
}

async function assertDifferent(rendered, empty, path) {
  const isEmpty = async (server) => {
    const response = await fetch(server.url + path, { headers: { cookie: await ageCookie(server) } });
    return (await response.text()).includes('<div id="root"></div>');
  };
  if ((await isEmpty(rendered)) || !(await isEmpty(empty)))
    throw new Error(`${path} is not rendered by one server only`);
}

async function ageCookie({ url }) {
  const response = await fetch(`${url}/api/verify-age`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"verified":true}',
  });
  return response.headers.getSetCookie()[0].split(';')[0];
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

await main().catch(fail);
