// npm run bench ingest [-- --lines N]: sends certificates as one file through the partner API, then loads the same rows with COPY
// into another empty database with the same indexes and triggers.
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Partners } from '../../backend/dist/domain/partners/partners.js';
import { openForMaintenance, SYSTEM } from '../../backend/dist/migrate-and-seed.js';
import { TypeOrmLabRepository } from '../../backend/dist/modules/partners/database/typeorm-lab.repository.js';
import { RandomKeySecrets } from '../../backend/dist/modules/partners/random-key-secrets.js';
import { RandomIds, SystemClock } from '../../backend/dist/platform/clock-and-ids.js';
import { withClient } from '../../scripts/postgres.mjs';
import { numberOptions } from '../figures.mjs';
import { certificateLine, sentCertificate } from '../generator.mjs';
import { createRegistry, startDatabaseServer, startProduct, temporaryFolder } from '../product.mjs';

export async function run(args) {
  const options = numberOptions(args, { lines: 100_000 });
  const postgres = await startDatabaseServer();
  const [source, target] = [await createRegistry(postgres, 'api'), await createRegistry(postgres, 'copied')];
  const api = await ingest(source, await trustedLabKey(source), options.lines);
  const reference = await copy(source, target);
  if (api.published !== options.lines || reference.rows !== options.lines) {
    throw new Error(`not every line was stored: ${api.published} published, ${reference.rows} copied`);
  }
  const rate = (seconds) => `${Math.round(options.lines / seconds).toLocaleString('en-US')} per second`;
  console.log(`
${options.lines.toLocaleString('en-US')} certificates, published, each with ${sentCertificate(0).draft.analytes.length} analytes
  over the API  ${api.seconds.toFixed(1)} s  ${rate(api.seconds)}
  COPY          ${reference.seconds.toFixed(1)} s  ${rate(reference.seconds)}
  API / COPY    ${(reference.seconds / api.seconds).toFixed(2)} (goal: at least 0.60)
  server CPU time: ${Math.round((api.cpuMs * 1000) / options.lines)} µs per certificate
  server memory, MB: ${api.memory}`);
}

export async function trustedLabKey(databaseUrl) {
  const database = await openForMaintenance(databaseUrl);
  const labs = new TypeOrmLabRepository(database);
  const partners = new Partners(labs, new RandomKeySecrets(), new SystemClock(), new RandomIds(), 'live');
  const details = { name: 'Bench Analytical', website: null, contactEmail: 'bench@lab.example' };
  const lab = await partners.create(details, SYSTEM);
  await partners.setTrusted(lab.id, lab.version, true, 'measuring', SYSTEM);
  const order = { label: 'bench', scopes: ['certificates:write', 'certificates:read'], validDays: null };
  const { text } = await partners.issueKey(lab.id, order, SYSTEM);
  await database.destroy();
  return text;
}

async function ingest(databaseUrl, key, count) {
  const server = await startProduct(databaseUrl);
  const file = join(temporaryFolder(), 'certificates.ndjson');
  await pipeline(lines(count), createWriteStream(file));
  const memory = server.memory();
  const cpuBefore = server.cpuMs();
  const startedAt = performance.now();
  const response = await fetch(`${server.url}/api/partner/bulk-jobs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson', 'idempotency-key': 'bench' },
    body: Readable.toWeb(createReadStream(file)),
    duplex: 'half',
  });
  const job = await response.json();
  const seconds = (performance.now() - startedAt) / 1000;
  if (response.status !== 201) throw new Error(JSON.stringify(job));
  const cpuMs = server.cpuMs() - cpuBefore;
  await server.stop();
  return { seconds, cpuMs, published: job.published, memory: peakPerQuarter(memory) };
}

/** Peak memory per quarter of the run, which shows whether it grows with the file. */
function peakPerQuarter({ samples, peak }) {
  if (peak() === null || samples.length < 4) return 'not measured';
  const quarter = (n) => samples.slice((samples.length * n) / 4, (samples.length * (n + 1)) / 4);
  const highest = [0, 1, 2, 3].map((n) => Math.max(...quarter(n)));
  return `${highest.join(', ')} (peak in each quarter of the run)`;
}

/** The file as a lab would have it on disk. */
async function* lines(count) {
  let chunk = '';
  for (let n = 0; n < count; n += 1) {
    chunk += `${JSON.stringify(certificateLine(n))}\n`;
    if (chunk.length < 65_536) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  yield Buffer.from(chunk);
}

/** Copies the certificates and the rows they reference, through files in the database's data folder. */
async function copy(from, to) {
  const folder = await withClient(
    from,
    async (client) => (await client.query('SHOW data_directory')).rows[0].data_directory,
  );
  const fileOf = (table) => `'${folder}/bench-${table}'`;
  const tables = ['partner_labs', 'brands', 'coa_data'];
  await withClient(from, async (client) => {
    for (const table of tables) await client.query(`COPY ${table} TO ${fileOf(table)}`);
  });
  return withClient(to, async (client) => {
    await client.query(`COPY partner_labs FROM ${fileOf('partner_labs')}`);
    await client.query(`COPY brands FROM ${fileOf('brands')}`);
    await client.query(`UPDATE brands SET "coaCount" = 0`);
    await client.query('CHECKPOINT');
    const startedAt = performance.now();
    const { rowCount } = await client.query(`COPY coa_data FROM ${fileOf('coa_data')}`);
    return { seconds: (performance.now() - startedAt) / 1000, rows: rowCount };
  });
}
