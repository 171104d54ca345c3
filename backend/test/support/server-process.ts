import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVER_FLAGS } from '../../../scripts/server-flags.mjs';
import { clockOf } from '../../../scripts/test-clock.mjs';
import { HANGS_AFTER_MS, WIDE_LIMITS } from './limits.mjs';

const MAIN = join(import.meta.dirname, '../../dist/main.js');

export interface ServerOptions {
  readonly databaseUrl: string;
  /** A free one by default. A process that replaces another gets its port. */
  readonly port?: number;
  /** Overrides the configuration for tests. */
  readonly environment?: Readonly<Record<string, string>>;
  /** For Node, e.g. `--import` and a script. */
  readonly nodeOptions?: readonly string[];
  /** A shell command that runs `"$@"`, e.g. `exec "$@" > /dev/full`. */
  readonly shell?: string;
}

export const COOKIE_SECRET = 'a secret for tests that is long enough';

/** The built server as a separate process. */
export class ServerProcess {
  readonly url: string;
  readonly port: number;
  readonly exited: Promise<number | NodeJS.Signals | null>;
  /** What it wrote to standard output and standard error, its log. */
  output = '';
  hasExited = false;
  private readonly child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.child = child;
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
    const endWithUs = () => child.kill('SIGKILL');
    process.once('exit', endWithUs);
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        process.off('exit', endWithUs);
        this.hasExited = true;
        resolve(signal ?? code);
      });
    });
  }

  /** Resolves once the server responds. @throws Error with its output if it exits instead */
  static async start(options: ServerOptions): Promise<ServerProcess> {
    const { databaseUrl, port = await freePort(), environment, nodeOptions = [], shell } = options;
    const command = [process.execPath, ...SERVER_FLAGS, ...nodeOptions, MAIN];
    const [file = '', ...args] = shell ? ['/bin/sh', '-c', shell, 'sh', ...command] : command;
    const child = spawn(file, args, {
      env: {
        PATH: process.env.PATH,
        ...clockOf(process.env),
        NODE_ENV: 'test',
        DATABASE_URL: databaseUrl,
        COOKIE_SECRET,
        PORT: String(port),
        PUBLIC_URL: 'http://127.0.0.1',
        RATE_LIMIT_DISABLED: 'true',
        MAIL_FOLDER: temporaryFolder('mail'),
        WEB_ROOT: webRoot(),
        ...WIDE_LIMITS,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const server = new ServerProcess(child, port);
    await server.answers();
    return server;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Stops reading its log, as if the program at the other end of a pipe had ended. */
  stopReading(): void {
    this.child.stdout?.destroy();
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** @returns its exit code, or the signal that ended it */
  end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | NodeJS.Signals | null> {
    this.child.kill(signal);
    return this.exited;
  }

  private async answers(): Promise<void> {
    const began = performance.now();
    while (!(await this.isLive())) {
      if (this.hasExited) throw new Error(`The server ended instead of starting:\n${this.output}`);
      if (performance.now() - began > HANGS_AFTER_MS) throw new Error(`The server does not answer:\n${this.output}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  private isLive(): Promise<boolean> {
    return fetch(`${this.url}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}

/**
 * A port on which nothing listens. Below those that systems give to outgoing connections: one of these could take it before
 * it is used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

const temporaryFolders: string[] = [];
process.once('exit', () => {
  for (const folder of temporaryFolders) rmSync(folder, { recursive: true, force: true });
});

/** A new folder, removed when the process ends, or with the run's folder (global-setup.mjs) if the process is killed. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(process.env.TEST_FOLDER ?? tmpdir(), `clearbatch-${name}-`));
  temporaryFolders.push(folder);
  return folder;
}

/** The site as `npm run build` leaves it. Only for tests in backend/test/site, which run after a build. */
export const BUILT_SITE = join(import.meta.dirname, '../../../frontend/dist');

/** Most tests need no built site, only something to serve in its place. */
export function webRoot(): string {
  const folder = temporaryFolder('web');
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, '.server'));
  writeFileSync(join(folder, 'assets/site.js'), '');
  writeFileSync(
    join(folder, '.server/entry-server.js'),
    "export const renderPage = async () => ''; export const callsOf = () => []; export const formCallOf = () => null;",
  );
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><html lang="en"><head><title>ClearBatch</title></head><body><div id="root"></div></body></html>',
  );
  return folder;
}
