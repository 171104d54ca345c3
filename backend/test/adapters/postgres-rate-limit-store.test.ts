import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { PostgresRateLimitCounts } from '../../src/platform/http/postgres-rate-limit.store.js';
import { HANGS_AFTER_MS } from '../support/limits.mjs';
import { until } from '../support/until.js';
import { databaseOfThisFile } from './open-database.js';

const WINDOW_MS = 60_000;
const MAX = 5;
const SECRET = 'a secret for tests that is long enough';
const ANNE = 'route 203.0.113.1 POST /api/subscribe';
const BEN = 'route 203.0.113.2 POST /api/subscribe';

const open = databaseOfThisFile();
let database: DataSource;
beforeAll(() => Logger.overrideLogger(false));
beforeEach(async () => {
  database = await open();
});

/** What one process counts with. */
const anInstance = (secret = SECRET, answerMs = HANGS_AFTER_MS) =>
  new PostgresRateLimitCounts(() => database, secret, answerMs);

const countsOf = async (instance: PostgresRateLimitCounts, times: number, sender = ANNE): Promise<number[]> => {
  const counts: number[] = [];
  for (let n = 0; n < times; n += 1) counts.push((await instance.count(sender, WINDOW_MS, MAX)).count);
  return counts;
};

const rows = () => database.query<{ count: number; digest: Buffer }[]>('SELECT * FROM request_counts ORDER BY count');

describe('requests of one sender', () => {
  it('are counted over all instances, also at once', async () => {
    const instances = [anInstance(), anInstance(), anInstance()];
    const pending = Array.from({ length: 12 }, (_, n) => instances[n % 3]?.count(ANNE, WINDOW_MS, 100));
    const counts = (await Promise.all(pending)).map((counted) => counted?.count);
    expect(counts.toSorted((a = 0, b = 0) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  it('are counted apart from those of another', async () => {
    const instance = anInstance();
    expect(await countsOf(instance, 3)).toEqual([1, 2, 3]);
    expect(await countsOf(instance, 2, BEN)).toEqual([1, 2]);
  });

  it('begin anew when the window has ended, which never lasts longer than it may', async () => {
    expect(await countsOf(anInstance(), 2)).toEqual([1, 2]);
    await database.query(`UPDATE request_counts SET "endsAt" = now() - interval '1 second'`);
    const { count, ttlMs } = await anInstance().count(ANNE, WINDOW_MS, MAX);
    expect({ count, isWindow: ttlMs > 0 && ttlMs <= WINDOW_MS }).toEqual({ count: 1, isWindow: true });
  });

  it('do not reach the database any more once they are too many', async () => {
    const [one, other] = [anInstance(), anInstance()];
    expect(await countsOf(one, 2 * MAX)).toEqual([1, 2, 3, 4, 5, 6, 6, 6, 6, 6]);
    expect(await countsOf(other, 3)).toEqual([7, 7, 7]);
    expect(await rows()).toMatchObject([{ count: 7 }]);
  });

  it('are stored under something that does not tell who sent them', async () => {
    await anInstance().count(ANNE, WINDOW_MS, MAX);
    await anInstance('another secret that is long enough').count(ANNE, WINDOW_MS, MAX);
    const digests = (await rows()).map(({ digest }) => digest);
    expect(digests.map(({ length }) => length)).toEqual([32, 32]);
    expect(digests[0]?.equals(digests[1] as Buffer)).toBe(false);
  });

  it('are deleted by a request that begins a window', async () => {
    const instance = anInstance();
    await Promise.all(Array.from({ length: 30 }, (_, n) => instance.count(`key ${n}`, WINDOW_MS, MAX)));
    await database.query(`UPDATE request_counts SET "endsAt" = now() - interval '2 minutes'`);
    await instance.count(ANNE, WINDOW_MS, MAX);
    expect(await rows()).toHaveLength(11);
    await instance.count(ANNE, WINDOW_MS, MAX);
    expect(await rows()).toHaveLength(11);
    await instance.count(BEN, WINDOW_MS, MAX);
    expect(await rows()).toHaveLength(2);
  });
});

describe('while the database does not answer', () => {
  it('each instance goes on from what it knew, and all together afterwards', async () => {
    const [one, other] = [anInstance(SECRET, 500), anInstance(SECRET, 500)];
    await countsOf(one, 2);
    const holder = database.createQueryRunner();
    await holder.startTransaction();
    await holder.query('LOCK TABLE request_counts IN ACCESS EXCLUSIVE MODE');
    try {
      expect(await countsOf(one, 4)).toEqual([3, 4, 5, 6]);
      expect(await countsOf(other, 3)).toEqual([1, 2, 3]);
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
    await until('it is counted together again', async () => {
      await other.count(BEN, WINDOW_MS, 1_000);
      return (await rows()).length === 2;
    });
  });
});
