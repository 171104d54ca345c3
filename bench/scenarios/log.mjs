// npm run bench log [-- --entries N --publications N --proofs N]: the public log at 100,000 entries. How long after a publication a
// checkpoint covers it, how long a proof takes, and what writing the record adds to a decision.
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../scripts/postgres.mjs';
import { median, numberOptions, p95, printTable, timed } from '../figures.mjs';
import { sentCertificate } from '../generator.mjs';
import { createRegistry, startDatabaseServer, startProduct, temporaryFolder } from '../product.mjs';
import { trustedLabKey } from './ingest.mjs';

const SENDERS = 4;

export async function run(args) {
  const options = numberOptions(args, { entries: 100_000, publications: 100, proofs: 500 });
  const postgres = await startDatabaseServer({ durable: true });
  const databaseUrl = await createRegistry(postgres, 'log');
  const key = await trustedLabKey(databaseUrl);
  await fill(databaseUrl, options.entries);
  const { url } = await startProduct(databaseUrl, { LOG_FOLDER: temporaryFolder() });
  const filledMs = await timed(() => until(async () => (await sizeOf(url)) === options.entries));
  console.log(`${options.entries} records were placed and signed in ${Math.round(filledMs)} ms`);
  // As autovacuum does some time after so many changes.
  await withClient(databaseUrl, (client) => client.query('VACUUM (ANALYZE)'));

  const rows = [
    ['publication to covering checkpoint', await publications(url, key, options.publications)],
    ['a proof', await proofs(url, options)],
    ['writing the record in a decision', await records(databaseUrl, options.publications)],
  ];
  printTable(
    'The public log',
    ['ms', 'median', '95%'],
    rows.map(([name, times]) => [name, median(times).toFixed(2), p95(times).toFixed(2)]),
  );
}

/** Records about documents, with a content of the usual size. */
const fill = (databaseUrl, count) =>
  withClient(databaseUrl, (client) =>
    client.query(
      `SELECT count(log_add('R' || n, jsonb_build_object('type', 'coa.published', 'at', log_time(now()),
                'file', encode(sha256(n::text::bytea), 'hex')), $2::jsonb, log_salt())) FROM generate_series(1, $1::int) n`,
      [count, JSON.stringify(sentCertificate(0).draft)],
    ),
  );

async function sizeOf(url) {
  const response = await fetch(`${url}/log/checkpoint`);
  return response.ok ? Number((await response.text()).split('\n')[1]) : 0;
}

async function until(holds) {
  while (!(await holds())) await sleep(10);
}

/** @returns how long each took from its answer until the log has it, and a checkpoint covers it */
async function publications(url, key, count) {
  const times = [];
  let sent = 0;
  const send = async () => {
    while (sent < count) {
      sent += 1;
      const reference = await publish(url, key);
      const isCovered = async () => (await (await fetch(`${url}/log/entries/${reference}`)).json()).entries.length > 0;
      times.push(await timed(() => until(isCovered)));
      // Spreads them over the second in which a process looks for records.
      await sleep(randomInt(1_000));
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
  return times;
}

async function publish(url, key) {
  const panels = { pesticides: 'passed', heavyMetals: 'passed', microbials: 'passed', residualSolvents: 'passed' };
  const response = await fetch(`${url}/api/partner/certificates`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      brandName: 'Juniper & Tide',
      productName: 'Yuzu Seltzer 5 mg',
      batchId: randomUUID(),
      thcContent: 4.82,
      cbdContent: 0.4,
      testDate: '2026-10-14',
      labReportId: randomUUID(),
      status: 'passed',
      panels,
    }),
  });
  const answer = await response.json();
  if (response.status !== 201) throw new Error(JSON.stringify(answer));
  return answer.reference;
}

async function proofs(url, { entries, proofs: count }) {
  const times = [];
  for (let n = 0; n < count; n += 1) {
    const path = `/log/proofs/R${randomInt(1, entries + 1)}`;
    times.push(await timed(async () => (await fetch(url + path)).text()));
  }
  return times;
}

/** What the trigger does when a certificate is published, in PostgreSQL's own time. */
const records = (databaseUrl, count) =>
  withClient(databaseUrl, async (client) => {
    const { rows: published } = await client.query('SELECT "id" FROM coa_data LIMIT $1', [count]);
    const times = [];
    for (const { id } of published) {
      await client.query('BEGIN');
      const { rows } = await client.query(
        `EXPLAIN (ANALYZE, FORMAT JSON) SELECT log_certificate(c, 'coa.published', now()) FROM coa_data c WHERE "id" = '${id}'`,
      );
      times.push(rows[0]['QUERY PLAN'][0]['Execution Time']);
      await client.query('ROLLBACK');
    }
    return times;
  });
