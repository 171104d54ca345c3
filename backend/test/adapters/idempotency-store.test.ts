import { randomUUID } from 'node:crypto';
import { RetentionRegistry } from '../../src/platform/database/retention.js';
import { TypeOrmTransactions } from '../../src/platform/database/transaction.js';
import { IdempotencyStore, type StoredResponse } from '../../src/platform/http/idempotency.js';
import { NOW } from '../support/builders.js';
import { databaseOfThisFile } from './open-database.js';

const emptyDatabase = databaseOfThisFile();

let store: IdempotencyStore;
let transactions: TypeOrmTransactions;
beforeEach(async () => {
  const database = await emptyDatabase();
  store = new IdempotencyStore(database, new RetentionRegistry(database));
  transactions = new TypeOrmTransactions(database);
});

const anAnswer = (differing: Partial<StoredResponse> = {}): StoredResponse => ({
  callerId: randomUUID(),
  key: randomUUID(),
  operation: 'POST /api/partner/certificates',
  digest: 'digest',
  status: 201,
  headers: { etag: '"v1"', location: '/api/partner/certificates/x' },
  body: { zest: 1, apple: { pear: [null, 'ü'], b: 2 } },
  createdAt: NOW,
  ...differing,
});

const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

const keep = (answer: StoredResponse, forgettable = hoursAgo(48)) =>
  transactions.run(() => store.save(answer, forgettable));

it('keeps answers byte for byte', async () => {
  const answer = anAnswer();
  await keep(answer);
  const found = await store.find(answer.callerId, answer.key);
  expect(found).toEqual(answer);
  expect(JSON.stringify(found?.body)).toBe(JSON.stringify(answer.body));
});

it('keeps each by its laboratory and key', async () => {
  const answer = anAnswer({ key: 'a key' });
  await keep(answer);
  expect(await store.find(answer.callerId, 'A key')).toBeNull();
  expect(await store.find(randomUUID(), 'a key')).toBeNull();
  const another = anAnswer({ key: 'a key' });
  await keep(another);
  expect(await store.find(another.callerId, 'a key')).toEqual(another);
  expect(await store.find(answer.callerId, 'a key')).toEqual(answer);
});

it('keeps none of a transaction that fails', async () => {
  const answer = anAnswer();
  const failing = transactions.run(async () => {
    await store.save(answer, NOW);
    throw new Error('after all');
  });
  await expect(failing).rejects.toThrow('after all');
  expect(await store.find(answer.callerId, answer.key)).toBeNull();
});

it('forgets the old ones with the next', async () => {
  const [old, young] = [anAnswer({ createdAt: hoursAgo(49) }), anAnswer({ createdAt: hoursAgo(48) })];
  await keep(old, hoursAgo(99));
  await keep(young, hoursAgo(99));
  await keep(anAnswer());
  expect(await store.find(old.callerId, old.key)).toBeNull();
  expect(await store.find(young.callerId, young.key)).toEqual(young);
});

it.each([
  ['ends well', async () => {}],
  [
    'fails',
    async () => {
      throw new Error('after all');
    },
  ],
])('reserves a name for one transaction until that %s', async (_, end) => {
  const { callerId, key } = anAnswer();
  const reserve = (lab = callerId, name = key) => transactions.run(() => store.reserve(lab, name));
  const { promise: reserved, resolve: hasReserved } = Promise.withResolvers<void>();
  const { promise: wait, resolve: goOn } = Promise.withResolvers<void>();
  const first = transactions.run(async () => {
    const isFree = await store.reserve(callerId, key);
    hasReserved();
    await wait;
    await end();
    return isFree;
  });
  const outcome = first.catch((error: Error) => error.message);
  await reserved;
  expect(await reserve()).toBe(false);
  expect(await reserve(randomUUID())).toBe(true);
  expect(await reserve(callerId, randomUUID())).toBe(true);
  goOn();
  expect([true, 'after all']).toContain(await outcome);
  expect(await reserve()).toBe(true);
});

it('deletes 20 at a time, and skips rows that another process is deleting', async () => {
  const old = Array.from({ length: 45 }, () => anAnswer({ createdAt: new Date(0) }));
  for (const answer of old) await transactions.run(() => store.save(answer, new Date(0)));
  const left = async () =>
    (await Promise.all(old.map(({ callerId, key }) => store.find(callerId, key)))).filter(Boolean).length;
  const forget = () => store.save(anAnswer(), new Date(1));
  const { promise: forgotten, resolve: hasForgotten } = Promise.withResolvers<void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const first = transactions.run(async () => {
    await forget();
    hasForgotten();
    await ended;
  });
  await forgotten;
  await transactions.run(forget); // others than those that the first is about to forget
  expect(await left()).toBe(25);
  end();
  await first;
  expect(await left()).toBe(5);
});
