import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFolderOf } from '../../../scripts/postgres.mjs';
import { isDevelopment, SERVER_FLAGS } from '../../../scripts/server-flags.mjs';
import { freePort } from '../support/server-process.js';

const root = join(import.meta.dirname, '../../..');
const isRoot = process.getuid?.() === 0;

/** Runs npm start as npm does, with a separate data folder and port. */
class Start {
  output = '';
  private readonly child: ChildProcess;
  private readonly exited: Promise<number | null>;

  constructor(dataRoot: string, port: number) {
    const { DATABASE_URL: _none, NODE_OPTIONS: _runner, ...env } = process.env;
    this.child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
      cwd: root,
      env: { ...env, DATA_ROOT: dataRoot, PORT: String(port) },
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk) => {
        this.output += chunk;
      });
    }
    this.exited = new Promise((resolve) => this.child.on('exit', resolve));
  }

  /** Until the text has been printed, or the process ended without it. */
  async says(text: string): Promise<string> {
    for (;;) {
      if (this.output.includes(text)) return this.output;
      const ended = await Promise.race([this.exited.then(() => true), this.nextOutput()]);
      if (ended && !this.output.includes(text)) throw new Error(`It never said "${text}", only:\n${this.output}`);
    }
  }

  private nextOutput(): Promise<false> {
    return new Promise((resolve) => {
      for (const stream of [this.child.stdout, this.child.stderr]) stream?.once('data', () => resolve(false));
    });
  }

  async ends(signal?: NodeJS.Signals): Promise<number | null> {
    if (signal) this.child.kill(signal);
    return this.exited;
  }
}

it.each<[Record<string, string>, boolean]>([
  [{}, true],
  [{ HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:4000', NODE_ENV: 'development' }, true],
  [{ HOST: '::1' }, true],
  [{ NODE_ENV: 'production' }, false],
  [{ DATABASE_URL: 'postgres://app@db/clearbatch' }, false],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '::' }, false],
  [{ PUBLIC_URL: 'https://clearbatch.example' }, false],
])('npm start with %j is for development: %s', (environment, expected) => {
  expect(isDevelopment(environment)).toBe(expected);
});

describe('npm start', () => {
  const clone = mkdtempSync(join(tmpdir(), 'clearbatch-start-'));
  // As root, in a folder that the database's user can't enter, as below /root.
  const dataRoot = join(clone, '.data');
  const data = dataFolderOf(join(dataRoot, 'postgres'));
  let port: number;
  beforeAll(async () => {
    port = await freePort();
  });
  afterAll(() => {
    for (const path of [clone, data, ...globSync(`${data}.*`)]) rmSync(path, { recursive: true, force: true });
  });

  it('says where to go, refuses a second run, survives being killed, and stops cleanly', async () => {
    const first = new Start(dataRoot, port);
    const welcome = await first.says('ClearBatch is running');
    await first.says('made up');
    expect(welcome).toContain(`http://localhost:${port}/api/docs`);
    expect(statSync(join(dataRoot, 'cookie-secret')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dataRoot, 'cookie-secret'), 'utf8')).toHaveLength(43);
    expect(first.output).not.toContain(readFileSync(join(dataRoot, 'cookie-secret'), 'utf8'));
    expect(first.output).toMatch(/one-time password [a-z2-9]{5}(-[a-z2-9]{5}){3}/);

    const second = new Start(dataRoot, await freePort());
    await second.says(`already running: http://localhost:${port}`);
    expect(await second.ends()).toBe(1);

    await first.ends('SIGKILL');
    // As a version before left them.
    for (const name of ['', 'postgres', 'cookie-secret']) chmodSync(join(dataRoot, name), 0o755);
    const third = new Start(dataRoot, port);
    await third.says('ClearBatch is running');
    const statistics = await fetch(`http://localhost:${port}/api/coa-statistics`);
    expect(await statistics.json()).toMatchObject({ totalCoas: 36 });
    expect(third.output).not.toContain('one-time password');
    const mode = (name: string) => (statSync(join(dataRoot, name)).mode & 0o777).toString(8);
    expect(['', 'postgres', 'cookie-secret', 'running'].map(mode)).toEqual([
      isRoot ? '710' : '700',
      '700',
      '600',
      '600',
    ]);

    expect(await third.ends('SIGINT')).toBe(0);
    expect(third.output).toContain('Stopped.');
    expect(existsSync(join(dataRoot, 'running'))).toBe(false);
  });

  it('minds no lock of a killed run whose PID it got, and removes no lock of another run', () => {
    const script = `const { acquireLock } = await import(process.argv[2]);
      const { writeFileSync } = await import('node:fs');
      writeFileSync(process.argv[3], process.pid + ' 3000');
      acquireLock();
      writeFileSync(process.argv[3], 'of another run');`;
    const lock = join(clone, 'running');
    const module = join(root, 'scripts/start.mjs');
    const { status, stderr } = spawnSync(process.execPath, ['-e', script, 'scripts/start.mjs', module, lock], {
      env: { ...process.env, NODE_OPTIONS: '', DATA_ROOT: clone },
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(readFileSync(lock, 'utf8')).toBe('of another run');
  });

  it('says which variable changes a taken port', async () => {
    const holder = createServer().listen(port, '127.0.0.1');
    const refused = new Start(dataRoot, port);
    await refused.says(`Port ${port} is taken. Choose another: PORT=${port + 1}`);
    expect(await refused.ends()).toBe(1);
    await new Promise((resolve) => holder.close(resolve));
  });
});

/** The image has no scripts, so it says them itself; so does who reads how to run it elsewhere. */
it.each(['Dockerfile', 'docs/operations.md'])('%s starts the server with the flags that were measured', (file) => {
  const command = `node ${SERVER_FLAGS.join(' ')} backend/dist/main.js`;
  expect(readFileSync(join(root, file), 'utf8')).toContain(command);
});
