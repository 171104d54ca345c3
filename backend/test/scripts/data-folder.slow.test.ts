import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  ensurePrivateFolder,
  restrictPermissions,
  stableFolderFor,
  startPostgres,
} from '../../../scripts/postgres.mjs';

const isRoot = process.getuid?.() === 0;
const MALLORY = 12_345;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync('/var/tmp/clearbatch-modes-');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

it('the data folder and what is in it are closed to other users, also what was open before', () => {
  const data = join(folder, '.data');
  mkdirSync(join(data, 'mail'), { recursive: true });
  mkdirSync(join(data, 'postgres/data'), { recursive: true });
  const outside = join(folder, 'outside');
  writeFileSync(outside, 'not ours');
  symlinkSync(outside, join(data, 'link'));
  const files = ['cookie-secret', 'mail/1.eml', 'mail/2.eml.part', 'postgres/password'];
  for (const file of [...files, 'postgres/data/PG_VERSION']) writeFileSync(join(data, file), 'x', { mode: 0o644 });
  for (const open of [data, join(data, 'mail'), join(data, 'postgres'), outside]) chmodSync(open, 0o755);
  ensurePrivateFolder(data);
  restrictPermissions(data);
  // As root, the group of the database's user may pass through, and see nothing.
  expect(modeOf(data)).toBe(isRoot ? '710' : '700');
  expect([modeOf(join(data, 'mail')), modeOf(join(data, 'postgres'))]).toEqual(['700', '700']);
  expect(files.map((file) => modeOf(join(data, file)))).toEqual(files.map(() => '600'));
  // PostgreSQL manages its own files, and a symlink may point at files of another user.
  expect(modeOf(join(data, 'postgres/data/PG_VERSION'))).toBe('644');
  expect(modeOf(outside)).toBe('755');
});

it('the embedded database gets nothing of our environment but how to run', async () => {
  process.env.A_SECRET_OF_OURS = 'do not pass on';
  const postgres = await startPostgres({ folder: join(folder, 'postgres') });
  try {
    const names = readFileSync(`/proc/${postgres.pid}/environ`, 'utf8').split('\0').filter(Boolean);
    expect(
      names.map((one) => one.split('=')[0]).filter((name) => !/^(PATH|LC_ALL|LANG|TZ|PG\w*)$/.test(name ?? '')),
    ).toEqual([]);
    expect(names.join()).not.toContain('do not pass on');
    expect(modeOf(join(folder, 'postgres/password'))).toBe('600');
  } finally {
    delete process.env.A_SECRET_OF_OURS;
    await postgres.stop();
  }
});

/** Only root changes the owner of folders, so only root could be tricked into changing that of a foreign one. */
(isRoot ? describe : describe.skip)('as root, a folder for the database outside of ours', () => {
  let base: string;
  let place: string;
  let target: string;
  beforeEach(() => {
    chmodSync(folder, 0o700); // the database's user cannot enter: its data go to a place with a name that can be foretold
    base = join(folder, 'postgres');
    place = stableFolderFor('data', base);
    target = mkdtempSync('/var/tmp/clearbatch-target-');
  });
  afterEach(() => {
    for (const path of [place, target]) rmSync(path, { recursive: true, force: true });
  });
  const start = () => startPostgres({ folder: base });

  it('is rejected if it is a planted symlink, whose target keeps its owner', async () => {
    symlinkSync(target, place);
    await expect(start()).rejects.toThrow(/is a link/);
    expect(lstatSync(target).uid).toBe(0);
  });

  it('is rejected if another user created it', async () => {
    mkdirSync(place, { mode: 0o777 });
    chownSync(place, MALLORY, MALLORY);
    await expect(start()).rejects.toThrow(/belongs to user 12345/);
    expect(lstatSync(place).uid).toBe(MALLORY);
  });

  it('is not in TMPDIR, which another user could have planted', async () => {
    const script = `const { startPostgres } = await import(process.argv[1]);
      await (await startPostgres({ folder: process.argv[2], durable: false })).stop();`;
    const module = join(import.meta.dirname, '../../../scripts/postgres.mjs');
    const { NODE_OPTIONS: _runner, ...env } = process.env;
    const args = ['--input-type=module', '-e', script, module, base];
    const TMPDIR = join(target, 'missing');
    const { status, stderr } = spawnSync(process.execPath, args, { env: { ...env, TMPDIR }, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  it('is used when it is our own', async () => {
    await (await start()).stop();
    expect(modeOf(place)).toBe('700');
    await (await start()).stop();
  });
});
