// npm run backup [-- --to FOLDER]: copies everything that can't be recreated (database, labs' PDFs, cookie secret, mail folder)
// into one folder with a manifest of checksums. The server may keep running.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, createReadStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { fail } from '../lib.mjs';
import { dataFolderOf, withClient } from '../postgres.mjs';
import { onDatabase } from '../run-on-database.mjs';
import { dataRoot, postgresFolder } from '../start.mjs';
import { backUpOriginals } from './originals.mjs';

export const MANIFEST = 'manifest.json';
/** The output of pg_dump, in its custom format. */
export const DUMP = 'database.dump';
/** A copy of the embedded database's data folder. */
export const DATA = 'data';
/** The password of the copied database's user. */
export const PASSWORD = 'password';
/** Decrypts the secrets of second factors and webhooks in the database. */
export const SECRET = 'cookie-secret';
export const MAIL = 'mail';
/** Format version of the manifest. */
export const FORMAT = 1;

/** Row counts that a restored database must at least have: these rows are never deleted. */
export const PERMANENT_ROWS = `SELECT (SELECT count(*)::int FROM coa_data) AS certificates,
                            (SELECT count(*)::int FROM audit_log) AS "auditEntries"`;

async function main() {
  const { values } = parseArgs({ options: { to: { type: 'string' } } });
  const startedAt = new Date();
  const name = `clearbatch-${startedAt.toISOString().slice(0, 19).replaceAll(':', '-')}`;
  const folder = resolve(values.to ?? join(dataRoot, 'backups'), name);
  const unfinished = `${folder}.unfinished`;
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  try {
    const { missing, ...database } = await backUpDatabase(unfinished);
    await copyFiles(unfinished);
    const { files, bytes } = await writeManifest(unfinished, { createdAt: startedAt.toISOString(), ...database });
    renameSync(unfinished, folder);
    if (missing.length > 0) {
      console.error(`${missing.length} original documents are missing in the store, so the backup doesn't have them:`);
      for (const sha256 of missing) console.error(`  ${sha256}`);
      process.exitCode = 1;
    }
    console.log(`
Backed up ${database.certificates} certificates and ${database.auditEntries} audit entries in ${secondsSince(startedAt)} s.
  ${folder}
  ${files} files, ${Math.ceil(bytes / 1e6)} MB, each with its checksum in ${MANIFEST}

It holds personal data and secrets: keep it where only you can read it, and not on this disk alone.
To restore it: npm run restore -- --from ${folder}`);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

const secondsSince = (startedAt) => ((Date.now() - startedAt.getTime()) / 1000).toFixed(1);

/** Uses pg_dump if a matching one is installed; otherwise copies the files of the embedded database. */
async function backUpDatabase(folder) {
  const isEmbedded = !process.env.DATABASE_URL;
  if (isEmbedded && !existsSync(postgresFolder)) {
    throw new Error('There is nothing to back up: no database was ever started here, and DATABASE_URL names no other.');
  }
  return onDatabase((url) =>
    withClient(url, async (client) => {
      const { rows } = await client.query(PERMANENT_ROWS);
      const version = Number((await client.query('SHOW server_version_num')).rows[0].server_version_num);
      const server = Math.floor(version / 10_000);
      const kind = toolVersion('pg_dump') >= server ? 'dump' : 'data';
      if (kind === 'data' && !isEmbedded) {
        throw new Error(`This needs pg_dump of PostgreSQL ${server} or later. Install its client tools and try again.`);
      }
      if (kind === 'dump') dump(url, join(folder, DUMP));
      else await copyEmbedded(client, folder);
      // After the database: a document that arrives meanwhile is in the next backup.
      return { kind, server, ...rows[0], missing: await backUpOriginals(client, folder) };
    }),
  );
}

function dump(url, file) {
  runTool('pg_dump', ['--format=custom', '--no-owner', `--file=${file}`], url);
  chmodSync(file, 0o600);
}

async function copyEmbedded(client, folder) {
  await copyRunning(client, dataFolderOf(postgresFolder), join(folder, DATA));
  await copy(join(postgresFolder, PASSWORD), join(folder, PASSWORD));
}

/** @returns the tool's major version; 0 if it is not installed */
export function toolVersion(tool) {
  const { stdout } = spawnSync(tool, ['--version'], { encoding: 'utf8' });
  return Number(/(\d+)(\.\d+)*( |$)/m.exec(stdout ?? '')?.[1] ?? 0);
}

/** Passes credentials in the environment, because every user on the machine can read a command line. */
export function runTool(tool, args, url) {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const env = {
    ...process.env,
    PGHOST: hostname,
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(searchParams.has('sslmode') ? { PGSSLMODE: searchParams.get('sslmode') } : {}),
  };
  const { status } = spawnSync(tool, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`${tool} failed. See the message above.`);
}

/** PostgreSQL recreates these at startup. */
const NOT_COPIED =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/|^postmaster\.|(^|\/)(pgsql_tmp|pg_internal\.init)/;

/**
 * A base backup with the low-level API from PostgreSQL's manual: files change while they are copied, and replaying the
 * write-ahead log on first start makes them consistent.
 */
async function copyRunning(client, from, to) {
  // A temporary slot keeps the write-ahead log from being recycled before it is copied; it ends with this connection.
  await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [`backup_${process.pid}`]);
  const { rows: started } = await client.query(
    `SELECT pg_walfile_name(pg_backup_start('backup', fast => true)) AS segment`,
  );
  for (const file of filesBelow(from)) if (!NOT_COPIED.test(file)) await copy(join(from, file), join(to, file));
  const { rows: stopped } = await client.query(
    'SELECT labelfile, pg_walfile_name(lsn) AS segment FROM pg_backup_stop(wait_for_archive => false)',
  );
  await writeFile(join(to, 'backup_label'), stopped[0].labelfile, { mode: 0o600 });
  for (const segment of readdirSync(join(from, 'pg_wal'))) {
    const isNeeded = /^[0-9A-F]{24}$/.test(segment) && segment >= started[0].segment && segment <= stopped[0].segment;
    if (isNeeded) await copy(join(from, 'pg_wal', segment), join(to, 'pg_wal', segment));
  }
}

/** Skips a file that was deleted meanwhile: its table was dropped. */
async function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const target = await open(to, 'wx', 0o600);
  try {
    await target.writeFile(createReadStream(from));
    await target.sync();
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    rmSync(to);
  } finally {
    await target.close();
  }
}

async function copyFiles(folder) {
  const secret = join(dataRoot, SECRET);
  if (existsSync(secret)) await copy(secret, join(folder, SECRET));
  for (const file of filesBelow(join(dataRoot, MAIL))) await copy(join(dataRoot, MAIL, file), join(folder, MAIL, file));
}

/** Relative paths of all files in a folder, with slashes on every system; empty if it doesn't exist. */
export function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort();
}

export async function checksum(file) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

async function writeManifest(folder, about) {
  const files = {};
  for (const file of filesBelow(folder)) {
    const path = join(folder, file);
    files[file] = { bytes: statSync(path).size, sha256: await checksum(path) };
  }
  await writeFile(join(folder, MANIFEST), `${JSON.stringify({ format: FORMAT, ...about, files }, null, 2)}\n`, {
    mode: 0o600,
  });
  const entries = Object.values(files);
  return { files: entries.length, bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0) };
}

if (import.meta.filename === process.argv[1]) await main().catch(fail);
