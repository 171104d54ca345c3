// Shared by tasks: running tools by path, and what is built.
import { spawn } from 'node:child_process';
import { globSync, mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const root = join(import.meta.dirname, '..');
const tool = (path) => join(root, 'node_modules', path);

export const TSC = tool('typescript-native/bin/tsc');
export const VITE = tool('vite/bin/vite.js');
export const BIOME = tool('@biomejs/biome/bin/biome');
const OPENAPI_TS = tool('@hey-api/openapi-ts/bin/run.js');
export const TYPEORM = tool('typeorm/cli.js');

const times = [];

/** Prints how long each part took, and all of them. */
export function reportTimes() {
  const total = { label: 'altogether', seconds: (performance.now() / 1000).toFixed(1) };
  for (const { label, seconds } of [...times, total]) console.log(`${seconds.padStart(7)} s  ${label}`);
}

/** Runs a JavaScript file on this Node and prints how long it took. @throws Error if it fails */
export async function node(label, file, args = [], { env = {}, cwd = root, quiet = false } = {}) {
  const began = performance.now();
  const child = spawn(process.execPath, [file, ...args], { cwd, stdio: 'inherit', env: { ...process.env, ...env } });
  const code = await new Promise((resolve) => child.on('exit', (status) => resolve(status ?? 1)));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (!quiet) times.push({ label, seconds });
  if (code !== 0) throw new Error(`${label}: failed after ${seconds} s`);
  if (quiet) return;
  console.log(`${label}: ok (${seconds} s)`);
}

export const buildBackend = (options) =>
  marked('backend', async () => {
    await node('build backend', TSC, ['-p', 'backend'], options);
    await node('print demonstration documents', join(root, 'scripts/demo-documents.mjs'), [], options);
  });

/** The client of our API, from the committed document. It is not committed: what needs it makes it. */
export const buildClient = async (options) => {
  if (!isBuilt('client')) await writeClient(options);
};

export const writeClient = (options) =>
  marked('client', () => node('generate client', OPENAPI_TS, ['--file', 'openapi-ts.config.mjs', '--silent'], options));

/** Always a production build, whatever the caller's NODE_ENV: React's development build is 50% larger. */
async function buildFrontend(options) {
  await buildClient(options);
  await marked('frontend', async () => {
    const vite = { ...options, cwd: join(root, 'frontend'), env: { NODE_ENV: 'production' } };
    await node('build frontend', VITE, ['build', '--logLevel', 'warn'], vite);
    await node('build renderer', VITE, ['build', '--logLevel', 'warn', '--config', 'vite.server.config.ts'], vite);
  });
}

/** Both builds read content/; an invalid page table must fail here and not only when the server starts. */
async function checkContent() {
  const { readSiteContent } = await import(pathToFileURL(join(root, 'backend/dist/modules/site/site-content.js')).href);
  readSiteContent(join(root, 'content'));
}

export const build = (options) => Promise.all([buildBackend(options).then(checkContent), buildFrontend(options)]);

/** Sources of each build. Folders are listed too: deleting a file changes only its folder's time. */
const SOURCES = {
  backend: [
    'backend/{src,src/**,tsconfig.json}',
    'scripts/demo-documents.mjs',
    'backend/test/pdf/sample-documents/**',
    'package-lock.json',
  ],
  client: ['openapi/openapi.json', 'openapi-ts.config.mjs', 'package-lock.json'],
  frontend: [
    'frontend/{src,src/**,*.*}',
    'backend/src/openapi-for-labs.ts',
    'content/**',
    'openapi/**',
    'docs/labs.md',
    'package-lock.json',
  ],
};
const OUTPUTS = { backend: 'backend/dist', client: 'frontend/src/api/generated', frontend: 'frontend/dist' };
const markOf = (part) => join(root, 'node_modules/.cache/clearbatch', `built-${part}`);

/** Builds, and leaves a file with the time at which the build began. */
async function marked(part, work) {
  const began = new Date();
  await work();
  mkdirSync(join(markOf(part), '..'), { recursive: true });
  writeFileSync(markOf(part), '');
  utimesSync(markOf(part), began, began);
}

function isBuilt(part) {
  const built = statSync(markOf(part), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const isDone = statSync(join(root, OUTPUTS[part]), { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isDone && globSync(SOURCES[part], { cwd: root }).every((file) => statSync(join(root, file)).mtimeMs <= built);
}

/** Builds the backend, and the frontend if wanted, unless the last build is newer than every source. */
export const buildWhatChanged = ({ frontend, ...options }) =>
  Promise.all([
    !isBuilt('backend') && buildBackend(options),
    frontend && !isBuilt('frontend') && buildFrontend(options),
  ]);

/** The npm that started this process, if any. @returns arguments for `spawnSync` */
export function npm(...args) {
  const script = process.env.npm_execpath;
  if (script) return [process.execPath, [script, ...args], {}];
  return ['npm', args, { shell: process.platform === 'win32' }];
}

/** Exits with the error's message instead of a stack trace. */
export function fail(error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
