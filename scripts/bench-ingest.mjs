// npm run bench:ingest: sends certificates as one file through the partner API and, beside it, copies the very same rows
// with COPY into an equal, empty database with the same indexes and triggers. It prints figures; it does not judge them.
// BENCH_LINES says how many (100,000 unless set).
import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { buildBackend, fail, root } from './lib.mjs';
import { startPostgres } from './postgres.mjs';

const LINES = Number(process.env.BENCH_LINES || 100_000);
const PORT = Number(process.env.PORT || 4330);

async function main() {
  const [postgres] = await Promise.all([startPostgres(), buildBackend({ quiet: true })]);
  try {
    const [sent, copied] = [await emptyDatabase(postgres, 'bench_api'), await emptyDatabase(postgres, 'bench_copy')];
    const api = await ingest(sent, await trustedLabKey(sent));
    const reference = await copy(sent, copied);
    if (api.published !== LINES || reference.rows !== LINES) {
      throw new Error(`not every line was stored: ${api.published} published, ${reference.rows} copied`);
    }
    const rate = (seconds) => `${Math.round(LINES / seconds).toLocaleString('en-US')} a second`;
    console.log(`
${LINES.toLocaleString('en-US')} certificates, published, each with ${ANALYTES.length} analytes
  over the API  ${api.seconds.toFixed(1)} s  ${rate(api.seconds)}
  COPY          ${reference.seconds.toFixed(1)} s  ${rate(reference.seconds)}
  API / COPY    ${(reference.seconds / api.seconds).toFixed(2)} (at least 0.60 is asked for)
  memory of the server, MB: ${api.memory}`);
  } finally {
    await postgres.stop();
  }
}

async function emptyDatabase(postgres, name) {
  await withClient(postgres.url(), (admin) => admin.query(`CREATE DATABASE ${name}`));
  const url = new URL(postgres.url());
  url.pathname = `/${name}`;
  const { prepare } = await import('../backend/dist/prepare.js');
  const contentRoot = join(root, 'content');
  await prepare({ databaseUrl: url.href, contentRoot, demonstration: false, firstAccount: false });
  return url.href;
}

async function trustedLabKey(databaseUrl) {
  const { openForMaintenance, SYSTEM } = await import('../backend/dist/prepare.js');
  const { Partners } = await import('../backend/dist/domain/partners/partners.js');
  const { TypeOrmLabRepository } = await import('../backend/dist/modules/partners/typeorm-lab.repository.js');
  const { RandomKeySecrets } = await import('../backend/dist/modules/partners/random-key-secrets.js');
  const { RandomIds, SystemClock } = await import('../backend/dist/platform/clock-and-ids.js');
  const database = await openForMaintenance(databaseUrl);
  const labs = new TypeOrmLabRepository(database);
  const partners = new Partners(labs, new RandomKeySecrets(), new SystemClock(), new RandomIds());
  const details = { name: 'Bench Analytical', website: null, contactEmail: 'bench@lab.example' };
  const lab = await partners.create(details, SYSTEM);
  await partners.setTrusted(lab.id, lab.version, true, 'measuring', SYSTEM);
  const order = { label: 'bench', scopes: ['certificates:write', 'certificates:read'], validDays: null };
  const { text } = await partners.issueKey(lab.id, order, SYSTEM);
  await database.destroy();
  return text;
}

async function ingest(databaseUrl, key) {
  const server = spawn(process.execPath, [join(root, 'backend/dist/main.js')], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      COOKIE_SECRET: 'measured only, never published, long enough',
      PORT: String(PORT),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const at = `http://127.0.0.1:${PORT}`;
  try {
    await answered(`${at}/health/ready`);
    const folder = mkdtempSync(join(tmpdir(), 'clearbatch-bench-'));
    const file = join(folder, 'certificates.ndjson');
    await pipeline(lines(), createWriteStream(file));
    const memory = memoryOf(server.pid);
    const began = performance.now();
    const response = await fetch(`${at}/api/partner/bulk-jobs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson', 'idempotency-key': 'bench' },
      body: Readable.toWeb(createReadStream(file)),
      duplex: 'half',
    });
    const job = await response.json();
    const seconds = (performance.now() - began) / 1000;
    rmSync(folder, { recursive: true });
    if (response.status !== 201) throw new Error(JSON.stringify(job));
    return { seconds, published: job.published, memory: memory.summary() };
  } finally {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
  }
}

async function answered(url) {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the server did not start');
}

/** Resident memory over time, where the system tells it. */
function memoryOf(pid) {
  const file = `/proc/${pid}/statm`;
  const samples = [];
  const timer = setInterval(() => {
    if (existsSync(file)) samples.push(Math.round((Number(readFileSync(file, 'utf8').split(' ')[1]) * 4096) / 1e6));
  }, 250);
  timer.unref();
  return {
    summary() {
      clearInterval(timer);
      if (samples.length < 4) return 'not measured';
      const quarter = (n) => samples.slice((samples.length * n) / 4, (samples.length * (n + 1)) / 4);
      const highest = [0, 1, 2, 3].map((n) => Math.max(...quarter(n)));
      return `${highest.join(', ')} (highest of each quarter of the run)`;
    },
  };
}

const ANALYTES = ['Δ9-THC', 'THCA', 'Δ8-THC', 'CBD', 'CBDA', 'CBG', 'CBN', 'CBC'];
const FLAVOURS = ['Yuzu', 'Plum', 'Ginger', 'Lime', 'Hibiscus', 'Root Beer', 'Cucumber', 'Blood Orange', 'Pear & Sage'];
const KINDS = ['Seltzer', 'Tonic', 'Soda', 'Spritz', 'Lemonade', 'Iced Tea', 'Mocktail'];

/** The file that a laboratory would have on its disk. */
async function* lines() {
  let chunk = '';
  for (let n = 0; n < LINES; n += 1) {
    chunk += `${JSON.stringify(certificate(n))}\n`;
    if (chunk.length < 65_536) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  yield Buffer.from(chunk);
}

function certificate(n) {
  const mg = [2.5, 5, 10][n % 3];
  return {
    brandName: `Brand ${(n * 7919) % 120} & Sons`,
    productName: `${FLAVOURS[n % FLAVOURS.length]} ${KINDS[n % KINDS.length]} ${mg} mg`,
    batchId: `LOT-${n.toString(36)}-${(n * 2_654_435_761) % 1_000_003}`,
    thcContent: Math.round(mg * (90 + (n % 20))) / 100,
    cbdContent: (n % 50) / 10,
    testDate: new Date(Date.UTC(2026, 0, 1 + (n % 300))).toISOString().slice(0, 10),
    labReportId: `BA-2026-${n}`,
    status: 'passed',
    panels: { pesticides: 'passed', heavyMetals: 'passed', microbials: 'passed', residualSolvents: 'not_tested' },
    analytes: ANALYTES.map((name, i) => ({
      ...{ panel: 'cannabinoids', name, valueText: i === 0 ? '0.0141' : 'ND', value: i === 0 ? 0.0141 : null },
      ...{ unit: 'mg/g', lod: 0.0001, loq: 0.0003, method: 'HPLC-DAD' },
    })),
  };
}

/** The rows themselves, and what they refer to, by files beside the database's own. */
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
    const began = performance.now();
    const { rowCount } = await client.query(`COPY coa_data FROM ${fileOf('coa_data')}`);
    return { seconds: (performance.now() - began) / 1000, rows: rowCount };
  });
}

async function withClient(url, work) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

await main().catch(fail);
