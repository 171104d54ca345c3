import type { SubscriptionRepository } from '../../src/domain/newsletter/ports.js';
import type { Subscription } from '../../src/domain/newsletter/subscription.js';
import { NOW } from '../support/builders.js';

/** A list without subscriptions, and what surrounds it. */
export interface OpenList {
  readonly subscriptions: SubscriptionRepository;
  readonly stored: () => Promise<readonly Subscription[]>;
  readonly unsubscribe: (email: string, at: Date) => Promise<void>;
}

const LATER = new Date('2026-12-01T10:00:00.123Z');

const aSubscription = (differing: Partial<Subscription> = {}): Subscription => ({
  email: 'Robin@Example.com',
  status: 'active',
  subscribedAt: NOW,
  unsubscribedAt: null,
  source: 'homepage',
  ...differing,
});

/** What every place to keep newsletter subscriptions must do. */
export function describeSubscriptionRepository(place: string, open: () => Promise<OpenList>): void {
  describe(`${place} keeps subscriptions`, () => {
    let list: OpenList;
    beforeEach(async () => {
      list = await open();
    });

    it.each([['homepage'], [null]])('stores a new one as it is, from %j', async (source) => {
      await list.subscriptions.activate(aSubscription({ source }));
      expect(await list.stored()).toEqual([aSubscription({ source })]);
    });

    it.each([['robin@example.com'], ['ROBIN@EXAMPLE.COM'], ['Robin@Example.com']])(
      'leaves an active one as it is when %s comes again',
      async (email) => {
        await list.subscriptions.activate(aSubscription());
        await list.subscriptions.activate(aSubscription({ email, source: 'elsewhere', subscribedAt: LATER }));
        expect(await list.stored()).toEqual([aSubscription()]);
      },
    );

    it.each([['robin@example.com'], ['ROBIN@EXAMPLE.COM']])('makes an ended one active again for %s', async (email) => {
      await list.subscriptions.activate(aSubscription());
      await list.unsubscribe('Robin@Example.com', NOW);
      await list.subscriptions.activate(aSubscription({ email, source: 'elsewhere', subscribedAt: LATER }));
      expect(await list.stored()).toEqual([aSubscription({ subscribedAt: LATER })]);
    });

    it('keeps apart addresses that only look alike', async () => {
      for (const email of ['robin@example.com', 'robin@example.co', 'robin+news@example.com']) {
        await list.subscriptions.activate(aSubscription({ email }));
      }
      expect(await list.stored()).toHaveLength(3);
    });

    it('changes no other when one becomes active again', async () => {
      await list.subscriptions.activate(aSubscription({ email: 'other@example.com' }));
      await list.unsubscribe('other@example.com', NOW);
      await list.subscriptions.activate(aSubscription());
      expect(await list.stored()).toContainEqual(expect.objectContaining({ status: 'unsubscribed' }));
    });

    it('stores one when the same comes several times at once', async () => {
      const spellings = ['robin@example.com', 'ROBIN@example.com', 'Robin@Example.com', 'robin@EXAMPLE.com'];
      await Promise.all(spellings.map((email) => list.subscriptions.activate(aSubscription({ email }))));
      expect(await list.stored()).toHaveLength(1);
    });
  });
}
