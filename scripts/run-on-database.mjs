// Runs a backend command on the database of npm start, and starts that database if it isn't running.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildBackend, fail, node, root } from './lib.mjs';
import { runningPostgres, startPostgres } from './postgres.mjs';
import { postgresFolder } from './start.mjs';

/** @param {string} script below the root */
export async function runOnDatabase(script, args = []) {
  if (!existsSync(join(root, script))) await buildBackend();
  const running = process.env.DATABASE_URL ? null : runningPostgres(postgresFolder);
  const started = process.env.DATABASE_URL || running ? null : await startPostgres({ folder: postgresFolder });
  process.env.DATABASE_URL ||= (running ?? started.url)();
  try {
    await node(script, join(root, script), args, { quiet: true });
  } finally {
    await started?.stop();
  }
}

if (import.meta.filename === process.argv[1]) {
  const [script, ...args] = process.argv.slice(2);
  await runOnDatabase(script, args).catch(fail);
}
