// Runs a backend command against the database of npm start, and starts that database if it isn't running.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildBackend, fail, node, root } from './lib.mjs';
import { runningPostgres, startPostgres } from './postgres.mjs';
import { postgresFolder } from './start.mjs';

async function main([script, ...args]) {
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

await main(process.argv.slice(2)).catch(fail);
