import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { PostgresDocumentStore } from '../../src/modules/documents/database/postgres-document.store.js';
import { FallbackDocumentStore } from '../../src/modules/documents/storage/fallback-document.store.js';
import { S3DocumentStore } from '../../src/modules/documents/storage/s3-document.store.js';
import { TypeOrmTransactions } from '../../src/platform/database/transaction.js';
import { startS3Server } from '../support/s3-server.js';
import { until } from '../support/until.js';
import { describeDocumentStore } from './document-store.contract.js';
import { databaseOfThisFile } from './open-database.js';

const emptyDatabase = databaseOfThisFile();
const server = startS3Server();
afterAll(async () => (await server).stop());

/** One bucket, with a separate folder for each test. */
async function inS3(): Promise<S3DocumentStore> {
  const { options } = await server;
  return new S3DocumentStore({ ...options, url: `${options.url}/${randomUUID()}` });
}

const inPostgres = async () => new PostgresDocumentStore(await emptyDatabase());

describeDocumentStore('PostgreSQL', inPostgres);
describeDocumentStore('S3', inS3);
describeDocumentStore(
  'S3 with PostgreSQL behind it',
  async () => new FallbackDocumentStore(await inS3(), await inPostgres()),
);

const content = randomBytes(1_000);
const sha256 = createHash('sha256').update(content).digest('hex');
async function* once() {
  yield content;
}

describe('S3 with PostgreSQL behind it', () => {
  it('reads what is only in the database, writes to S3, and removes from both', async () => {
    const [s3, database] = [await inS3(), await inPostgres()];
    const both = new FallbackDocumentStore(s3, database);
    await database.write(sha256, content.length, once(), 'keep');
    const read: Uint8Array[] = [];
    for await (const piece of both.read(sha256)) read.push(piece);
    expect(Buffer.concat(read).equals(content)).toBe(true);

    await both.write(sha256, content.length, once(), 'keep');
    expect(await s3.has(sha256)).toBe(true);
    await both.remove(sha256);
    expect([await s3.has(sha256), await database.has(sha256)]).toEqual([false, false]);
  });
});

describe('S3', () => {
  it('keeps a document whose removal is rolled back, and deletes it after the commit', async () => {
    const store = await inS3();
    const transactions = new TypeOrmTransactions(await emptyDatabase());
    await store.write(sha256, content.length, once());
    const rolledBack = transactions.run(async () => {
      await store.remove(sha256);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await store.has(sha256)).toBe(true);

    await transactions.run(() => store.remove(sha256));
    await until('it is gone', async () => !(await store.has(sha256)));
  });

  it('refuses a wrong key, without telling whose', async () => {
    const { options } = await server;
    const store = new S3DocumentStore({ ...options, accessKeyId: 'someone else' });
    await expect(store.write(sha256, content.length, once())).rejects.toThrow(/^The document store answered 403$/);
    await expect(store.has(sha256)).rejects.toThrow('403');
  });

  it('says that it is not reachable', async () => {
    const store = new S3DocumentStore({ ...(await server).options, url: 'http://127.0.0.1:1/certificates' });
    await expect(store.write(sha256, content.length, once())).rejects.toThrow(/ECONNREFUSED/);
    await expect(store.has(sha256)).rejects.toThrow(/ECONNREFUSED/);
  });
});
