import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { ServerProcess } from '../support/server-process.js';
import { until } from '../support/until.js';
import { prepare, run, urlOf, withDatabase } from './data-root.js';

const rowsOf = async (client: pg.Client, table: string) =>
  (await client.query(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY t."id"`)).rows;

const everything = (client: pg.Client) =>
  Promise.all(['coa_data', 'audit_log', 'brands', 'users'].map((table) => rowsOf(client, table)));

describe('npm run backup and npm run restore', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clearbatch-backup-'));
  // PostgreSQL runs as another user when we are root; it shall find its folder where we can delete it.
  chmodSync(folder, 0o755);
  const dataRoot = join(folder, 'data');
  const backups = join(folder, 'backups');
  const environment = { DATA_ROOT: dataRoot };
  const backUp = () => run('scripts/backup/backup.mjs', ['--to', backups], environment);
  const restore = (backup: string, ...more: string[]) =>
    run('scripts/backup/restore.mjs', ['--from', backup, ...more], environment);
  const backupsThere = () => (existsSync(backups) ? readdirSync(backups) : []);
  const latest = () => join(backups, backupsThere().sort().at(-1) ?? '');

  beforeAll(() => prepare(dataRoot, true));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('brings back every certificate and the audit log after everything was destroyed', async () => {
    const before = await withDatabase(dataRoot, everything);
    expect(before.map((rows) => rows.length > 0)).toEqual([true, true, true, true]);
    expect(await backUp()).toMatchObject({ code: 0, output: expect.stringContaining('Backed up 41 certificates') });

    rmSync(dataRoot, { recursive: true });
    const restored = await restore(latest());
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Restored 41 certificates') });
    expect(await withDatabase(dataRoot, everything)).toEqual(before);
  });

  it('is of one moment while others go on writing', async () => {
    await withDatabase(dataRoot, async (client) => {
      let isOver = false;
      const backingUp = backUp().finally(() => {
        isOver = true;
      });
      let committed = 0;
      while (!isOver) {
        await client.query('BEGIN');
        await client.query(`UPDATE coa_data SET "version" = "version" + 1 WHERE "submissionStatus" = 'pending'`);
        await client.query(
          `INSERT INTO audit_log ("at", "actorId", "actorName", "action", "subject") VALUES (now(), 'a', 'a', 'written', 'x')`,
        );
        await client.query('COMMIT');
        committed += 1;
      }
      expect(await backingUp).toMatchObject({ code: 0 });
      expect(committed).toBeGreaterThan(10);
    });
    expect(await restore(latest(), '--replace')).toMatchObject({ code: 0 });
    await withDatabase(dataRoot, async (client) => {
      const { rows } = await client.query(`SELECT DISTINCT "version" - 1 AS changes,
        (SELECT count(*)::int FROM audit_log WHERE "action" = 'written') AS written
        FROM coa_data WHERE "submissionStatus" = 'pending'`);
      expect(rows).toHaveLength(1);
      expect(rows[0].changes).toBe(rows[0].written);
      expect(rows[0].written).toBeGreaterThan(0);
    });
  });

  it('refuses to overwrite, and moves existing data aside on request', async () => {
    expect(await restore(latest())).toMatchObject({ code: 1, output: expect.stringContaining('add --replace') });
    const replaced = await restore(latest(), '--replace');
    expect(replaced.code).toBe(0);
    const [, aside] = /^ {2}(.*data\.before-\d+)$/m.exec(replaced.output) ?? [];
    expect(existsSync(join(aside ?? '', 'PG_VERSION'))).toBe(true);
  });

  it('leaves the anchor of the public log as it is, and says that the log stands still', async () => {
    const log = join(dataRoot, 'log');
    mkdirSync(log);
    const files = {
      'anchor-000000000009': 'registry.example/log\n7\n',
      'anchor-000000000010': 'registry.example/log\n12\n',
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(log, name), content);
    expect(await restore(latest(), '--replace')).toMatchObject({
      code: 0,
      output: expect.stringContaining('stands still: 12 of its entries were signed, and this backup has 0'),
    });
    expect(Object.fromEntries(readdirSync(log).map((name) => [name, readFileSync(join(log, name), 'utf8')]))).toEqual(
      files,
    );
    rmSync(log, { recursive: true });
  });

  it('puts lost entries of the public log back in their places, or begins another log', async () => {
    const log = join(dataRoot, 'log');
    const restoreLog = (...more: string[]) => run('scripts/backup/restore.mjs', more, environment);
    const logged = (client: pg.Client) =>
      client
        .query('SELECT "text" FROM log_entries ORDER BY "position"')
        .then(({ rows }) => rows.map((row) => row.text));
    /** Adds decisions, and serves the site until the log has them, or until it says why it stands still. */
    const serve = (folder: string, decisions: number, standsStill?: string) =>
      withDatabase(dataRoot, async (client) => {
        await client.query(
          `SELECT log_add(gen_random_uuid()::text, '{"type": "test"}', NULL, NULL) FROM generate_series(1, $1::int)`,
          [decisions],
        );
        const server = await ServerProcess.start({ databaseUrl: urlOf(client), environment: { LOG_FOLDER: folder } });
        const waiting = async () =>
          (await client.query('SELECT FROM log_records WHERE "position" IS NULL')).rowCount ?? 0;
        if (standsStill) await until('the log stands still', async () => server.output.includes(standsStill));
        else await until('nothing waits', async () => (await waiting()) === 0);
        const checkpoint = async () => (await fetch(`${server.url}/log/checkpoint`)).text();
        if (!standsStill) {
          const size = String((await logged(client)).length);
          await until('a checkpoint covers it', async () => (await checkpoint()).split('\n')[1] === size);
        }
        const result = { checkpoint: await checkpoint(), entries: await logged(client) };
        await server.end();
        return result;
      });

    await serve(log, 0);
    expect(await backUp()).toMatchObject({ code: 0 });
    const before = await serve(log, 3);
    expect(await restore(latest(), '--replace')).toMatchObject({ output: expect.stringContaining('-- --log') });
    const refused = await serve(log, 2, `${before.entries.length} were signed`);
    expect(refused.entries).toEqual(before.entries.slice(0, -3));

    expect(await restoreLog('--log')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^3 entries were put back/m),
    });
    const after = await serve(log, 0);
    expect(after.entries.slice(0, -2)).toEqual(before.entries);

    expect(await restore(latest(), '--replace')).toMatchObject({ code: 0 });
    const checkpoint = join(log, readdirSync(log).findLast((name) => name.startsWith('anchor-')) ?? '');
    expect(readFileSync(checkpoint, 'utf8')).toBe(after.checkpoint);
    expect((await restoreLog('--new-log', checkpoint)).output).toContain('must name a new folder');
    const other = { ...environment, LOG_FOLDER: join(folder, 'log-2') };
    const begun = await run('scripts/backup/restore.mjs', ['--new-log', checkpoint], other);
    expect(begun).toMatchObject({ code: 0, output: expect.stringContaining('/log/2 goes on where') });
    const next = await serve(other.LOG_FOLDER, 1);
    expect(next.checkpoint.split('\n').slice(0, 2)).toEqual(['127.0.0.1/log/2', String(refused.entries.length + 2)]);
    expect(JSON.parse(next.entries[0])).toMatchObject({ type: 'log.continued', checkpoint: after.checkpoint });
    rmSync(log, { recursive: true });
  });

  it('refuses a damaged backup and leaves what is there as it was', async () => {
    const damaged = latest();
    const before = await withDatabase(dataRoot, everything);
    appendFileSync(join(damaged, 'data/global/pg_control'), 'x');
    expect(await restore(damaged, '--replace')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/damaged.*data\/global\/pg_control/),
    });
    expect(await withDatabase(dataRoot, everything)).toEqual(before);
  });

  it('puts back what was there when the restored database does not start', async () => {
    const before = await withDatabase(dataRoot, everything);
    expect(await backUp()).toMatchObject({ code: 0 });
    const manifestFile = join(latest(), 'manifest.json');
    const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
    rmSync(join(latest(), 'data/global/pg_control'));
    delete manifest.files['data/global/pg_control'];
    rmSync(manifestFile);
    appendFileSync(manifestFile, JSON.stringify(manifest));
    expect(await restore(latest(), '--replace')).toMatchObject({
      code: 1,
      output: expect.stringContaining('did not start'),
    });
    expect(await withDatabase(dataRoot, everything)).toEqual(before);
  });

  it('leaves no incomplete backup behind when it fails', async () => {
    const before = backupsThere();
    const failed = await run('scripts/backup/backup.mjs', ['--to', backups], {
      ...environment,
      DATABASE_URL: 'postgres://a:b@127.0.0.1:1/none',
    });
    expect(failed.code).toBe(1);
    expect(backupsThere()).toEqual(before);
  });
});
