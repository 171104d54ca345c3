import { randomUUID } from 'node:crypto';
import type { Transactions } from '../../src/domain/shared/ports.js';
import type { IdempotencyStore, StoredResponse } from '../../src/platform/http/idempotency.js';
import { NOW } from '../support/builders.js';

export interface OpenIdempotencyStore {
  readonly store: IdempotencyStore;
  readonly transactions: Transactions;
}

export const anAnswer = (differing: Partial<StoredResponse> = {}): StoredResponse => ({
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

/** What every place to keep answers must do. */
export function describeIdempotencyStore(place: string, open: () => Promise<OpenIdempotencyStore>): void {
  describe(`${place} keeps answers`, () => {
    let store: IdempotencyStore;
    let transactions: Transactions;
    beforeEach(async () => {
      ({ store, transactions } = await open());
    });

    const keep = (answer: StoredResponse, forgettable = hoursAgo(48)) =>
      transactions.run(() => store.save(answer, forgettable));

    it('byte for byte', async () => {
      const answer = anAnswer();
      await keep(answer);
      const found = await store.find(answer.callerId, answer.key);
      expect(found).toEqual(answer);
      expect(JSON.stringify(found?.body)).toBe(JSON.stringify(answer.body));
    });

    it('each by its laboratory and key', async () => {
      const answer = anAnswer({ key: 'a key' });
      await keep(answer);
      expect(await store.find(answer.callerId, 'A key')).toBeNull();
      expect(await store.find(randomUUID(), 'a key')).toBeNull();
      const another = anAnswer({ key: 'a key' });
      await keep(another);
      expect(await store.find(another.callerId, 'a key')).toEqual(another);
      expect(await store.find(answer.callerId, 'a key')).toEqual(answer);
    });

    it('and keeps none of a transaction that fails', async () => {
      const answer = anAnswer();
      const failing = transactions.run(async () => {
        await store.save(answer, NOW);
        throw new Error('after all');
      });
      await expect(failing).rejects.toThrow('after all');
      expect(await store.find(answer.callerId, answer.key)).toBeNull();
    });

    it('and forgets the old ones with the next', async () => {
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
    ])('and reserves a name for one transaction until that %s', async (_, end) => {
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
  });
}
