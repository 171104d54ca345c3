import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import {
  commandLineOf,
  dataFolderOf,
  ensurePrivateFolder,
  runningPostgres,
  setAsideForeignData,
  startPostgres,
} from '../../../scripts/postgres.mjs';
import { until } from '../support/until.js';

const MODULE = join(import.meta.dirname, '../../../scripts/postgres.mjs');
const isRoot = process.getuid?.() === 0;

describe.each([
  { place: 'in a folder that the database user can enter', canEnter: true },
  { place: 'as root, in a folder that the database user cannot enter', canEnter: false },
])('the database of a clone $place', ({ canEnter }) => {
  const test = canEnter || isRoot ? it : it.skip;
  let clone: string;
  let base: string;
  let warnings: string[];
  beforeEach(() => {
    clone = mkdtempSync('/var/tmp/clearbatch-clone-');
    if (canEnter) ensurePrivateFolder(clone);
    base = join(clone, 'postgres');
    warnings = [];
    jest.spyOn(console, 'warn').mockImplementation((warning) => warnings.push(warning));
  });
  afterEach(() => {
    jest.restoreAllMocks();
    const data = dataFolderOf(base);
    for (const path of [clone, data, ...globSync(`${data}.*`)]) rmSync(path, { recursive: true, force: true });
  });

  /** What a query answers; the server is started for it. */
  async function ask(sql: string): Promise<unknown> {
    const postgres = await startPostgres({ folder: base, durable: false });
    const client = new pg.Client(postgres.url());
    try {
      await client.connect();
      return (await client.query({ text: sql, rowMode: 'array' })).rows[0]?.[0];
    } finally {
      await client.end();
      await postgres.stop();
    }
  }
  const keep = () => ask('CREATE TABLE kept ()');
  const isKept = () => ask(`SELECT to_regclass('kept') IS NOT NULL`);
  const deleteClone = () => rmSync(base, { recursive: true });

  /** The only warning says where what was there before is now. */
  function expectSetAside(): void {
    const moved = globSync(`${dataFolderOf(base)}.before-*`);
    expect(moved).toHaveLength(1);
    expect(existsSync(join(moved[0] ?? '', 'PG_VERSION'))).toBe(true);
    expect(warnings).toEqual([
      `We found a database that ${join(base, 'password')} does not open, so we moved it to ${moved[0]} and begin a new one.`,
    ]);
  }

  /** Starts it in another process, which leads a process group. */
  const startElsewhere = () => {
    const script = `const { startPostgres } = await import(process.argv[1]);
      const postgres = await startPostgres({ folder: process.argv[2], durable: false });
      console.log(JSON.stringify({ pid: postgres.pid, url: postgres.url() }));
      // Nobody is left who could end it.
      process.stdin.on('end', () => process.exit()).resume();`;
    const { NODE_OPTIONS: _runner, ...env } = process.env;
    const args = ['--input-type=module', '-e', script, MODULE, base];
    return spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  };

  /** Kills Node alone. The server then waits for its last client before it shuts down. */
  async function leaveServerShuttingDown(): Promise<{ pid: number; client: pg.Client }> {
    const node = startElsewhere();
    const { pid, url } = JSON.parse(String(await once(node.stdout, 'data')));
    const client = new pg.Client(url);
    client.on('error', () => undefined);
    await client.connect();
    await client.query('CREATE TABLE kept ()');
    node.kill('SIGKILL');
    await once(node, 'exit');
    process.kill(pid, 'SIGTERM');
    return { pid, client };
  }

  test('begins anew in a new clone, after the old one was deleted', async () => {
    await keep();
    deleteClone();
    expect(await isKept()).toBe(false);
    if (canEnter) expect(warnings).toEqual([]);
    else expectSetAside();
    expect(runningPostgres(base)).toBeNull();
  });

  test('begins anew while the server of the deleted clone still shuts down', async () => {
    const { pid, client } = await leaveServerShuttingDown();
    deleteClone();
    expect(runningPostgres(base)).toBeNull();
    expect(await isKept()).toBe(false);
    // A server whose files were deleted with the clone does no harm, and ends with its last client.
    if (canEnter) await client.end();
    else expect(commandLineOf(pid)).toBeNull();
  });

  test('goes on after Node alone was killed, though its server still shuts down', async () => {
    const { pid } = await leaveServerShuttingDown();
    expect(await isKept()).toBe(true);
    expect(commandLineOf(pid)).toBeNull();
    expect(warnings).toEqual([]);
  });

  // The rest is the same in both places.
  if (!canEnter) return;

  it('is set aside without its password, and without the right one', async () => {
    await keep();
    rmSync(join(base, 'password'));
    expect(await isKept()).toBe(false);
    expectSetAside();
    writeFileSync(join(base, 'password'), 'another');
    await setAsideForeignData(base);
    expect(warnings).toHaveLength(2);
  });

  it('of an earlier version is used, and belongs to its clone from then on', async () => {
    await keep();
    const owner = join(dataFolderOf(base), 'clearbatch-owner');
    const written = readFileSync(owner, 'utf8');
    rmSync(owner);
    expect(await isKept()).toBe(true);
    expect(readFileSync(owner, 'utf8')).toBe(written);
    expect(warnings).toEqual([]);
  });

  it('is created after a crash in the middle of creating it', async () => {
    const killed = startElsewhere();
    const begun = async () => globSync('{data,data.*/*}/PG_VERSION', { cwd: base }).length > 0;
    await until('it is being created', begun);
    process.kill(-(killed.pid ?? Number.NaN), 'SIGKILL');
    await once(killed, 'exit');
    const password = readFileSync(join(base, 'password'), 'utf8');
    expect(await isKept()).toBe(false);
    expect(readFileSync(join(base, 'password'), 'utf8')).toBe(password);
    expect(warnings).toEqual([]);
  });

  it('is created when an earlier version crashed in the middle of creating it', async () => {
    mkdirSync(dataFolderOf(base));
    writeFileSync(join(base, 'password'), 'of the database that was never finished');
    writeFileSync(join(dataFolderOf(base), 'PG_VERSION'), '18');
    expect(await isKept()).toBe(false);
    expectSetAside();
  });
});
