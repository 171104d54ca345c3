// Starts servers and the load generator as separate processes, and measures their memory and CPU time.
import { fork, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../scripts/postgres.mjs';
import { SERVER_FLAGS } from '../scripts/server-flags.mjs';

const isLinux = process.platform === 'linux';

/**
 * Starts a server and waits until it responds.
 * @param {string} file
 * @param {Record<string, string>} environment
 * @param {string} ready path that returns 2xx once the server is up
 */
export async function startServer(file, environment, ready) {
  const port = await freePort();
  const child = spawn(process.execPath, [...SERVER_FLAGS, file], {
    env: { ...process.env, NODE_ENV: 'test', PORT: String(port), ...environment },
    stdio: ['ignore', 2, 2],
  });
  const exited = killOnExit(child);
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; !(await isUp(url + ready)); attempt += 1) {
    if (child.exitCode !== null || attempt > 600) throw new Error(`${file} did not start`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    memory: () => memoryOf(child.pid),
    cpuMs: () => cpuMsOf(child.pid),
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

const isUp = (url) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** Kills the child when this process exits. @returns a promise of the child's exit */
function killOnExit(child) {
  const kill = () => child.kill('SIGKILL');
  process.on('exit', kill);
  return new Promise((resolve) => {
    child.once('exit', () => {
      process.off('exit', kill);
      resolve();
    });
  });
}

/** Samples resident memory in MB; Linux only. */
function memoryOf(pid) {
  const file = `/proc/${pid}/statm`;
  const samples = [];
  const sample = () => {
    if (existsSync(file)) samples.push(Math.round((Number(readFileSync(file, 'utf8').split(' ')[1]) * 4096) / 1e6));
  };
  const timer = setInterval(sample, 100);
  timer.unref();
  return {
    samples,
    peak() {
      clearInterval(timer);
      sample();
      return samples.length === 0 ? null : Math.max(...samples);
    },
  };
}

/** CPU time used so far in ms; null outside Linux. */
function cpuMsOf(pid) {
  if (!isLinux) return null;
  // After the name in parentheses: user and system time in hundredths of a second (proc_pid_stat(5)).
  const [, , , , , , , , , , , user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(user) + Number(system)) * 10;
}

/** @returns {{ run: (order: import('./load.mjs').Order) => Promise<import('./load.mjs').LoadResult>, stop: () => void }} */
export function startLoadGenerator() {
  const child = fork(join(import.meta.dirname, 'load.mjs'), { execArgv: [], serialization: 'advanced' });
  killOnExit(child);
  return {
    run: (order) =>
      new Promise((resolve, reject) => {
        const onExit = () => reject(new Error('the load generator exited'));
        child.once('exit', onExit);
        child.once('message', (result) => {
          child.off('exit', onExit);
          if (result.error) reject(new Error(result.error));
          else resolve(result);
        });
        child.send(order);
      }),
    stop: () => child.kill(),
  };
}
