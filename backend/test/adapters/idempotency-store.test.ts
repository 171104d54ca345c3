import { RetentionRegistry } from '../../src/platform/database/retention.js';
import { TypeOrmTransactions } from '../../src/platform/database/transaction.js';
import { TypeOrmIdempotencyStore } from '../../src/platform/database/typeorm-idempotency.store.js';
import { InMemoryIdempotencyStore } from '../support/in-memory-idempotency-store.js';
import { anAnswer, describeIdempotencyStore, type OpenIdempotencyStore } from './idempotency-store.contract.js';
import { databaseOfThisFile } from './open-database.js';

async function inMemory(): Promise<OpenIdempotencyStore> {
  const store = new InMemoryIdempotencyStore();
  return { store, transactions: store.transactions };
}

const emptyDatabase = databaseOfThisFile();

async function inPostgres(): Promise<OpenIdempotencyStore> {
  const database = await emptyDatabase();
  return {
    store: new TypeOrmIdempotencyStore(database, new RetentionRegistry(database)),
    transactions: new TypeOrmTransactions(database),
  };
}

describeIdempotencyStore('memory', inMemory);
describeIdempotencyStore('PostgreSQL', inPostgres);

it('PostgreSQL deletes 20 at a time, and skips rows that another process is deleting', async () => {
  const { store, transactions } = await inPostgres();
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
