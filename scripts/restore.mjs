// npm run restore -- --from FOLDER [--replace]: puts back what npm run backup wrote, after checking every file of it.
// Nothing is overwritten: a present embedded database is only set aside, and a database that DATABASE_URL names must be
// empty. DATA_ROOT names another place, so that a restore can be rehearsed beside the running server.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import {
  checksum,
  DATA,
  DUMP,
  FORMAT,
  filesBelow,
  KEPT,
  MAIL,
  MANIFEST,
  PASSWORD,
  runTool,
  SECRET,
  toolVersion,
} from './backup.mjs';
import { fail } from './lib.mjs';
import { dataFolderOf, giveToPostgres, runningPostgres, startPostgres } from './postgres.mjs';
import { dataRoot, postgresFolder } from './start.mjs';

async function main() {
  const { values } = parseArgs({ options: { from: { type: 'string' }, replace: { type: 'boolean', default: false } } });
  if (!values.from) throw new Error('Say which backup: npm run restore -- --from FOLDER');
  const began = Date.now();
  const backup = resolve(values.from);
  const manifest = await checked(backup);
  const kept = process.env.DATABASE_URL
    ? await restoreInto(process.env.DATABASE_URL, backup, manifest)
    : await restoreEmbedded(backup, manifest, values.replace);
  console.log(`
Restored ${kept.certificates} certificates and ${kept.auditEntries} audit entries as of ${manifest.createdAt} in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
}

/**
 * @returns its manifest
 * @throws Error that names the files that are not as they were written
 */
async function checked(backup) {
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

/** Into an empty database that somebody else runs. */
async function restoreInto(url, backup, manifest) {
  if (manifest.kind !== 'dump') {
    throw new Error('This is a copy of an embedded database: restore it without DATABASE_URL.');
  }
  const [{ tables }] = await ask(url, `SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = 'public'`);
  if (tables > 0)
    throw new Error('The database that DATABASE_URL names is not empty. Create an empty one and name that.');
  loadDump(url, backup, manifest);
  return restored(url, manifest);
}

/** One transaction: a dump that fails half way leaves the database empty. */
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
    putBack(backup, manifest, data);
    const kept = await startedOnce(backup, manifest);
    if (aside.length > 0) console.log('What was there before was kept. Delete it when you no longer need it:');
    for (const { moved } of aside) console.log(`  ${moved}`);
    return kept;
  } catch (error) {
    for (const path of [data, join(postgresFolder, PASSWORD), join(dataRoot, SECRET), join(dataRoot, MAIL)])
      rmSync(path, { recursive: true, force: true });
    for (const { path, moved } of aside) renameSync(moved, path);
    throw error;
  }
}

function putBack(backup, { kind, files }, data) {
  const places = { [DATA]: data, [PASSWORD]: postgresFolder, [SECRET]: dataRoot, [MAIL]: join(dataRoot, MAIL) };
  for (const file of Object.keys(files)) {
    const [top, ...below] = file.split('/');
    if (top === DUMP) continue;
    const target = join(places[top], ...(below.length > 0 ? below : [top]));
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    copyFileSync(join(backup, file), target);
  }
  if (kind !== 'data') return;
  for (const folder of EMPTY_FOLDERS) mkdirSync(join(data, folder), { recursive: true, mode: 0o700 });
  giveToPostgres([data, ...readdirSync(data, { recursive: true }).map((path) => join(data, path))]);
}

/** PostgreSQL wants to find these; a backup has no place for folders without files. */
const EMPTY_FOLDERS = [
  ...['pg_commit_ts', 'pg_dynshmem', 'pg_logical/mappings', 'pg_logical/snapshots', 'pg_notify', 'pg_replslot'],
  ...['pg_serial', 'pg_snapshots', 'pg_stat', 'pg_stat_tmp', 'pg_subtrans', 'pg_tblspc', 'pg_twophase'],
  ...['pg_wal/archive_status', 'pg_wal/summaries'],
];

/** The database makes itself whole at its first start; only then it is known to be good. */
async function startedOnce(backup, manifest) {
  const postgres = await startPostgres({ folder: postgresFolder });
  try {
    if (manifest.kind === 'dump') loadDump(postgres.url(), backup, manifest);
    return await restored(postgres.url(), manifest);
  } finally {
    await postgres.stop();
  }
}

/** @throws Error when there is less than the backup says: certificates and audit entries are never deleted */
async function restored(url, manifest) {
  const [kept] = await ask(url, KEPT);
  if (kept.certificates >= manifest.certificates && kept.auditEntries >= manifest.auditEntries) return kept;
  throw new Error(
    `Restored are ${kept.certificates} certificates and ${kept.auditEntries} audit entries, backed up were ` +
      `${manifest.certificates} and ${manifest.auditEntries}. Do not go on with this database.`,
  );
}

async function ask(url, sql) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

await main().catch(fail);
