import { Newsletter } from '../../../src/domain/newsletter/newsletter.js';
import { addressPart } from '../../../src/domain/newsletter/subscription.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { ACTOR, NOW } from '../../support/builders.js';
import { collected } from '../../support/collected.js';
import { StoppedClock } from '../../support/in-memory-clock-and-ids.js';
import { InMemorySubscriptionRepository } from '../../support/in-memory-subscription-repository.js';

function open() {
  const subscriptions = new InMemorySubscriptionRepository();
  const clock = new StoppedClock();
  return { subscriptions, clock, newsletter: new Newsletter(subscriptions, clock) };
}

describe('subscribing', () => {
  it('puts the address on the list, with when and where', async () => {
    const { subscriptions, newsletter } = open();
    await newsletter.subscribe(' robin@example.com ', 'homepage');
    expect(subscriptions.stored()).toEqual([
      {
        email: 'robin@example.com',
        status: 'active',
        subscribedAt: NOW,
        unsubscribedAt: null,
        source: 'homepage',
      },
    ]);
  });

  it.each([[''], ['   '], ['robin'], ['robin.example.com']])('refuses %j', async (email) => {
    const { subscriptions, newsletter } = open();
    const refused = newsletter.subscribe(email, null);
    await expect(refused).rejects.toThrow(InvalidInput);
    await expect(refused).rejects.toMatchObject({
      fields: [{ field: 'email', message: 'Enter a valid email address' }],
    });
    expect(subscriptions.stored()).toEqual([]);
  });

  it('answers the same to an address that is on the list', async () => {
    const { subscriptions, newsletter } = open();
    const first = await newsletter.subscribe('robin@example.com', 'homepage');
    const second = await newsletter.subscribe('Robin@Example.com', null);
    expect(second).toEqual(first);
    expect(subscriptions.stored()).toHaveLength(1);
  });

  it('brings back an address that was unsubscribed', async () => {
    const { subscriptions, clock, newsletter } = open();
    subscriptions.put({
      ...{ email: 'robin@example.com', status: 'unsubscribed', source: null },
      ...{ subscribedAt: new Date('2025-01-01T00:00:00Z'), unsubscribedAt: new Date('2025-02-01T00:00:00Z') },
    });
    await newsletter.subscribe('robin@example.com', 'homepage');
    expect(subscriptions.stored()).toEqual([
      expect.objectContaining({ status: 'active', subscribedAt: clock.now(), unsubscribedAt: null }),
    ]);
  });
});

describe('the part of an address that is looked for', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['  ', null],
    [' Robin@ ', 'robin@'],
  ])('of %j is %j', (typed, part) => {
    expect(addressPart(typed)).toBe(part);
  });
});

describe('handing out the addresses', () => {
  it('is written down with how many they are, and without any address', async () => {
    const { subscriptions, newsletter } = open();
    for (const email of ['robin@example.com', 'kim@example.com', 'sam@example.org']) {
      await newsletter.subscribe(email, null);
    }
    const parts = await newsletter.handOut({ status: 'active', search: 'example.com' }, ACTOR);
    expect((await collected(parts)).flat().map(({ email }) => email)).toEqual(['kim@example.com', 'robin@example.com']);
    await newsletter.handOut({ status: null, search: null }, ACTOR);
    const entry = { at: NOW, actor: ACTOR, action: 'subscribers.exported', subject: 'newsletter:subscribers' };
    expect(subscriptions.audit).toEqual([
      { ...entry, before: null, after: { status: 'active', searched: true, count: 2 } },
      { ...entry, before: null, after: { status: 'all', searched: false, count: 3 } },
    ]);
  });
});
