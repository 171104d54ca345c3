// npm run bench:verdicts: loads certificates into an empty database and lets a server compare all of them with the rules.
// Prints how long that takes, what reads take meanwhile and afterwards, and lists by verdict beside the list without one: with
// the sets of verdicts that these certificates have, and with 1,500.
// It prints results without pass or fail. BENCH_CERTIFICATES sets the number of certificates (default 100,000).
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startServer } from '../bench/processes.mjs';
import { loadRegistry, withClient } from '../bench/registry.mjs';
import { build, fail, root } from './lib.mjs';
import { startPostgres } from './postgres.mjs';

const CERTIFICATES = Number(process.env.BENCH_CERTIFICATES || 100_000);
const RULES = ['us-ct-infused-beverage', 'us-2026-12-11', 'us-ak-hemp-contaminants', 'us-md-potency'];
const VERDICTS = ['above', 'not_above', 'cannot_tell', 'not_tested'];
const SORTS = ['newest', 'oldest', 'strongest', 'mildest'];
const REQUESTS = 200;
const SETS = 1500;

async function main() {
  const [postgres] = await Promise.all([startPostgres(), build()]);
  try {
    const url = await emptyDatabase(postgres);
    await loadRegistry(url, CERTIFICATES, root);
    await withClient(url, (client) => measure(url, client));
  } finally {
    await postgres.stop();
  }
}

async function emptyDatabase(postgres) {
  await withClient(postgres.url(), (admin) => admin.query('CREATE DATABASE bench_verdicts'));
  const url = new URL(postgres.url());
  url.pathname = '/bench_verdicts';
  const { migrateAndSeed } = await import('../backend/dist/migrate-and-seed.js');
  const contentRoot = join(root, 'content');
  await migrateAndSeed({ databaseUrl: url.href, contentRoot, demonstration: false, firstAccount: false });
  return url.href;
}

async function measure(databaseUrl, client) {
  await (await compareAll(databaseUrl, client, 'compared for the first time')).stop();
  // As after a change of the rules: what is stored follows from other ones.
  await client.query(`UPDATE verdict_profiles SET "basis" = 'former', "key" = 'former ' || "id"`);
  await client.query(`UPDATE verdict_bases SET "fingerprint" = 'former'`);
  const server = await compareAll(databaseUrl, client, 'compared again');
  try {
    for (const sort of SORTS) await compareLists(server, sort);
    await spread(client);
    console.log(`\nwith ${SETS.toLocaleString('en-US')} sets of verdicts`);
    for (const sort of SORTS) await compareLists(server, sort);
  } finally {
    await server.stop();
  }
}

/** Starts a server and lets it compare all certificates, with reads beside it. @returns the server */
async function compareAll(databaseUrl, client, what) {
  const environment = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn', RATE_LIMIT_DISABLED: 'true' };
  environment.COOKIE_SECRET = 'measured only, never published, long enough';
  const startedAt = performance.now();
  const server = await startServer(join(root, 'backend/dist/main.js'), environment, '/health/ready');
  try {
    const meanwhile = [];
    while (!(await isFinished(client))) meanwhile.push(...(await times(server, 40, unfiltered)));
    const seconds = (performance.now() - startedAt) / 1000;
    const [{ compared }] = (await client.query('SELECT "compared" FROM verdict_bases ORDER BY "announcedAt" DESC'))
      .rows;
    const [{ profiles }] = (await client.query('SELECT count(*) AS profiles FROM verdict_profiles')).rows;
    await client.query('VACUUM (ANALYZE) certificate_verdicts');
    const quiet = await times(server, REQUESTS, unfiltered);
    console.log(`
${compared.toLocaleString('en-US')} certificates ${what} in ${seconds.toFixed(1)} s, with the start of the server and reads beside it (goal: 60 s for 100,000)
  sets of verdicts: ${profiles}
  reads meanwhile  ${shown(meanwhile)}
  reads afterwards ${shown(quiet)}
  p95 meanwhile / afterwards: ${(p95(meanwhile) / p95(quiet)).toFixed(2)} (goal: below 2)
`);
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function isFinished(client) {
  const { rows } = await client.query(
    'SELECT "finishedAt" IS NOT NULL AS "isFinished" FROM verdict_bases ORDER BY "announcedAt" DESC LIMIT 1',
  );
  return rows[0]?.isFinished ?? false;
}

/** Parts each set of verdicts into many, that differ in a rule of their own. */
async function spread(client) {
  const { rows } = await client.query('SELECT count(*)::int AS sets FROM verdict_profiles');
  const parts = Math.ceil(SETS / rows[0].sets);
  await client.query(
    `INSERT INTO verdict_profiles ("basis", "verdicts", "listedVerdicts", "outcome", "panelsComplete", "key")
     SELECT "basis", "verdicts" || ('bench:' || n), "listedVerdicts" || ('bench:' || n), "outcome", "panelsComplete", "key" || ' ' || n
       FROM verdict_profiles, generate_series(1, $1) n`,
    [parts],
  );
  await client.query(
    `UPDATE certificate_verdicts v SET "profileId" = part."id" FROM verdict_profiles p, verdict_profiles part
      WHERE p."id" = v."profileId" AND part."key" = p."key" || ' ' || (1 + abs(hashtext(v."certificateId"::text) % $1))`,
    [parts],
  );
  await client.query('VACUUM (ANALYZE)');
}

/** Alternates with the list without a rule: what else the machine does slows both. */
async function compareLists(server, sort) {
  for (const rule of RULES) {
    for (const verdict of VERDICTS) {
      const [plain, list] = [[], []];
      for (let i = 0; i < REQUESTS; i += 1) {
        plain.push(...(await times(server, 1, () => unfiltered(sort))));
        list.push(...(await times(server, 1, () => `${unfiltered(sort)}&rule=${rule}&verdict=${verdict}`)));
      }
      const ratio = `ratio ${(p95(list) / p95(plain)).toFixed(2)} (goal: at most 2)`;
      console.log(`  ${`${sort} ${rule} ${verdict}`.padEnd(46)} ${shown(list)}; without ${shown(plain)}; ${ratio}`);
    }
  }
}

/** From a row on that no request began with before, so that no response is cached. */
function unfiltered(sort = 'newest') {
  const isByDate = sort === 'newest' || sort === 'oldest';
  const day = new Date(Date.UTC(2022, 0, 1) + Math.random() * 4.8 * 365 * 86_400_000).toISOString().slice(0, 10);
  const v = isByDate ? day : Math.round(Math.random() * 1000) / 100;
  const cursor = Buffer.from(JSON.stringify({ s: sort, v, id: randomUUID() })).toString('base64url');
  return `/api/coa?sort=${sort}&cursor=${cursor}`;
}

async function times(server, count, path) {
  const found = [];
  for (let i = 0; i < count; i += 1) {
    const startedAt = performance.now();
    const response = await fetch(`${server.url}${path()}`);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${response.status} for ${response.url}`);
    found.push(performance.now() - startedAt);
  }
  return found;
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
const p95 = (found) =>
  at(
    found.toSorted((a, b) => a - b),
    0.95,
  );
const shown = (found) => {
  const sorted = found.toSorted((a, b) => a - b);
  return `p50 ${at(sorted, 0.5).toFixed(1)} ms, p95 ${at(sorted, 0.95).toFixed(1)} ms`;
};

await main().catch(fail);
