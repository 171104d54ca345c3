// What several tasks share: running tools by path, and the two builds.
import { spawn } from 'node:child_process';
import { globSync, mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');
const tool = (path) => join(root, 'node_modules', path);

export const TSC = tool('typescript-native/bin/tsc');
export const VITE = tool('vite/bin/vite.js');
export const VITEST = tool('vitest/vitest.mjs');
export const BIOME = tool('@biomejs/biome/bin/biome');
export const OPENAPI_TS = tool('@hey-api/openapi-ts/bin/run.js');
export const PLAYWRIGHT = tool('@playwright/test/cli.js');
export const TYPEORM = tool('typeorm/cli.js');

const times = [];

/** What each part took that ran so far. */
export function reportTimes(task) {
  for (const { label, seconds } of times) console.log(`${seconds.padStart(7)} s  ${label}`);
  console.log(`${(performance.now() / 1000).toFixed(1).padStart(7)} s  ${task}: everything passed`);
}

/** Runs a JavaScript file on this Node and says how long it took. Rejects when it fails. */
export async function node(label, file, args = [], { env = {}, cwd = root, quiet = false } = {}) {
  const began = performance.now();
  const child = spawn(process.execPath, [file, ...args], { cwd, stdio: 'inherit', env: { ...process.env, ...env } });
  const code = await new Promise((resolve) => child.on('exit', (status) => resolve(status ?? 1)));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (code !== 0) throw new Error(`${label}: failed after ${seconds} s`);
  if (quiet) return;
  times.push({ label, seconds });
  console.log(`${label}: ok (${seconds} s)`);
}

export const buildBackend = (options) =>
  marked('backend', () => node('build backend', TSC, ['-p', 'backend'], options));

/** What is built is what people get, whatever the caller's own NODE_ENV is: React is half again as large otherwise. */
const buildFrontend = (options) =>
  marked('frontend', () =>
    node('build frontend', VITE, ['build', '--logLevel', 'warn'], {
      ...options,
      cwd: join(root, 'frontend'),
      env: { NODE_ENV: 'production' },
    }),
  );

export const build = (options) => Promise.all([buildBackend(options), buildFrontend(options)]);

/** What each build is made of: a folder counts, too, because a deleted file changes only that. */
const SOURCES = {
  backend: ['backend/{src,src/**,tsconfig.json}', 'package-lock.json'],
  frontend: ['frontend/{src,src/**,*.*}', 'content/**', 'openapi/**', 'docs/labs.md', 'package-lock.json'],
};
const markOf = (part) => join(root, 'node_modules/.cache/clearbatch', `built-${part}`);

/** Builds, and leaves a file that is as old as the sources can be that were read. */
async function marked(part, work) {
  const began = new Date();
  await work();
  mkdirSync(join(markOf(part), '..'), { recursive: true });
  writeFileSync(markOf(part), '');
  utimesSync(markOf(part), began, began);
}

function isBuilt(part) {
  const built = statSync(markOf(part), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const isDone = statSync(join(root, part, 'dist'), { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isDone && globSync(SOURCES[part], { cwd: root }).every((file) => statSync(join(root, file)).mtimeMs <= built);
}

/** Builds the backend, and the frontend if wanted, unless the last build is newer than every source. */
export const buildWhatChanged = ({ frontend }) =>
  Promise.all([!isBuilt('backend') && buildBackend(), frontend && !isBuilt('frontend') && buildFrontend()]);

/** How to start npm: the one that started us, where there is one. @returns arguments of `spawnSync` */
export function npm(...args) {
  const script = process.env.npm_execpath;
  if (script) return [process.execPath, [script, ...args], {}];
  return ['npm', args, { shell: process.platform === 'win32' }];
}

/** Ends a task with a sentence instead of a stack trace. */
export function fail(error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
