import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource } from 'typeorm';
import { LAB_WAITS_MS, newDocument, readAgain, ready } from '../../src/domain/documents/document.js';
import type { DocumentReading } from '../../src/domain/shared/document-reading.js';
import type { StoredDocument } from '../../src/domain/shared/stored-document.js';
import { TypeOrmDocumentRepository } from '../../src/modules/documents/database/typeorm-document.repository.js';
import { inTransaction } from '../../src/platform/database/transaction.js';
import { WakeSignal } from '../../src/platform/queue/wake-signal.js';
import { until } from '../support/until.js';
import { databaseOfThisFile, waitingIn } from './open-database.js';

const open = databaseOfThisFile();
let database: DataSource;
let documents: TypeOrmDocumentRepository;
beforeEach(async () => {
  database = await open();
  documents = new TypeOrmDocumentRepository(database, new WakeSignal());
});

const NOW = new Date('2026-11-20T15:00:00Z');
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const idOf = (digit: string) => digit.repeat(64);

const added = async (
  digit: string,
  from: 'lab' | 'submitter',
  seconds = 0,
  sender: string | null = null,
): Promise<StoredDocument> => {
  const document = newDocument(idOf(digit), 100, from, at(seconds));
  await documents.addOrLock(document, sender);
  return document;
};

const reading = (differing: Partial<DocumentReading> = {}): DocumentReading => ({
  pageCount: 1,
  pages: [{ number: 1, width: 612, height: 792 }],
  qrCodes: [],
  fields: [],
  panels: [],
  rows: [],
  fingerprint: { wordsSha256: null, minHash: [] },
  ...differing,
});

const page = { number: 1, width: 612, height: 792, png: Buffer.from('png'), lines: [] };

/** Claims the next document. */
const claimOne = async (now: Date, until = new Date(now.getTime() + 60_000)) =>
  (await documents.claim(1, now, until))[0];

describe('the queue', () => {
  it('lets what people wait for go first, but not for longer than ten minutes', async () => {
    await added('a', 'lab');
    await added('b', 'submitter', 5);
    await added('c', 'submitter', LAB_WAITS_MS / 1000 + 1);
    const order = [];
    for (let claimed = await claimOne(at(900)); claimed; claimed = await claimOne(at(900))) order.push(claimed.id[0]);
    expect(order).toEqual(['b', 'a', 'c']);
  });

  /** Claims and reads what is due until nothing is left, a second each. */
  async function readAll(from: number): Promise<string> {
    let order = '';
    for (let second = from; ; second += 1) {
      const claimed = await claimOne(at(second));
      if (!claimed) return order;
      order += claimed.id[0];
      const read = { reading: reading(), pages: [page] };
      await documents.completeReading(ready(claimed, 1, at(second)), claimed.leasedUntil, read);
    }
  }

  it('goes round by sender, so that many documents of one sender delay the others by one', async () => {
    for (const digit of '0123') await added(digit, 'submitter', 0, 'many');
    await added('a', 'submitter', 2, 'one');
    await added('b', 'submitter', 3, 'another');
    expect((await claimOne(at(1), at(2)))?.id).toBe(idOf('0'));
    // The reader of the first died, so its lease ran out.
    expect(await readAll(5)).toBe('ab0123');
  });

  it('counts a document that is being read as the turn of its sender', async () => {
    for (const digit of '01') await added(digit, 'submitter', 0, 'many');
    await added('a', 'submitter', 2, 'one');
    await added('b', 'submitter', 3, 'one');
    const claimed = [];
    for (let n = 0; n < 4; n += 1) claimed.push((await claimOne(at(4 + n), at(100 + n)))?.id[0]);
    expect(claimed.join('')).toBe('0a1b');
  });

  it('has staff wait for no turn', async () => {
    for (const digit of '012') await added(digit, 'submitter', 0, 'many');
    for (const digit of 'ab') await added(digit, 'submitter', 2);
    expect(await readAll(3)).toBe('0ab12');
  });

  it('has what is sent again wait for the turn of who sent it', async () => {
    await added('a', 'submitter', 0, 'one');
    await added('b', 'submitter', 1, 'many');
    expect(await readAll(2)).toBe('ab');
    for (const digit of 'ab') {
      const { id } = await added(digit, 'submitter', 0, 'many');
      const read = await documents.byId(id);
      if (!read) throw new Error('it is gone');
      await documents.save(readAgain(read, at(10)), null);
    }
    await added('c', 'submitter', 20, 'one');
    expect(await readAll(30)).toBe('cab');
  });

  it('has a lab wait no longer than the queue is', async () => {
    await added('a', 'lab');
    expect((await claimOne(at(1)))?.id).toBe(idOf('a'));
  });

  it('gives each document to one of many workers at once', async () => {
    for (const digit of '0123456789') await added(digit, 'submitter');
    const claimed = await Promise.all(Array.from({ length: 8 }, () => documents.claim(2, at(1), at(61))));
    const ids = claimed.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('gives a document to another worker when the lease ran out, and the first can save nothing then', async () => {
    await added('a', 'submitter');
    const first = await claimOne(at(1));
    if (!first) throw new Error('nothing was due');
    expect(first).toMatchObject({ state: 'reading', attempts: 1 });
    expect(await claimOne(at(60))).toBeUndefined();
    const second = await claimOne(at(62));
    if (!second) throw new Error('nothing was due');
    expect(second.attempts).toBe(2);
    const read = { reading: reading(), pages: [page] };
    expect(await documents.completeReading(ready(first, 1, at(63)), first.leasedUntil, read)).toBe(false);
    expect(await documents.page(first.id, 1)).toBeNull();
    expect(await documents.completeReading(ready(second, 1, at(64)), second.leasedUntil, read)).toBe(true);
    expect(await documents.byId(first.id)).toMatchObject({ state: 'ready', leasedUntil: null, queuedAt: null });
    expect(await claimOne(at(1_000))).toBeUndefined();
  });

  it('replaces what an earlier reading stored', async () => {
    await added('a', 'submitter');
    for (const [seconds, pages] of [
      [1, [page, { ...page, number: 2 }]],
      [100, [page]],
    ] as const) {
      const claimed = await claimOne(at(seconds));
      if (!claimed) throw new Error('nothing was due');
      await documents.completeReading(ready(claimed, 2, at(seconds)), claimed.leasedUntil, {
        reading: reading(),
        pages,
      });
      const { id, ...again } = { ...claimed, state: 'received' as const, leasedUntil: null };
      if (seconds === 1) await documents.save({ id, ...again }, null);
    }
    expect((await documents.lines(idOf('a'))).map(({ number }) => number)).toEqual([1]);
  });
});

describe('a reference to a document', () => {
  it('makes a takedown wait, but not the end of a reading', async () => {
    await added('a', 'submitter');
    const claimed = await claimOne(at(1));
    if (!claimed) throw new Error('nothing was due');
    // Runs work outside of the transaction that is open when it is called.
    const outside = AsyncLocalStorage.snapshot();
    let takenDown = false;
    let taking: Promise<unknown> | undefined;
    await inTransaction(database, async () => {
      await documents.forReference(claimed.id);
      taking = outside(async () => {
        await documents.forUpdate(claimed.id);
        takenDown = true;
      });
      await until('it waits', async () => (await waitingIn(database)) > 0);
      expect(takenDown).toBe(false);
    });
    await taking;
    expect(takenDown).toBe(true);

    await inTransaction(database, async () => {
      await documents.forReference(claimed.id);
      const saved = await outside(() => documents.completeReading(ready(claimed, 1, at(2)), claimed.leasedUntil, null));
      expect(saved).toBe(true);
    });
  });
});

describe('quotas', () => {
  const quota = { documents: 3, bytes: 250 };

  it('are not exceeded by requests at once', async () => {
    const counted = await Promise.all(
      Array.from({ length: 10 }, () => documents.count('lab', '2026-11-20', 100, quota)),
    );
    expect(counted.filter(Boolean)).toHaveLength(2);
  });

  it('are for one sender and one day, and given back', async () => {
    expect(await documents.count('lab', '2026-11-20', 251, quota)).toBe(false);
    expect(await documents.count('lab', '2026-11-20', 250, quota)).toBe(true);
    expect(await documents.count('lab', '2026-11-20', 1, quota)).toBe(false);
    expect(await documents.count('other', '2026-11-20', 1, quota)).toBe(true);
    expect(await documents.count('lab', '2026-11-21', 1, quota)).toBe(true);
    await documents.uncount('lab', '2026-11-20', 250);
    expect(await documents.count('lab', '2026-11-20', 250, quota)).toBe(true);
    await documents.forgetSenders('2026-11-21');
    expect(await database.query(`SELECT "sender" FROM document_quotas`)).toEqual([{ sender: 'lab' }]);
  });

  it('count the pictures of pages, also beyond what is left', async () => {
    await added('a', 'submitter', 0, 'visitor');
    await added('b', 'submitter', 0, null);
    expect(await documents.count('visitor', '2026-11-20', 100, quota)).toBe(true);
    await documents.countPictures(idOf('a'), '2026-11-20', 200);
    await documents.countPictures(idOf('b'), '2026-11-20', 200);
    expect(await database.query(`SELECT "sender", "documents", "bytes" FROM document_quotas`)).toEqual([
      { sender: 'visitor', documents: 1, bytes: '300' },
    ]);
    expect(await documents.count('visitor', '2026-11-20', 1, quota)).toBe(false);
    await documents.countPictures(idOf('a'), '2026-11-21', 200);
    expect(await documents.count('visitor', '2026-11-21', 51, quota)).toBe(false);
  });
});

describe('who sent a document', () => {
  it('is forgotten once it was read and the day is over', async () => {
    await added('a', 'submitter', 0, 'visitor');
    await added('b', 'submitter', 1, 'visitor');
    const claimed = await claimOne(at(2));
    if (!claimed) throw new Error('nothing was due');
    await documents.completeReading(ready(claimed, 1, at(3)), claimed.leasedUntil, null);
    const senders = async () => database.query(`SELECT left("id", 1) AS "id", "sender" FROM documents ORDER BY "id"`);
    await documents.forgetSenders('2026-11-20');
    expect(await senders()).toEqual([
      { id: 'a', sender: 'visitor' },
      { id: 'b', sender: 'visitor' },
    ]);
    await documents.forgetSenders('2026-11-21');
    expect(await senders()).toEqual([
      { id: 'a', sender: null },
      { id: 'b', sender: 'visitor' },
    ]);
  });
});
