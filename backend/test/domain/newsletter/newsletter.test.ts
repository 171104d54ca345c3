import { Newsletter } from '../../../src/domain/newsletter/newsletter.js';
import type { SubscriptionRepository } from '../../../src/domain/newsletter/ports.js';
import {
  NewsletterLinkInvalid,
  normalizeSearch,
  type SubscriptionStatus,
} from '../../../src/domain/newsletter/subscription.js';
import type { AuditEntry } from '../../../src/domain/shared/audit.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { ACTOR, NOW } from '../../support/builders.js';
import { ImmediateTransactions, StoppedClock } from '../../support/in-memory-clock-and-ids.js';
import { ReadableTokens, RecordingMailer } from '../../support/in-memory-newsletter.js';
import { InMemorySubscriptionRepository } from '../../support/in-memory-subscription-repository.js';
import { stub } from '../../support/stub.js';

function open({ asksToConfirm = false } = {}) {
  const subscriptions = new InMemorySubscriptionRepository();
  const clock = new StoppedClock();
  const mailer = new RecordingMailer();
  const tokens = new ReadableTokens();
  const transactions = new ImmediateTransactions();
  const newsletter = new Newsletter(subscriptions, tokens, mailer, transactions, clock, asksToConfirm);
  return { subscriptions, clock, newsletter, mailer, tokens };
}

describe('subscribing', () => {
  it('stores the address with time and source', async () => {
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

  it.each([[''], ['   '], ['robin'], ['robin.example.com']])('rejects %j', async (email) => {
    const { subscriptions, newsletter } = open();
    const refused = newsletter.subscribe(email, null);
    await expect(refused).rejects.toThrow(InvalidInput);
    await expect(refused).rejects.toMatchObject({
      fields: [{ field: 'email', message: 'Enter a valid email address' }],
    });
    expect(subscriptions.stored()).toEqual([]);
  });
});

describe('subscription emails', () => {
  it('welcome a new address once, and again only after it left', async () => {
    const { newsletter, mailer, tokens } = open();
    await newsletter.subscribe('robin@example.com', null);
    await newsletter.subscribe('ROBIN@example.com', null);
    // The second email costs as much work as the first, but belongs to no subscription.
    expect(mailer.emails).toEqual([
      ['welcome', 1],
      ['welcome', 0],
    ]);
    await newsletter.unsubscribe(tokens.sign(1, 'unsubscribe'));
    await newsletter.subscribe('robin@example.com', null);
    expect(mailer.emails.slice(2)).toEqual([['welcome', 1]]);
  });

  it('ask for confirmation with double opt-in, and ask again only after a day', async () => {
    const { subscriptions, newsletter, mailer, clock } = open({ asksToConfirm: true });
    await newsletter.subscribe('robin@example.com', null);
    await newsletter.subscribe('robin@example.com', null);
    expect(subscriptions.stored()).toMatchObject([{ status: 'pending' }]);
    clock.goOn(24);
    await newsletter.subscribe('robin@example.com', null);
    clock.goOn(1);
    await newsletter.subscribe('robin@example.com', null);
    expect(mailer.emails).toEqual([1, 0, 0, 1].map((to) => ['confirmation', to]));
  });

  it('welcome a confirmed subscriber once', async () => {
    const { subscriptions, newsletter, mailer, tokens } = open({ asksToConfirm: true });
    await newsletter.subscribe('robin@example.com', null);
    await newsletter.confirm(tokens.sign(1, 'confirm'));
    await newsletter.confirm(tokens.sign(1, 'confirm'));
    expect(subscriptions.stored()).toMatchObject([{ status: 'active' }]);
    expect(mailer.emails).toEqual([
      ['confirmation', 1],
      ['welcome', 1],
    ]);
  });
});

describe('the links in emails', () => {
  const LINKS = ['confirm', 'unsubscribe', 'resubscribe'] as const;
  const purposeOf = (link: (typeof LINKS)[number]) => (link === 'confirm' ? 'confirm' : 'unsubscribe');

  it.each<[(typeof LINKS)[number], SubscriptionStatus, SubscriptionStatus]>([
    ['confirm', 'pending', 'active'],
    ['confirm', 'active', 'active'],
    ['confirm', 'unsubscribed', 'unsubscribed'],
    ['confirm', 'bounced', 'bounced'],
    ['unsubscribe', 'active', 'unsubscribed'],
    ['unsubscribe', 'pending', 'unsubscribed'],
    ['unsubscribe', 'bounced', 'unsubscribed'],
    ['unsubscribe', 'unsubscribed', 'unsubscribed'],
    ['resubscribe', 'unsubscribed', 'active'],
    ['resubscribe', 'bounced', 'active'],
    ['resubscribe', 'active', 'active'],
    ['resubscribe', 'pending', 'pending'],
  ])('to %s make %s %s, and change nothing the second time', async (link, from, to) => {
    const { subscriptions, newsletter, tokens, clock } = open();
    subscriptions.put({ email: 'a@example.com', status: from, source: null, subscribedAt: NOW, unsubscribedAt: null });
    clock.goOn(1);
    await newsletter[link](tokens.sign(1, purposeOf(link)));
    const [first] = subscriptions.stored();
    expect(first?.status).toBe(to);
    const date = to === 'active' ? first?.subscribedAt : first?.unsubscribedAt;
    if (from !== to) expect(date).toEqual(clock.now());
    clock.goOn(1);
    await newsletter[link](tokens.sign(1, purposeOf(link)));
    expect(subscriptions.stored()).toEqual([first]);
  });

  it.each(LINKS)('to %s do not reveal whether the subscription exists', async (link) => {
    const { newsletter, tokens } = open();
    await expect(newsletter[link](tokens.sign(404, purposeOf(link)))).resolves.toBeUndefined();
  });

  it.each(LINKS)('to %s are invalid if signed for another purpose or with another key', async (link) => {
    const { subscriptions, newsletter, tokens } = open();
    await newsletter.subscribe('robin@example.com', null);
    const before = subscriptions.stored();
    const other = tokens.sign(1, link === 'confirm' ? 'unsubscribe' : 'confirm');
    for (const token of [other, '', '1', 'unsubscribe-']) {
      await expect(newsletter[link](token)).rejects.toThrow(NewsletterLinkInvalid);
    }
    expect(subscriptions.stored()).toEqual(before);
  });
});

it.each<[SubscriptionStatus, SubscriptionStatus]>([
  ['active', 'bounced'],
  ['pending', 'bounced'],
  ['unsubscribed', 'unsubscribed'],
])('an address that was %s is %s after a permanent bounce', async (from, to) => {
  const { subscriptions, newsletter } = open();
  subscriptions.put({ email: 'a@example.com', status: from, source: null, subscribedAt: NOW, unsubscribedAt: null });
  await newsletter.markBounced(1);
  expect(subscriptions.stored()).toMatchObject([{ status: to }]);
});

describe('the search text for an address', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['  ', null],
    [' Robin@ ', 'robin@'],
  ])('of %j is %j', (typed, part) => {
    expect(normalizeSearch(typed)).toBe(part);
  });
});

describe('exporting the addresses', () => {
  it.each([
    [
      { status: 'active', search: 'example.com' },
      { status: 'active', searched: true },
    ],
    [
      { status: null, search: null },
      { status: 'all', searched: false },
    ],
  ] as const)('that match %j is logged as %j with the count, without any address', async (filter, logged) => {
    const written: AuditEntry[] = [];
    const subscriptions = stub<SubscriptionRepository>({
      exportAll: async (asked, entryOf) => {
        expect(asked).toEqual(filter);
        written.push(entryOf(2));
        return (async function* () {})();
      },
    });
    const [tokens, mailer, clock] = [new ReadableTokens(), new RecordingMailer(), new StoppedClock()];
    const newsletter = new Newsletter(subscriptions, tokens, mailer, new ImmediateTransactions(), clock, false);
    await newsletter.exportSubscribers(filter, ACTOR);
    const entry = { at: NOW, actor: ACTOR, action: 'subscribers.exported', subject: 'newsletter:subscribers' };
    expect(written).toEqual([{ ...entry, before: null, after: { ...logged, count: 2 } }]);
  });
});
