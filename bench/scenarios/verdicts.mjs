// npm run bench verdicts [-- --certificates N]: loads certificates into an empty database and lets a server compare all of them with
// the rules. Prints how long that takes, what reads take meanwhile and afterwards, and lists by verdict beside the list without
// one: with the sets of verdicts that these certificates have, and with 1,500.
import { randomUUID } from 'node:crypto';
import { withClient } from '../../scripts/postgres.mjs';
import { median, numberOptions, p95, timed } from '../figures.mjs';
import { createRegistry, startDatabaseServer, startProduct } from '../product.mjs';
import { loadRegistry } from '../registry.mjs';

const RULES = ['us-ct-infused-beverage', 'us-2026-12-11', 'us-ak-hemp-contaminants', 'us-md-potency'];
const VERDICTS = ['above', 'not_above', 'cannot_tell', 'not_tested'];
const SORTS = ['newest', 'oldest', 'strongest', 'mildest'];
const SETS = 1500;

export async function run(args) {
  const { certificates, requests } = numberOptions(args, { certificates: 100_000, requests: 200 });
  const url = await createRegistry(await startDatabaseServer(), 'verdicts');
  await loadRegistry(url, certificates);
  await withClient(url, (client) => measure(url, client, requests));
}

async function measure(databaseUrl, client, requests) {
  await (await compareAll(databaseUrl, client, requests, 'compared for the first time')).stop();
  // As after a change of the rules: what is stored follows from other ones.
  await client.query(`UPDATE verdict_runs SET "fingerprint" = 'former'`);
  const server = await compareAll(databaseUrl, client, requests, 'compared again');
  for (const sort of SORTS) await compareLists(server, sort, requests);
  await spread(client);
  console.log(`\nwith ${SETS.toLocaleString('en-US')} sets of verdicts`);
  for (const sort of SORTS) await compareLists(server, sort, requests);
}

/** Starts a server and lets it compare all certificates, with reads beside it. @returns the server */
async function compareAll(databaseUrl, client, requests, what) {
  const startedAt = performance.now();
  const server = await startProduct(databaseUrl);
  const meanwhile = [];
  while (!(await isFinished(client))) meanwhile.push(...(await times(server, 40, unfiltered)));
  const seconds = (performance.now() - startedAt) / 1000;
  const [{ compared }] = (await client.query('SELECT "compared" FROM verdict_runs ORDER BY "id" DESC')).rows;
  const [{ sets }] = (await client.query('SELECT count(DISTINCT "verdicts") AS sets FROM certificate_verdicts')).rows;
  await client.query('VACUUM (ANALYZE) certificate_verdicts');
  const quiet = await times(server, requests, unfiltered);
  console.log(`
${compared.toLocaleString('en-US')} certificates ${what} in ${seconds.toFixed(1)} s, with the start of the server and reads beside it (goal: 60 s for 100,000)
  sets of verdicts: ${sets}
  reads meanwhile  ${shown(meanwhile)}
  reads afterwards ${shown(quiet)}
  p95 meanwhile / afterwards: ${(p95(meanwhile) / p95(quiet)).toFixed(2)} (goal: below 2)
`);
  return server;
}

async function isFinished(client) {
  const { rows } = await client.query(
    'SELECT "finishedAt" IS NOT NULL AND "fingerprint" <> \'former\' AS "isFinished" FROM verdict_runs ORDER BY "id" DESC LIMIT 1',
  );
  return rows[0]?.isFinished ?? false;
}

/** Gives certificates one more verdict each, so that they have many different sets. */
async function spread(client) {
  await client.query(
    `UPDATE certificate_verdicts SET "verdicts" = "verdicts" || ("run" || ':bench-' || abs(hashtext("certificateId"::text) % $1) || ':above')`,
    [SETS],
  );
  await client.query('VACUUM (ANALYZE)');
}

/** Alternates with the list without a rule: what else the machine does slows both. */
async function compareLists(server, sort, requests) {
  for (const rule of RULES) {
    for (const verdict of VERDICTS) {
      const [plain, list] = [[], []];
      for (let i = 0; i < requests; i += 1) {
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
  for (let i = 0; i < count; i += 1) found.push(await timed(() => read(`${server.url}${path()}`)));
  return found;
}

async function read(url) {
  const response = await fetch(url);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${response.status} for ${url}`);
}

const shown = (found) => `p50 ${median(found).toFixed(1)} ms, p95 ${p95(found).toFixed(1)} ms`;
