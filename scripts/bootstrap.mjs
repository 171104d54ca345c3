// Runs on any Node >= 20.19 with nothing installed: installs dependencies if the lockfile changed, then runs
// scripts/<task>.mjs on the bundled Node LTS (docs/decisions/0002). Uses Node built-ins only.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVER_FLAGS } from './server-flags.mjs';

const MIN_NODE = [20, 19];
const MIN_NODE_FOR_TASKS = [22, 22];

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [task, ...args] = process.argv.slice(2);
process.chdir(root);

if (!isAtLeast(MIN_NODE)) {
  console.error(`ClearBatch needs Node ${MIN_NODE.join('.')} or later; this is ${process.versions.node}.`);
  process.exit(1);
}
installIfNeeded();
run(bundledNode());

function isAtLeast([major, minor]) {
  const [runningMajor, runningMinor] = process.versions.node.split('.').map(Number);
  return runningMajor > major || (runningMajor === major && runningMinor >= minor);
}

function installIfNeeded() {
  const marker = join(root, 'node_modules', '.installed-lockfile');
  const lockfileHash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === lockfileHash) return;
  console.log('Installing dependencies (only when they change) …');
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const { status } = spawnSync(npm[0], [...npm.slice(1), 'ci', '--loglevel=error', '--no-fund', '--no-audit'], {
    stdio: 'inherit',
    shell: npm.length === 1 && process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(marker, lockfileHash);
}

function bundledNode() {
  const os = process.platform === 'win32' ? 'win' : process.platform;
  const file = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const candidates = [`node-${os}-${process.arch}`, `node-bin-${os}-${process.arch}`];
  const found = candidates.map((name) => join(root, 'node_modules', name, file)).find((path) => existsSync(path));
  if (found) return found;
  if (isAtLeast(MIN_NODE_FOR_TASKS)) return process.execPath;
  console.error(`No Node for ${process.platform}-${process.arch} comes with the dependencies: install Node 24.`);
  process.exit(1);
}

function run(node) {
  const env = { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) };
  // These point at the outer Node.
  for (const name of ['npm_config_nodedir', 'NODE', 'npm_node_execpath']) delete env[name];
  const flags = task === 'start' ? SERVER_FLAGS : [];
  const child = spawn(node, [...flags, join(root, 'scripts', `${task}.mjs`), ...args], { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm runs this under a shell. Killing npm kills only the shell, so watch for a changed parent process.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref();
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
