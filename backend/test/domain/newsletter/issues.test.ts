import { type IssueDraft, progressOf, SUBJECT_MAX } from '../../../src/domain/newsletter/issue.js';
import { BATCH_SIZE, Issues, LOW_WATER } from '../../../src/domain/newsletter/issues.js';
import type { SubscriptionStatus } from '../../../src/domain/newsletter/subscription.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { ACTOR, NOW } from '../../support/builders.js';
import { ImmediateTransactions, NumberedIds, StoppedClock } from '../../support/in-memory-clock-and-ids.js';
import { type EmailOutcome, InMemoryIssueRepository } from '../../support/in-memory-issue-repository.js';
import {
  A_CERTIFICATE,
  AN_ARTICLE,
  RecordingMailer,
  StubNewsletterSources,
} from '../../support/in-memory-newsletter.js';
import { InMemorySubscriptionRepository } from '../../support/in-memory-subscription-repository.js';

const aDraft = (differing: Partial<IssueDraft> = {}): IssueDraft => ({
  subject: 'News of November',
  introduction: 'Three new certificates.',
  articleIds: [AN_ARTICLE.id],
  batchIds: [A_CERTIFICATE.batchId],
  ...differing,
});

function open(subscribers = 0) {
  const subscriptions = new InMemorySubscriptionRepository();
  const repository = new InMemoryIssueRepository(subscriptions);
  const sources = new StubNewsletterSources();
  const mailer = new RecordingMailer();
  const clock = new StoppedClock();
  const transactions = new ImmediateTransactions();
  const issues = new Issues(repository, subscriptions, sources, mailer, transactions, clock, new NumberedIds());
  let subscribed = 0;
  const subscribe = (count: number, status: SubscriptionStatus = 'active') => {
    for (let number = 0; number < count; number += 1) {
      subscribed += 1;
      const email = `reader-${subscribed}@reader.example`;
      subscriptions.put({ email, status, source: null, subscribedAt: NOW, unsubscribedAt: null });
    }
  };
  subscribe(subscribers);
  const setStatus = async (id: number, status: SubscriptionStatus) => {
    const found = await subscriptions.byId(id);
    if (found) subscriptions.put({ ...found, status });
  };
  /** The outbox finishes all emails queued since the last call. */
  let done = 0;
  const deliver = (id: string, end: EmailOutcome = 'sent', most = Number.POSITIVE_INFINITY) => {
    const all = mailer.batches.flat();
    const emails = all.slice(done, Math.min(all.length, done + most));
    done += emails.length;
    for (const email of emails) repository.end(id, email, end);
  };
  const begun = async () => {
    const { id, version } = await issues.create(aDraft(), ACTOR);
    await issues.send(id, version, ACTOR);
    return id;
  };
  const progress = async (id: string) => issues.progress(await issues.issue(id));
  return { issues, repository, sources, mailer, subscribe, setStatus, deliver, begun, progress };
}

describe('writing an issue', () => {
  it('stores a draft and its author', async () => {
    const { issues, repository } = open();
    const issue = await issues.create(
      aDraft({ subject: '  News of November ', introduction: 'One.\r\n\r\nTwo.\n' }),
      ACTOR,
    );
    expect(await issues.issue(issue.id)).toEqual(issue);
    expect(issue).toMatchObject({
      ...aDraft(),
      introduction: 'One.\n\nTwo.',
      state: 'draft',
      version: 1,
      createdAt: NOW,
    });
    expect(repository.audit).toMatchObject([{ action: 'issue.created', actor: ACTOR, before: null }]);
  });

  it.each<[string, Partial<IssueDraft>, string]>([
    ['no subject', { subject: '  ' }, 'subject'],
    ['a subject that is too long', { subject: 'a'.repeat(SUBJECT_MAX + 1) }, 'subject'],
    ['a subject that begins another header', { subject: 'News\r\nBcc: all@example.com' }, 'subject'],
    ['a subject with a line feed', { subject: 'News\nof November' }, 'subject'],
    ['a subject with a separator of lines', { subject: 'News\u2028of November' }, 'subject'],
    ['no introduction', { introduction: ' \n' }, 'introduction'],
    ['an introduction that is too long', { introduction: 'a'.repeat(5001) }, 'introduction'],
    ['too many articles', { articleIds: Array.from({ length: 21 }, (_, n) => `article-${n}`) }, 'articleIds'],
    ['an article twice', { articleIds: [AN_ARTICLE.id, AN_ARTICLE.id] }, 'articleIds'],
    ['an article that is not published', { articleIds: ['article-404'] }, 'articleIds'],
    ['a certificate that is not published', { batchIds: ['#404'] }, 'batchIds'],
  ])('rejects %s', async (_, differing, field) => {
    const { issues, repository } = open();
    const refused = issues.create(aDraft(differing), ACTOR);
    await expect(refused).rejects.toThrow(InvalidInput);
    await expect(refused).rejects.toMatchObject({ fields: [{ field }] });
    expect(repository.audit).toEqual([]);
  });

  it('changes a draft only with its current version', async () => {
    const { issues } = open(1);
    const { id } = await issues.create(aDraft(), ACTOR);
    expect(await issues.edit(id, aDraft({ subject: 'Other' }), 1, ACTOR)).toMatchObject({
      subject: 'Other',
      version: 2,
    });
    await expect(issues.edit(id, aDraft(), 1, ACTOR)).rejects.toMatchObject({ code: 'issue-changed' });
    await issues.send(id, 2, ACTOR);
    await expect(issues.edit(id, aDraft(), 3, ACTOR)).rejects.toMatchObject({ code: 'issue-not-draft' });
    await expect(issues.edit('404', aDraft(), 3, ACTOR)).rejects.toMatchObject({ code: 'issue-not-found' });
  });

  it('deletes a draft only with its current version, with an audit entry, and never a sent issue', async () => {
    const { issues, repository } = open(1);
    const { id } = await issues.create(aDraft(), ACTOR);
    await issues.edit(id, aDraft({ subject: 'Other' }), 1, ACTOR);
    await expect(issues.delete(id, 1, ACTOR)).rejects.toMatchObject({ code: 'issue-changed' });
    await issues.delete(id, 2, ACTOR);
    await expect(issues.issue(id)).rejects.toMatchObject({ code: 'issue-not-found' });
    await expect(issues.delete(id, 2, ACTOR)).rejects.toMatchObject({ code: 'issue-not-found' });
    expect(repository.audit.at(-1)).toEqual({
      at: NOW,
      actor: ACTOR,
      action: 'issue.deleted',
      subject: `newsletter-issue:${id}`,
      before: { state: 'draft', subject: 'Other', version: 2 },
      after: null,
    });

    const { id: sent, version } = await issues.create(aDraft(), ACTOR);
    const refused = async () => {
      const { version: now } = await issues.issue(sent);
      await expect(issues.delete(sent, now, ACTOR)).rejects.toMatchObject({ code: 'issue-not-draft' });
    };
    await issues.send(sent, version, ACTOR);
    await refused();
    await issues.stop(sent, ACTOR);
    await refused();
    await issues.resume(sent, ACTOR);
    await issues.advance(sent);
    await refused();
  });

  it('offers certificates published since the last issue was sent', async () => {
    const { issues, sources, begun } = open(1);
    await issues.choices();
    expect(sources.since).toBeNull();
    await begun();
    expect(await issues.choices()).toEqual({ articles: [AN_ARTICLE], certificates: [A_CERTIFICATE] });
    expect(sources.since).toEqual(NOW);
  });

  it('sends a test of any issue, including a draft, to one address', async () => {
    const { issues, mailer } = open();
    const { id } = await issues.create(aDraft(), ACTOR);
    await issues.test(id, 'editor@staff.example');
    expect(mailer.emails).toEqual([['test', 'editor@staff.example']]);
    await expect(issues.test('404', 'editor@staff.example')).rejects.toMatchObject({ code: 'issue-not-found' });
  });
});

describe('sending an issue', () => {
  it('queues active subscribers in batches, each once, and ends when all emails are final', async () => {
    const count = 2 * BATCH_SIZE + 300;
    const { issues, mailer, begun, deliver, progress, subscribe } = open(count);
    for (const status of ['pending', 'unsubscribed', 'bounced'] as const) subscribe(3, status);
    const id = await begun();
    for (let look = 0; look < 10; look += 1) {
      await issues.advance(id);
      deliver(id);
    }
    expect(mailer.batches.map(({ length }) => length)).toEqual([BATCH_SIZE, BATCH_SIZE, 300]);
    expect(new Set(mailer.batches.flat().map(({ subscriptionId }) => subscriptionId)).size).toBe(count);
    expect(await progress(id)).toEqual({ recipients: count, sent: count, failed: 0, left: 0, waiting: 0 });
    expect(await issues.issue(id)).toMatchObject({ state: 'sent', endedAt: NOW });
    expect(await issues.inProgress()).toEqual([]);
  });

  it('queues the next batch only when few emails are waiting', async () => {
    const { issues, mailer, begun, deliver } = open(3 * BATCH_SIZE);
    const id = await begun();
    await issues.advance(id);
    deliver(id, 'sent', BATCH_SIZE - LOW_WATER);
    await issues.advance(id);
    expect(mailer.batches).toHaveLength(1);
    deliver(id, 'sent', 1);
    await issues.advance(id);
    expect(mailer.batches).toHaveLength(2);
  });

  it('skips subscribers who left or joined after it started', async () => {
    const { issues, mailer, begun, deliver, progress, setStatus, subscribe } = open(BATCH_SIZE + 5);
    const id = await begun();
    await issues.advance(id);
    await setStatus(BATCH_SIZE + 1, 'unsubscribed'); // not entered yet
    await setStatus(1, 'unsubscribed'); // queued already: rendering it finds no active subscriber
    expect(await issues.emailFor(id, 1)).toBeNull();
    deliver(id, 'not-needed', 1);
    subscribe(50);
    for (let look = 0; look < 5; look += 1) {
      deliver(id);
      await issues.advance(id);
    }
    expect(mailer.batches.map(({ length }) => length)).toEqual([BATCH_SIZE, 4]);
    expect(await progress(id)).toEqual({
      recipients: BATCH_SIZE + 5,
      sent: BATCH_SIZE + 3,
      failed: 0,
      left: 2,
      waiting: 0,
    });
  });

  it('holds emails while paused and sends them after it resumes', async () => {
    const { issues, mailer, begun, deliver, progress } = open(10);
    const id = await begun();
    await issues.advance(id);
    deliver(id, 'sent', 4);
    await issues.stop(id, ACTOR);
    expect(await issues.emailFor(id, 5)).toBeNull();
    deliver(id, 'not-needed');
    expect(await issues.inProgress()).toEqual([id]);
    await issues.advance(id);
    expect(await issues.inProgress()).toEqual([]);
    expect(await progress(id)).toEqual({ recipients: 10, sent: 4, failed: 0, left: 0, waiting: 6 });

    await issues.resume(id, ACTOR);
    expect(await issues.emailFor(id, 5)).toMatchObject({ to: { id: 5 }, content: { articles: [AN_ARTICLE] } });
    await issues.advance(id);
    deliver(id);
    await issues.advance(id);
    expect(mailer.batches.at(-1)).toEqual([5, 6, 7, 8, 9, 10].map((subscriptionId) => ({ subscriptionId, round: 2 })));
    expect(await progress(id)).toMatchObject({ sent: 10, waiting: 0 });
    expect(await issues.issue(id)).toMatchObject({ state: 'sent' });
  });

  it.each<EmailOutcome>(['dead', 'closed'])('counts an email that is %s as failed, and still ends', async (end) => {
    const { issues, begun, deliver, progress } = open(2);
    const id = await begun();
    await issues.advance(id);
    deliver(id, end, 1);
    deliver(id);
    await issues.advance(id);
    expect(await progress(id)).toEqual({ recipients: 2, sent: 1, failed: 1, left: 0, waiting: 0 });
    expect(await issues.issue(id)).toMatchObject({ state: 'sent' });
  });

  it('sends the content as it was at the start', async () => {
    const { issues, begun, sources } = open(1);
    const id = await begun();
    sources.content = { articles: [], certificates: [] };
    expect(await issues.emailFor(id, 1)).toMatchObject({
      content: { articles: [AN_ARTICLE], certificates: [A_CERTIFICATE] },
    });
  });

  it('needs published content, the current version, and at least one subscriber', async () => {
    const { issues, subscribe, sources } = open();
    const { id } = await issues.create(aDraft(), ACTOR);
    await expect(issues.send(id, 1, ACTOR)).rejects.toMatchObject({ code: 'nobody-subscribed' });
    subscribe(1);
    await expect(issues.send(id, 2, ACTOR)).rejects.toMatchObject({ code: 'issue-changed' });
    sources.content = { articles: [AN_ARTICLE], certificates: [] };
    await expect(issues.send(id, 1, ACTOR)).rejects.toThrow(InvalidInput);
    expect(await issues.issue(id)).toMatchObject({ state: 'draft' });
  });

  it('can only be paused while sending, and only resumed while paused', async () => {
    const { issues, begun } = open(1);
    const { id: draft } = await issues.create(aDraft(), ACTOR);
    await expect(issues.stop(draft, ACTOR)).rejects.toMatchObject({ code: 'issue-not-sending' });
    await expect(issues.resume(draft, ACTOR)).rejects.toMatchObject({ code: 'issue-not-stopped' });
    const id = await begun();
    await expect(issues.send(id, 2, ACTOR)).rejects.toMatchObject({ code: 'issue-not-draft' });
    await expect(issues.resume(id, ACTOR)).rejects.toMatchObject({ code: 'issue-not-stopped' });
    await issues.stop(id, ACTOR);
    await expect(issues.stop(id, ACTOR)).rejects.toMatchObject({ code: 'issue-not-sending' });
  });

  it('is logged with counts and without addresses', async () => {
    const { issues, repository, begun, deliver } = open(3);
    const id = await begun();
    await issues.advance(id);
    deliver(id, 'sent', 2);
    await issues.advance(id);
    await issues.stop(id, ACTOR);
    await issues.resume(id, ACTOR);
    const subject = `newsletter-issue:${id}`;
    expect(repository.audit).toMatchObject([
      { action: 'issue.created', subject, after: { state: 'draft' } },
      { action: 'issue.sending-began', subject, after: { state: 'sending', recipients: 3, sent: 0 } },
      {
        action: 'issue.stopped',
        subject,
        actor: ACTOR,
        after: { state: 'stopped', recipients: 3, sent: 2, failed: 0 },
      },
      { action: 'issue.resumed', subject, after: { state: 'sending', recipients: 3, sent: 2 } },
    ]);
    expect(JSON.stringify(repository.audit)).not.toContain('@');
  });
});

it('the progress counts of an issue add up', () => {
  const counts = { sent: 5, failed: 1, left: 1 };
  expect(progressOf({ recipients: 10, state: 'sending' }, counts)).toMatchObject({ left: 1, waiting: 3 });
  expect(progressOf({ recipients: 10, state: 'sent' }, counts)).toMatchObject({ left: 4, waiting: 0 });
});
