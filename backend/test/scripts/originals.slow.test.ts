import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { S3DocumentStore } from '../../src/modules/documents/storage/s3-document.store.js';
import { startS3Server } from '../support/s3-server.js';
import { prepare, run, withDatabase } from './data-root.js';

const content = randomBytes(600_000);
const sha256 = createHash('sha256').update(content).digest('hex');

const folder = mkdtempSync(join(tmpdir(), 'clearbatch-originals-'));
// PostgreSQL runs as another user when we are root; it shall find its folder where we can delete it.
chmodSync(folder, 0o755);
const dataRoot = join(folder, 'data');
const backups = join(folder, 'backups');
const server = startS3Server();
let store: S3DocumentStore;
let inBucket: Record<string, string>;

beforeAll(async () => {
  const { options } = await server;
  store = new S3DocumentStore(options);
  inBucket = {
    DOCUMENTS_S3_URL: options.url,
    DOCUMENTS_S3_ACCESS_KEY_ID: options.accessKeyId,
    DOCUMENTS_S3_SECRET_ACCESS_KEY: options.secretAccessKey,
  };
  await prepare(dataRoot, false);
  await withDatabase(dataRoot, (client) =>
    client.query(
      `INSERT INTO documents ("id", "bytes", "state", "receivedAt", "receivedFrom", "sentAt", "attempts", "readAt", "pageCount")
         VALUES ($1, $2, 'ready', now(), 'lab', now(), 1, now(), 1)`,
      [sha256, content.length],
    ),
  );
});
beforeEach(() =>
  store.write(
    sha256,
    content.length,
    (async function* () {
      yield content;
    })(),
  ),
);
afterAll(async () => {
  await (await server).stop();
  rmSync(folder, { recursive: true, force: true });
});

const backUp = (more = inBucket) =>
  run('scripts/backup/backup.mjs', ['--to', backups], { DATA_ROOT: dataRoot, ...more });
const latest = () => join(backups, readdirSync(backups).sort().at(-1) ?? '');
const restore = (backup: string, more: Record<string, string> = inBucket) =>
  run('scripts/backup/restore.mjs', ['--from', backup, '--replace'], { DATA_ROOT: dataRoot, ...more });

const stored = (client: pg.Client) =>
  client.query<{ content: Buffer }>(
    `SELECT string_agg(c."content", '' ORDER BY c."number") AS content FROM document_chunks c
       JOIN document_files f ON f."id" = c."fileId" WHERE f."sha256" = $1`,
    [sha256],
  );

describe('originals in a bucket', () => {
  it('are in the backup, and back in the bucket after a restore', async () => {
    expect(await backUp()).toMatchObject({ code: 0 });
    await store.remove(sha256);
    expect(await restore(latest())).toMatchObject({ code: 0 });
    const pieces: Uint8Array[] = [];
    for await (const piece of store.read(sha256)) pieces.push(piece);
    expect(Buffer.concat(pieces).equals(content)).toBe(true);
  });

  it('are named when the bucket does not have them, and everything else is backed up and restored', async () => {
    await store.remove(sha256);
    const backedUp = await backUp();
    expect(backedUp).toMatchObject({ code: 1, output: expect.stringContaining(`  ${sha256}`) });
    expect(backedUp.output).toContain('Backed up 0 certificates');
    const restored = await restore(latest());
    expect(restored).toMatchObject({ code: 1, output: expect.stringContaining(`  ${sha256}`) });
    expect(restored.output).toContain('Restored 0 certificates');
  });

  it('are restored into the database when no bucket is named, and compared there', async () => {
    expect(await backUp()).toMatchObject({ code: 0 });
    expect(await restore(latest(), {})).toMatchObject({ code: 0 });
    await withDatabase(dataRoot, async (client) => {
      expect((await stored(client)).rows[0]?.content.equals(content)).toBe(true);
      await client.query(`UPDATE document_chunks SET "content" = set_byte("content", 0, 0) WHERE "number" = 1`);
      await client.query(`UPDATE document_chunks SET "content" = set_byte("content", 1, 1) WHERE "number" = 1`);
    });
    expect(await backUp({})).toMatchObject({ code: 0 });
    const restored = await restore(latest(), {});
    expect(restored).toMatchObject({ code: 1, output: expect.stringContaining(`  ${sha256}`) });
  });
});
