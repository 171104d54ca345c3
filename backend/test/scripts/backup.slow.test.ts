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
import { prepare, run, withDatabase } from './data-root.js';

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
