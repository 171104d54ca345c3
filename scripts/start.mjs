// npm start: builds, starts the embedded PostgreSQL (unless DATABASE_URL is set), migrates and seeds it, and serves.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { buildWhatChanged, fail, root } from './lib.mjs';
import { commandLineOf, ensurePrivateFolder, restrictPermissions, startPostgres } from './postgres.mjs';
import { isDevelopment } from './server-flags.mjs';

/** Holds the embedded database, the generated cookie secret, and the lock file of a running instance. */
export const dataRoot = process.env.DATA_ROOT || join(root, '.data');
export const postgresFolder = join(dataRoot, 'postgres');

/** Everything that the server needs to start. @returns how to stop it again */
async function startDatabase() {
  ensurePrivateFolder(dataRoot);
  restrictPermissions(dataRoot);
  process.env.WEBHOOK_ALLOW_LOOPBACK ||= String(isDevelopment(process.env));
  const isEmbedded = !process.env.DATABASE_URL;
  const postgres = isEmbedded ? await startPostgres({ folder: postgresFolder }) : null;
  if (isEmbedded) process.env.SANDBOX_DATABASE_URL ??= postgres.url('sandbox');
  process.env.DATABASE_URL ||= postgres.url();
  process.env.COOKIE_SECRET ||= storedSecret(join(dataRoot, 'cookie-secret'));
  return { isEmbedded, stop: async () => postgres?.stop() };
}

/** What `npm start` and `npm run dev` begin with. Builds what changed while the database starts. */
export async function startBuilt(onStop) {
  acquireLock();
  await assertPortIsFree();
  const [database] = await Promise.all([startDatabase(), buildWhatChanged({ frontend: true, quiet: true })]);
  onStop(() => database.stop());
  return prepare(database);
}

/** Runs in a separate process, so that the server's memory doesn't keep what only seeding needs. */
function prepare({ isEmbedded }) {
  const env = { DEMO_DATA: String(isEmbedded), ...process.env, FIRST_ACCOUNT: 'true' };
  const script = join(root, 'backend/dist/migrate-and-seed.js');
  const { status, stdout } = spawnSync(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  if (status !== 0) throw new Error("We couldn't prepare the database. See the message above.");
  return JSON.parse(stdout.toString());
}

function storedSecret(file) {
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

/**
 * A lock file, because two runs can't share one database. A stale one, left by a killed run, is detected by its PID: now it is
 * another program's, or, in a restarted container that counts from 1 again, that of this run or of the shell around it.
 */
export function acquireLock() {
  const file = join(dataRoot, 'running');
  ensurePrivateFolder(dataRoot);
  if (existsSync(file)) {
    const [pid, port] = readFileSync(file, 'utf8').split(' ');
    const isThisRun = [process.pid, process.ppid].includes(Number(pid));
    if (!isThisRun && /scripts[/\\](start|dev)\.mjs/.test(commandLineOf(Number(pid)) ?? '')) {
      throw new Error(`ClearBatch is already running: http://localhost:${port} (process ${pid}). Stop that one first.`);
    }
    rmSync(file);
  }
  const lock = `${process.pid} ${port()}`;
  writeFileSync(file, lock, { flag: 'wx', mode: 0o600 });
  // If our folder was deleted meanwhile, the file may be that of another run, in a new folder with the same name.
  process.on('exit', () => existsSync(file) && readFileSync(file, 'utf8') === lock && rmSync(file));
}

const port = () => Number(process.env.PORT || 3000);

async function assertPortIsFree() {
  const isFree = await new Promise((answer) => {
    const server = createServer().once('error', () => answer(false));
    server.listen(port(), process.env.HOST || '127.0.0.1', () => server.close(() => answer(true)));
  });
  if (!isFree) throw new Error(`Port ${port()} is taken. Choose another: PORT=${port() + 1} npm start`);
}

/**
 * On the first signal, or when the parent process exits, runs the registered steps in reverse order.
 * @returns registers a step
 */
export function cleanUpOnStop() {
  const steps = [];
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    for (const step of steps.reverse()) await step();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), 500).unref();
  return (step) => steps.push(step);
}

async function main() {
  const startedAt = performance.now();
  const onStop = cleanUpOnStop();
  onStop(() => console.log('Stopped.'));
  const { demonstrationLoaded, oneTimePassword } = await startBuilt(onStop);
  process.env.LOG_LEVEL ||= 'warn';
  process.env.MAIL_FOLDER ||= join(dataRoot, 'mail');
  process.env.LOG_FOLDER ||= join(dataRoot, 'log');
  const { serve } = await import('../backend/dist/main.js');
  const { readConfig } = await import('../backend/dist/platform/config.js');
  const config = readConfig(process.env);
  const app = await serve(config);
  onStop(() => app.close());
  const at = config.publicUrl;
  console.log(`
ClearBatch is running (ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s). Ctrl-C stops it.

  Site               ${at}
  API reference      ${at}/api/docs
  Staff sign-in      ${at}/admin`);
  if (oneTimePassword) console.log(`                     name admin, one-time password ${oneTimePassword}`);
  console.log(
    `  Mail               ${config.smtpUrl === null ? `files in ${config.mailFolder}` : 'goes to the mail server'}`,
  );
  if (demonstrationLoaded) console.log('\nLoaded demonstration data. Its brands, labs and numbers are made up.');
}

if (import.meta.filename === process.argv[1]) await main().catch(fail);
