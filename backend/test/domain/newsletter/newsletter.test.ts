import { Newsletter } from '../../../src/domain/newsletter/newsletter.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { NOW } from '../../support/builders.js';
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
