// npm run dev: like npm start, but rebuilds and reloads on every change. The site has hot reload on Vite's port.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildWhatChanged, fail, root, TSC, VITE } from './lib.mjs';
import { acquireLock, assertPortIsFree, cleanUpOnStop, prepare, startDatabase } from './start.mjs';

async function main() {
  const onStop = cleanUpOnStop();
  acquireLock();
  await assertPortIsFree();
  const [database] = await Promise.all([startDatabase(), buildWhatChanged({ frontend: true, quiet: true })]);
  onStop(() => database.stop());
  const { oneTimePassword } = prepare(database);
  if (oneTimePassword) console.log(`Staff sign-in: name admin, one-time password ${oneTimePassword}`);
  const env = { ...process.env, RATE_LIMIT_DISABLED: 'true' };
  const start = (args, cwd = root) => spawn(process.execPath, args, { cwd, env, stdio: 'inherit' });
  const children = [
    start([TSC, '-p', 'backend', '--watch', '--preserveWatchOutput']),
    start(['--watch', '--watch-preserve-output', 'backend/dist/main.js']),
    start([VITE], join(root, 'frontend')),
  ];
  for (const child of children) onStop(() => child.kill('SIGTERM'));
}

await main().catch(fail);
