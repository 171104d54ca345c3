// npm run dev: like npm start, but rebuilds and reloads on every change. The site has hot reload on Vite's port.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fail, root, TSC, VITE } from './lib.mjs';
import { cleanUpOnStop, startBuilt } from './start.mjs';

async function main() {
  const onStop = cleanUpOnStop();
  const { oneTimePassword } = await startBuilt(onStop);
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
