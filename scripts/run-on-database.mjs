// Runs a backend command on the database of npm start, and starts that database if it isn't running.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildBackend, fail, node, root } from './lib.mjs';
import { runningPostgres, startPostgres } from './postgres.mjs';
import { postgresFolder } from './start.mjs';

/** @template T @param {(url: string) => Promise<T>} work with the database that DATABASE_URL names, or else with that of npm start */
export async function onDatabase(work) {
  const given = process.env.DATABASE_URL;
  const running = given ? null : runningPostgres(postgresFolder);
  const started = given || running ? null : await startPostgres({ folder: postgresFolder });
  try {
    return await work(given || (running ?? started.url)());
  } finally {
    await started?.stop();
  }
}

/** @param {string} script below the root */
export async function runOnDatabase(script, args = []) {
  if (!existsSync(join(root, script))) await buildBackend();
  await onDatabase((url) => node(script, join(root, script), args, { env: { DATABASE_URL: url }, quiet: true }));
}

if (import.meta.filename === process.argv[1]) {
  const [script, ...args] = process.argv.slice(2);
  await runOnDatabase(script, args).catch(fail);
}
