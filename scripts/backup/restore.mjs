// npm run restore -- --from FOLDER [--replace]: verifies every file of a backup, then restores it. Nothing is overwritten:
// an existing embedded database is set aside, and the database of DATABASE_URL must be empty. Set DATA_ROOT to another
// folder to rehearse a restore next to the running server. The folder of the public log stays as it is, and if more was signed
// than the backup has, the log stands still (docs/operations.md). Once the server has started and brought the tables up to date:
// npm run restore -- --check compares what every certificate prints with the hash that was stored with it, -- --log puts the
// entries of the public log back that the backup lacks, and -- --new-log CHECKPOINT begins another log where that is impossible.
// npm run restore -- --next-key adds the key with which the public log will be signed.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fail } from '../lib.mjs';
import {
  chownToPostgres,
  dataFolderOf,
  runningPostgres,
  setAsideForeignData,
  startPostgres,
  withClient,
} from '../postgres.mjs';
import { runOnDatabase } from '../run-on-database.mjs';
import { dataRoot, postgresFolder } from '../start.mjs';
import {
  checksum,
  DATA,
  DUMP,
  FORMAT,
  filesBelow,
  MAIL,
  MANIFEST,
  PASSWORD,
  PERMANENT_ROWS,
  runTool,
  SECRET,
  toolVersion,
} from './backup.mjs';
import { ORIGINALS, restoreOriginals, wrongOriginals } from './originals.mjs';

async function main() {
  const flag = { type: 'boolean', default: false };
  const text = { type: 'string' };
  const { values } = parseArgs({
    options: { from: text, replace: flag, check: flag, log: flag, 'new-log': text, 'next-key': flag },
  });
  process.env.LOG_FOLDER ||= join(dataRoot, 'log');
  if (values.check) return runOnDatabase('backend/dist/printed-text-check.js');
  if (values.log) return runOnDatabase('backend/dist/public-log.js', ['--log']);
  if (values['new-log']) return runOnDatabase('backend/dist/public-log.js', ['--new-log', resolve(values['new-log'])]);
  if (values['next-key']) return runOnDatabase('backend/dist/public-log.js', ['--next-key']);
  if (!values.from) throw new Error('Say which backup: npm run restore -- --from FOLDER');
  const startedAt = Date.now();
  const backup = resolve(values.from);
  const manifest = await verifiedManifest(backup);
  const { wrong, logged, ...counts } = process.env.DATABASE_URL
    ? await restoreInto(process.env.DATABASE_URL, backup, manifest)
    : await restoreEmbedded(backup, manifest, values.replace);
  console.log(`
Restored ${counts.certificates} certificates and ${counts.auditEntries} audit entries as of ${manifest.createdAt} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
  const signed = signedEntries();
  if (signed > logged) {
    console.error(`The public log stands still: ${signed} of its entries were signed, and this backup has ${logged}.
Start the server, and then put the others back: npm run restore -- --log`);
  }
  if (wrong.length === 0) return;
  console.error(`${wrong.length} original documents are missing or damaged. The rest was restored. Send these again:`);
  for (const sha256 of wrong) console.error(`  ${sha256}`);
  process.exitCode = 1;
}

/** Entries of the public log that were signed, by its anchor. */
function signedEntries() {
  const folder = process.env.LOG_FOLDER;
  const anchor = filesBelow(folder).findLast((file) => /^anchor-\d{12}$/.test(file));
  return anchor === undefined ? 0 : Number(readFileSync(join(folder, anchor), 'utf8').split('\n')[1]);
}

/** Backups from before there was a log have none. */
async function loggedEntries(client) {
  const { rows } = await client.query(`SELECT to_regclass('log_entries') IS NOT NULL AS "hasLog"`);
  if (!rows[0].hasLog) return 0;
  return (await client.query('SELECT count(*)::int AS count FROM log_entries')).rows[0].count;
}

/** @throws Error that names missing, changed, or extra files */
async function verifiedManifest(backup) {
  if (!existsSync(join(backup, MANIFEST))) throw new Error(`${backup} is no backup: it has no ${MANIFEST}.`);
  const manifest = JSON.parse(readFileSync(join(backup, MANIFEST), 'utf8'));
  if (manifest.format !== FORMAT)
    throw new Error(`This backup has format ${manifest.format}; only ${FORMAT} is known here.`);
  const wrong = filesBelow(backup).filter((file) => file !== MANIFEST && !Object.hasOwn(manifest.files, file));
  for (const [file, { sha256 }] of Object.entries(manifest.files)) {
    const path = join(backup, file);
    if (!existsSync(path) || (await checksum(path)) !== sha256) wrong.push(file);
  }
  if (wrong.length === 0) return manifest;
  throw new Error(
    `This backup is damaged, nothing was restored. Missing, changed or added: ${wrong.slice(0, 10).join(', ')}`,
  );
}

/** Restores into an empty, externally managed database. */
async function restoreInto(url, backup, manifest) {
  if (manifest.kind !== 'dump') {
    throw new Error('This is a copy of an embedded database: restore it without DATABASE_URL.');
  }
  const tables = `SELECT 1 FROM pg_tables WHERE schemaname = 'public' LIMIT 1`;
  const { rowCount } = await withClient(url, (client) => client.query(tables));
  if (rowCount > 0)
    throw new Error('The database that DATABASE_URL names is not empty. Create an empty one and name that.');
  loadDump(url, backup, manifest);
  return verified(url, backup, manifest);
}

/** A single transaction: a failing restore leaves the database empty. */
function loadDump(url, backup, { server }) {
  if (toolVersion('pg_restore') < server) {
    throw new Error(`This needs pg_restore of PostgreSQL ${server} or later. Install its client tools and try again.`);
  }
  const database = new URL(url).pathname.slice(1);
  const options = ['--no-owner', '--exit-on-error', '--single-transaction', `--dbname=${database}`];
  runTool('pg_restore', [...options, join(backup, DUMP)], url);
}

async function restoreEmbedded(backup, manifest, replace) {
  if (runningPostgres(postgresFolder)) throw new Error('ClearBatch is running on this data. Stop it first.');
  await setAsideForeignData(postgresFolder);
  const data = dataFolderOf(postgresFolder);
  if (existsSync(join(data, 'PG_VERSION')) && !replace) {
    throw new Error(`${dataRoot} holds a database already. To set it aside and go on, add --replace.`);
  }
  const present = [data, join(postgresFolder, PASSWORD), join(dataRoot, SECRET), join(dataRoot, MAIL)].filter(
    existsSync,
  );
  const aside = present.map((path) => ({ path, moved: `${path}.before-${Date.now()}` }));
  for (const { path, moved } of aside) renameSync(path, moved);
  try {
    copyBack(backup, manifest, data);
    const counts = await recoverAndVerify(backup, manifest);
    if (aside.length > 0) console.log('What was there before was kept. Delete it when you no longer need it:');
    for (const { moved } of aside) console.log(`  ${moved}`);
    return counts;
  } catch (error) {
    for (const path of [data, join(postgresFolder, PASSWORD), join(dataRoot, SECRET), join(dataRoot, MAIL)])
      rmSync(path, { recursive: true, force: true });
    for (const { path, moved } of aside) renameSync(moved, path);
    throw error;
  }
}

function copyBack(backup, { kind, files }, data) {
  const targets = { [DATA]: data, [PASSWORD]: postgresFolder, [SECRET]: dataRoot, [MAIL]: join(dataRoot, MAIL) };
  for (const file of Object.keys(files)) {
    const [top, ...below] = file.split('/');
    if (top === DUMP || top === ORIGINALS) continue;
    const target = join(targets[top], ...(below.length > 0 ? below : [top]));
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    copyFileSync(join(backup, file), target);
  }
  if (kind !== 'data') return;
  for (const folder of EMPTY_FOLDERS) mkdirSync(join(data, folder), { recursive: true, mode: 0o700 });
  chownToPostgres([data, ...readdirSync(data, { recursive: true }).map((path) => join(data, path))]);
}

/** PostgreSQL requires these folders, and the backup contains only files. */
const EMPTY_FOLDERS = [
  ...['pg_commit_ts', 'pg_dynshmem', 'pg_logical/mappings', 'pg_logical/snapshots', 'pg_notify', 'pg_replslot'],
  ...['pg_serial', 'pg_snapshots', 'pg_stat', 'pg_stat_tmp', 'pg_subtrans', 'pg_tblspc', 'pg_twophase'],
  ...['pg_wal/archive_status', 'pg_wal/summaries'],
];

/** Crash recovery runs on the first start; only then can the data be verified. */
async function recoverAndVerify(backup, manifest) {
  const postgres = await startPostgres({ folder: postgresFolder });
  try {
    if (manifest.kind === 'dump') loadDump(postgres.url(), backup, manifest);
    return await verified(postgres.url(), backup, manifest);
  } finally {
    await postgres.stop();
  }
}

/** The counts, and the hashes of originals that are missing or damaged: those do not undo the restore. */
const verified = (url, backup, manifest) =>
  withClient(url, async (client) => {
    const counts = await verifiedCounts(client, manifest);
    await restoreOriginals(client, backup);
    return { ...counts, logged: await loggedEntries(client), wrong: await wrongOriginals(client) };
  });

/** @throws Error if rows are missing: certificates and audit entries are never deleted */
async function verifiedCounts(client, manifest) {
  const [counts] = (await client.query(PERMANENT_ROWS)).rows;
  if (counts.certificates >= manifest.certificates && counts.auditEntries >= manifest.auditEntries) return counts;
  throw new Error(
    `Restored are ${counts.certificates} certificates and ${counts.auditEntries} audit entries, backed up were ` +
      `${manifest.certificates} and ${manifest.auditEntries}. Do not go on with this database.`,
  );
}

await main().catch(fail);
