import { createHash, randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { newDocument, ready, takenDown } from '../../src/domain/documents/document.js';
import { DocumentUpkeep } from '../../src/domain/documents/upkeep.js';
import type { StoredDocument } from '../../src/domain/shared/stored-document.js';
import { certificateTable, rowOf } from '../../src/modules/coa-registry/certificate/database/certificate.table.js';
import { PostgresDocumentStore } from '../../src/modules/documents/database/postgres-document.store.js';
import { TypeOrmDocumentRepository } from '../../src/modules/documents/database/typeorm-document.repository.js';
import { managerOf, TypeOrmTransactions } from '../../src/platform/database/transaction.js';
import { WakeSignal } from '../../src/platform/queue/wake-signal.js';
import { aCertificate } from '../support/builders.js';
import { StoppedClock } from '../support/in-memory-clock-and-ids.js';
import { until } from '../support/until.js';
import { databaseOfThisFile, waitingIn } from './open-database.js';

const DAY_HOURS = 24;
const MILLISECOND = 1 / 3_600_000;

const emptyDatabase = databaseOfThisFile();
let database: DataSource;
let clock: StoppedClock;
let store: PostgresDocumentStore;
let documents: TypeOrmDocumentRepository;
let upkeep: DocumentUpkeep;

beforeEach(async () => {
  database = await emptyDatabase();
  clock = new StoppedClock(new Date('2027-03-01T00:00:00Z'));
  store = new PostgresDocumentStore(database);
  documents = new TypeOrmDocumentRepository(database, new WakeSignal());
  upkeep = upkeepWith(store);
});

const upkeepWith = (bytes: PostgresDocumentStore) =>
  new DocumentUpkeep(documents, bytes, new TypeOrmTransactions(database), clock);

/** Stores the bytes of a document that was read, and its record. */
async function aStored(change: (document: StoredDocument) => StoredDocument = (document) => document) {
  const content = randomBytes(1_000);
  const sha256 = createHash('sha256').update(content).digest('hex');
  await store.write(
    sha256,
    content.length,
    (async function* () {
      yield content;
    })(),
    'keep',
  );
  const now = clock.now();
  await documents.addOrLock(change(ready(newDocument(sha256, content.length, 'submitter', now), 1, now)), null);
  return sha256;
}

const insertCertificate = (fields: object) =>
  managerOf(database).insert(certificateTable, { ...rowOf(aCertificate()), ...fields } as object);

const exists = async (sha256: string) => [(await documents.byId(sha256)) !== null, await store.has(sha256)];
const [BOTH, NEITHER] = [
  [true, true],
  [false, false],
];

/** Checks every document that is due. */
async function checkAll(using = upkeep) {
  const results: Record<string, string> = {};
  for (const document of await using.claimChecks(10)) results[document.id] = await using.check(document);
  return results;
}

const spoil = (sha256: string) =>
  database.query(
    `UPDATE document_chunks SET "content" = set_byte("content", 7, (get_byte("content", 7) + 1) % 256)
      WHERE "fileId" = (SELECT "id" FROM document_files WHERE "sha256" = $1)`,
    [sha256],
  );

describe('the daily check of stored documents', () => {
  it('compares each document once a day', async () => {
    const sha256 = await aStored();
    clock.goOn(1);
    expect(await checkAll()).toEqual({ [sha256]: 'whole' });
    expect(await documents.byId(sha256)).toMatchObject({ checkedAt: clock.now(), damagedAt: null });
    clock.goOn(DAY_HOURS - MILLISECOND);
    expect(await checkAll()).toEqual({});
    clock.goOn(MILLISECOND);
    expect(await checkAll()).toEqual({ [sha256]: 'whole' });
  });

  it('marks one whose bytes changed, and one whose bytes are gone, until they are whole again', async () => {
    const [changed, gone, whole] = [await aStored(), await aStored(), await aStored()];
    await spoil(changed);
    await store.remove(gone);
    expect(await checkAll()).toEqual({ [changed]: 'damaged', [gone]: 'damaged', [whole]: 'whole' });
    const found = clock.now();
    expect(await documents.byId(changed)).toMatchObject({ state: 'ready', damagedAt: found });

    clock.goOn(DAY_HOURS);
    await database.query(
      `UPDATE document_chunks SET "content" = set_byte("content", 7, (get_byte("content", 7) + 255) % 256)
        WHERE "fileId" = (SELECT "id" FROM document_files WHERE "sha256" = $1)`,
      [changed],
    );
    expect(await checkAll()).toEqual({ [changed]: 'repaired', [gone]: 'damaged', [whole]: 'whole' });
    expect(await documents.byId(changed)).toMatchObject({ damagedAt: null });
    expect(await documents.byId(gone)).toMatchObject({ damagedAt: found });
  });

  it('says nothing about a document while the store is not reachable, and looks again after an hour', async () => {
    const sha256 = await aStored();
    const unreachable = new PostgresDocumentStore(database);
    // biome-ignore lint/correctness/useYield: it fails before its first piece
    unreachable.read = async function* () {
      throw new Error('unreachable');
    };
    await expect(checkAll(upkeepWith(unreachable))).rejects.toThrow('unreachable');
    expect(await documents.byId(sha256)).toMatchObject({ checkedAt: null, damagedAt: null });
    expect(await checkAll()).toEqual({});
    clock.goOn(1);
    expect(await checkAll()).toEqual({ [sha256]: 'whole' });
  });

  it('gives each document to one of two instances', async () => {
    const all = [await aStored(), await aStored(), await aStored()];
    const claims = await Promise.all([upkeep.claimChecks(2), upkeep.claimChecks(2), upkeep.claimChecks(2)]);
    expect(
      claims
        .flat()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(all.sort());
  });

  it('leaves out what was taken down while it was checked', async () => {
    const sha256 = await aStored();
    const [claimed] = await upkeep.claimChecks(1);
    const removed = takenDown((await documents.byId(sha256)) as StoredDocument, 'forged', 'note', clock.now());
    await documents.save(removed, null);
    await store.remove(sha256);
    expect(await upkeep.check(claimed as StoredDocument)).toBe('whole');
    expect(await documents.byId(sha256)).toMatchObject({ state: 'removed', damagedAt: null });
  });
});

describe('documents that nothing refers to', () => {
  it('are deleted a week after they were sent last', async () => {
    const sha256 = await aStored();
    clock.goOn(7 * DAY_HOURS);
    expect(await upkeep.deleteOrphans()).toBe(0);
    clock.goOn(MILLISECOND);
    expect(await upkeep.deleteOrphans()).toBe(1);
    expect(await exists(sha256)).toEqual(NEITHER);
  });

  it('stay when a certificate refers to them or waits for them, and when they were taken down', async () => {
    const [referred, awaited, rejectedOnly] = [await aStored(), await aStored(), await aStored()];
    const removed = await aStored((document) => takenDown(document, 'copyright', 'note', clock.now()));
    await insertCertificate({ documentId: referred });
    await insertCertificate({ awaitedDocument: awaited });
    await insertCertificate({ awaitedDocument: rejectedOnly, lifecycle: 'rejected', rejectionReason: 'no' });
    clock.goOn(8 * DAY_HOURS);
    expect(await upkeep.deleteOrphans()).toBe(1);
    expect(await exists(referred)).toEqual(BOTH);
    expect(await exists(awaited)).toEqual(BOTH);
    expect(await exists(rejectedOnly)).toEqual(NEITHER);
    expect((await documents.byId(removed))?.state).toBe('removed');
  });

  it('stay when a certificate begins to refer to them at that moment', async () => {
    const sha256 = await aStored();
    clock.goOn(8 * DAY_HOURS);
    const transactions = new TypeOrmTransactions(database);
    const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
    const referring = transactions.run(async () => {
      await documents.forReference(sha256);
      isLocked();
      await until('the removal waits', async () => (await waitingIn(database)) === 1);
      await insertCertificate({ documentId: sha256 });
    });
    await locked;
    const deleting = upkeep.deleteOrphans();
    await referring;
    expect(await deleting).toBe(0);
    expect(await exists(sha256)).toEqual(BOTH);
  });

  it('are found page by page', async () => {
    const all = [await aStored(), await aStored(), await aStored(), await aStored(), await aStored()];
    await insertCertificate({ documentId: all.sort()[1] });
    clock.goOn(8 * DAY_HOURS);
    expect(await upkeep.deleteOrphans(2)).toBe(4);
  });
});

describe('bytes without a document', () => {
  it('are deleted a day after they were stored', async () => {
    const [kept, leftover] = [await aStored(), await aStored()];
    await database.query(`DELETE FROM documents WHERE "id" = $1`, [leftover]);
    // The database's clock says when bytes were stored.
    clock = new StoppedClock(new Date());
    expect(await upkeepWith(store).deleteLeftovers()).toBe(0);
    clock.goOn(DAY_HOURS + 1);
    expect(await upkeepWith(store).deleteLeftovers(1)).toBe(1);
    expect(await exists(kept)).toEqual(BOTH);
    expect(await exists(leftover)).toEqual(NEITHER);
  });
});
