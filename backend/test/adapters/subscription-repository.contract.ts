import type {
  SubscriptionCursor,
  SubscriptionQuery,
  SubscriptionRepository,
} from '../../src/domain/newsletter/ports.js';
import {
  STATUS_CHANGES,
  type Subscription,
  type SubscriptionFilter,
} from '../../src/domain/newsletter/subscription.js';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { ACTOR, NOW } from '../support/builders.js';
import { collected } from '../support/collected.js';
import { walk } from './certificate-steps.js';

/** A place without subscriptions. */
export interface OpenSubscriptions {
  readonly subscriptions: SubscriptionRepository;
  readonly stored: () => Promise<readonly Subscription[]>;
  readonly unsubscribe: (email: string, at: Date) => Promise<void>;
}

/** The same, and what surrounds it. */
export interface OpenList extends OpenSubscriptions {
  /** Oldest first. */
  readonly audit: () => Promise<readonly AuditEntry[]>;
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
export function describeSubscriptionRepository(place: string, open: () => Promise<OpenSubscriptions>): void {
  describe(`${place} keeps subscriptions`, () => {
    let list: OpenSubscriptions;
    const enter = (subscription: Subscription, askedBefore = NOW) =>
      list.subscriptions.upsert(subscription, askedBefore);
    beforeEach(async () => {
      list = await open();
    });

    it.each([['homepage'], [null]])('stores a new one as it is, from %j', async (source) => {
      await enter(aSubscription({ source }));
      expect(await list.stored()).toEqual([aSubscription({ source })]);
    });

    it.each([['robin@example.com'], ['ROBIN@EXAMPLE.COM'], ['Robin@Example.com']])(
      'leaves an active one as it is when %s comes again',
      async (email) => {
        await enter(aSubscription());
        await enter(aSubscription({ email, source: 'elsewhere', subscribedAt: LATER }));
        expect(await list.stored()).toEqual([aSubscription()]);
      },
    );

    it.each([['robin@example.com'], ['ROBIN@EXAMPLE.COM']])('makes an ended one active again for %s', async (email) => {
      await enter(aSubscription());
      await list.unsubscribe('Robin@Example.com', NOW);
      await enter(aSubscription({ email, source: 'elsewhere', subscribedAt: LATER }));
      expect(await list.stored()).toEqual([aSubscription({ subscribedAt: LATER })]);
    });

    it('finds the subscription of an address in any case, and deletes it once', async () => {
      await enter(aSubscription());
      await enter(aSubscription({ email: 'robin@example.co' }));
      const address = aSubscription().email.toUpperCase();
      expect((await list.subscriptions.byAddress(address)).subscription).toEqual(aSubscription());
      expect(await list.subscriptions.remove(address)).toEqual({ subscriptions: 1, mail: 0 });
      expect(await list.subscriptions.remove(address)).toEqual({ subscriptions: 0, mail: 0 });
      expect(await list.subscriptions.byAddress(address)).toEqual({ subscription: null, mail: [] });
      expect((await list.stored()).map(({ email }) => email)).toEqual(['robin@example.co']);
    });

    it('keeps apart addresses that only look alike', async () => {
      for (const email of ['robin@example.com', 'robin@example.co', 'robin+news@example.com']) {
        await enter(aSubscription({ email }));
      }
      expect(await list.stored()).toHaveLength(3);
    });

    it('changes no other when one becomes active again', async () => {
      await enter(aSubscription({ email: 'other@example.com' }));
      await list.unsubscribe('other@example.com', NOW);
      await enter(aSubscription());
      expect(await list.stored()).toContainEqual(expect.objectContaining({ status: 'unsubscribed' }));
    });

    it('stores one when the same comes several times at once', async () => {
      const spellings = ['robin@example.com', 'ROBIN@example.com', 'Robin@Example.com', 'robin@EXAMPLE.com'];
      await Promise.all(spellings.map((email) => enter(aSubscription({ email }))));
      expect(await list.stored()).toHaveLength(1);
    });

    it('says whose owner should hear of it: of a new one and one that comes back, not of one that is active', async () => {
      const id = await enter(aSubscription());
      expect(id).toEqual(expect.any(Number));
      expect(await enter(aSubscription({ email: 'ROBIN@example.com' }))).toBeNull();
      await list.unsubscribe('Robin@Example.com', NOW);
      expect(await enter(aSubscription())).toBe(id);
      expect(await enter(aSubscription({ email: 'other@example.com' }))).not.toBe(id);
    });

    it('leaves a pending one unchanged until another confirmation email is allowed', async () => {
      const waiting = aSubscription({ status: 'pending' });
      const id = await enter(waiting);
      expect(await enter({ ...waiting, subscribedAt: LATER }, NOW)).toBeNull();
      expect(await list.stored()).toEqual([waiting]);
      expect(await enter({ ...waiting, subscribedAt: LATER }, LATER)).toBe(id);
      expect(await list.stored()).toEqual([{ ...waiting, subscribedAt: LATER }]);
    });

    it('makes one that waits active when nothing is to be confirmed any more, and never the other way round', async () => {
      const id = await enter(aSubscription({ status: 'pending' }));
      expect(await enter(aSubscription({ subscribedAt: LATER }))).toBe(id);
      expect(await enter(aSubscription({ status: 'pending' }), LATER)).toBeNull();
      expect(await list.stored()).toEqual([aSubscription({ subscribedAt: LATER })]);
    });

    it('lets one wait that comes back when it has to be confirmed', async () => {
      await enter(aSubscription());
      await list.unsubscribe('Robin@Example.com', NOW);
      await enter(aSubscription({ status: 'pending', subscribedAt: LATER }));
      expect(await list.stored()).toEqual([aSubscription({ status: 'pending', subscribedAt: LATER })]);
    });

    it('finds one by its number', async () => {
      const id = (await enter(aSubscription())) ?? 0;
      expect(await list.subscriptions.byId(id)).toEqual({ ...aSubscription(), id });
      expect(await list.subscriptions.byId(id + 1)).toBeNull();
    });

    it('changes a status from those it may be changed from, and says whether it did', async () => {
      const id = (await enter(aSubscription())) ?? 0;
      const { unsubscribe, resubscribe: comeBack, confirm, bounce } = STATUS_CHANGES;
      const { subscriptions, stored } = list;
      expect(await subscriptions.changeStatus(id, confirm, LATER)).toBe(false);
      expect(await subscriptions.changeStatus(id + 1, unsubscribe, LATER)).toBe(false);
      expect(await stored()).toEqual([aSubscription()]);
      expect(await subscriptions.changeStatus(id, unsubscribe, LATER)).toBe(true);
      expect(await stored()).toEqual([aSubscription({ status: 'unsubscribed', unsubscribedAt: LATER })]);
      expect(await subscriptions.changeStatus(id, unsubscribe, NOW)).toBe(false);
      expect(await subscriptions.changeStatus(id, comeBack, LATER)).toBe(true);
      expect(await stored()).toEqual([aSubscription({ subscribedAt: LATER })]);
      expect(await subscriptions.changeStatus(id, bounce, LATER)).toBe(true);
      expect(await stored()).toMatchObject([{ status: 'bounced', unsubscribedAt: LATER }]);
    });

    it('changes a status once for several concurrent requests', async () => {
      const id = (await enter(aSubscription())) ?? 0;
      const changes = [1, 2, 3, 4].map(() => list.subscriptions.changeStatus(id, STATUS_CHANGES.unsubscribe, LATER));
      expect((await Promise.all(changes)).filter(Boolean)).toHaveLength(1);
    });
  });
}

/** What the lists and exports of subscriptions must do. */
export function describeSubscriptionLists(place: string, open: () => Promise<OpenList>): void {
  describe(`${place} lists subscriptions for editors`, () => {
    let list: OpenList;
    const enter = (subscription: Subscription) => list.subscriptions.upsert(subscription, NOW);
    const at = (minute: number) => new Date(NOW.getTime() + minute * 60_000);
    const EVERYTHING: SubscriptionQuery = { status: null, search: null, limit: 10, after: null };
    const found = async (differing: Partial<SubscriptionQuery>) =>
      (await list.subscriptions.page({ ...EVERYTHING, ...differing })).items.map(({ email }) => email);

    beforeEach(async () => {
      list = await open();
      const emails = ['a.one@mail.example', 'B_two@mail.example', 'c%three@post.example', 'd.four@post.example'];
      for (const [minute, email] of emails.entries()) {
        await enter(aSubscription({ email, subscribedAt: at(minute) }));
      }
      await list.unsubscribe('d.four@post.example', at(9));
    });

    const FOUND: [string, Partial<SubscriptionQuery>, string[]][] = [
      ['all', {}, ['d.four@post.example', 'c%three@post.example', 'B_two@mail.example', 'a.one@mail.example']],
      ['active ones', { status: 'active' }, ['c%three@post.example', 'B_two@mail.example', 'a.one@mail.example']],
      ['those that left', { status: 'unsubscribed' }, ['d.four@post.example']],
      ['part of an address, in any case', { search: 'b_two@' }, ['B_two@mail.example']],
      ['the end of addresses', { search: 'post.example' }, ['d.four@post.example', 'c%three@post.example']],
      ['part and status', { search: 'post.example', status: 'active' }, ['c%three@post.example']],
      ['a per cent sign, as it is', { search: '%' }, ['c%three@post.example']],
      ['a line below, as it is', { search: '_' }, ['B_two@mail.example']],
      ['a backslash, as it is', { search: '\\' }, []],
    ];

    it('lists and counts those that are asked for, newest first', async () => {
      for (const [what, query, emails] of FOUND) {
        expect([what, await found(query)]).toEqual([what, emails]);
        const { total } = await list.subscriptions.page({ ...EVERYTHING, ...query, limit: 1 });
        expect(total).toEqual({ count: emails.length, relation: 'eq' });
      }
      expect(await list.subscriptions.counts()).toEqual({ active: 3, pending: 0, unsubscribed: 1, bounced: 0 });
    });

    it('goes on page by page, also among those of one moment', async () => {
      for (const email of ['x@mail.example', 'y@mail.example', 'z@mail.example']) {
        await enter(aSubscription({ email, subscribedAt: at(0) }));
      }
      const all = await found({});
      const pages = await walk((after: SubscriptionCursor | null) =>
        list.subscriptions.page({ ...EVERYTHING, limit: 2, after }),
      );
      expect(pages.flatMap(({ items }) => items.map(({ email }) => email))).toEqual(all);
      expect(all).toHaveLength(7);
    });

    const entryOf = (count: number): AuditEntry => ({
      at: NOW,
      actor: ACTOR,
      action: 'subscribers.exported',
      subject: 'newsletter:subscribers',
      before: null,
      after: { count },
    });

    it('hands out what matches, newest first, after it is written down', async () => {
      const filter: SubscriptionFilter = { status: 'active', search: 'mail' };
      const parts = await list.subscriptions.exportAll(filter, entryOf);
      expect(await list.audit()).toEqual([entryOf(2)]);
      expect((await collected(parts)).flat()).toEqual([
        aSubscription({ email: 'B_two@mail.example', subscribedAt: at(1) }),
        aSubscription({ email: 'a.one@mail.example', subscribedAt: at(0) }),
      ]);
    });

    it('hands out nothing where nothing matches, and writes that down too', async () => {
      const parts = await list.subscriptions.exportAll({ status: null, search: 'nobody' }, entryOf);
      expect((await collected(parts)).flat()).toEqual([]);
      expect(await list.audit()).toEqual([entryOf(0)]);
    });
  });
}
