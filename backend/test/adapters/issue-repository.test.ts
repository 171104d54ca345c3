import type { Recipient } from '../../src/domain/newsletter/ports.js';
import { subscriptionTable } from '../../src/modules/newsletter/database/subscription.table.js';
import { TypeOrmIssueRepository } from '../../src/modules/newsletter/database/typeorm-issue.repository.js';
import { OutboxNewsletterMailer } from '../../src/modules/newsletter/email/outbox-newsletter-mailer.js';
import { AesGcmCipher } from '../../src/platform/crypto/aes-gcm-cipher.js';
import { TypeOrmTransactions } from '../../src/platform/database/transaction.js';
import { ReceiptLimit } from '../../src/platform/email/receipt-limit.js';
import { ACTOR, NOW } from '../support/builders.js';
import { ImmediateTransactions } from '../support/in-memory-clock-and-ids.js';
import { type EmailOutcome, InMemoryIssueRepository } from '../support/in-memory-issue-repository.js';
import { InMemorySubscriptionRepository } from '../support/in-memory-subscription-repository.js';
import { anIssue, describeIssueRepository, entryOf, type OpenIssues } from './issue-repository.contract.js';
import { auditLogOf, databaseOfThisFile, refusalOf } from './open-database.js';

const NO_LIMIT = new ReceiptLimit({ cookieSecret: '', rateLimitDisabled: true });
const aReader = { source: null, subscribedAt: NOW, unsubscribedAt: null };

async function inMemory(): Promise<OpenIssues> {
  const subscriptions = new InMemorySubscriptionRepository();
  const issues = new InMemoryIssueRepository(subscriptions);
  return {
    issues,
    transactions: new ImmediateTransactions(),
    subscribe: async (email, status = 'active') => {
      subscriptions.put({ ...aReader, email, status });
      return subscriptions.stored().length;
    },
    setStatus: async (id, status) => {
      const found = await subscriptions.byId(id);
      if (found) subscriptions.put({ ...found, status });
    },
    end: async (issueId, recipient, end) => issues.end(issueId, recipient, end),
    audit: async () => issues.audit,
  };
}

const emptyDatabase = databaseOfThisFile();

async function inPostgres(): Promise<OpenIssues> {
  const database = await emptyDatabase();
  const mailer = new OutboxNewsletterMailer(
    database,
    new AesGcmCipher('a secret for tests that is long enough', 'test'),
    NO_LIMIT,
  );
  return {
    issues: new TypeOrmIssueRepository(database),
    transactions: new TypeOrmTransactions(database),
    subscribe: async (email, status = 'active') => {
      const { identifiers } = await database.manager.insert(subscriptionTable, { ...aReader, email, status });
      return Number(identifiers[0]?.id);
    },
    setStatus: async (id, status) => void (await database.manager.update(subscriptionTable, { id }, { status })),
    end: async (issueId: string, recipient: Recipient, end: EmailOutcome) => {
      await mailer.issue(issueId, [recipient], NOW);
      await database.query(
        `UPDATE mail_outbox SET state = $1, "finishedAt" = now() WHERE id = (SELECT max(id) FROM mail_outbox)`,
        [end],
      );
    },
    audit: () => auditLogOf(database),
  };
}

describeIssueRepository('memory', inMemory);
describeIssueRepository('PostgreSQL', inPostgres);

it('issues are listed newest first, page by page, also those of one moment', async () => {
  const { issues } = await inPostgres();
  const hour = 3_600_000;
  const all = [1, 2, 3, 4].map((number) => anIssue(number, number < 4 ? NOW : new Date(NOW.getTime() + hour)));
  for (const issue of all) await issues.add(issue, entryOf(issue));
  const newestFirst = all.toReversed();
  const first = await issues.page(3, null);
  expect(first.items).toEqual(newestFirst.slice(0, 3));
  expect(first.total).toEqual({ count: 4, relation: 'eq' });
  const second = await issues.page(3, first.next);
  expect(second.items).toEqual(newestFirst.slice(3));
  expect(second.next).toBeNull();
});

describe('the outbox', () => {
  const BOX = new AesGcmCipher('a secret for tests that is long enough', 'test');

  it('queues one email per recipient and round, without addresses', async () => {
    const database = await emptyDatabase();
    const mailer = new OutboxNewsletterMailer(database, BOX, NO_LIMIT);
    const { id } = anIssue();
    for (const _ of ['once', 'again']) await mailer.issue(id, [{ subscriptionId: 1, round: 1 }], NOW);
    await mailer.issue(id, [{ subscriptionId: 1, round: 2 }], NOW);
    await mailer.test(id, 'editor@staff.example', NOW);
    const rows = await database.query<{ kind: string; payload: { to?: string } }[]>(
      `SELECT kind, payload FROM mail_outbox ORDER BY id`,
    );
    expect(rows).toEqual([
      { kind: 'newsletter.issue', payload: { issueId: id, subscriptionId: 1 } },
      { kind: 'newsletter.issue', payload: { issueId: id, subscriptionId: 1 } },
      { kind: 'newsletter.test', payload: { issueId: id, to: expect.any(String) } },
    ]);
    expect(JSON.stringify(rows)).not.toContain('@');
    expect(BOX.decrypt(rows[2]?.payload.to ?? '')).toBe('editor@staff.example');
  });

  it('queues a whole batch in one statement', async () => {
    const database = await emptyDatabase();
    const mailer = new OutboxNewsletterMailer(database, BOX, NO_LIMIT);
    const batch = Array.from({ length: 1000 }, (_, number) => ({ subscriptionId: number, round: 1 }));
    await mailer.issue(anIssue().id, batch, NOW);
    const [row] = await database.query<{ count: number; transactions: number }[]>(
      `SELECT count(*)::int AS count, count(DISTINCT xmin::text)::int AS transactions FROM mail_outbox`,
    );
    expect(row).toEqual({ count: 1000, transactions: 1 });
  });
});

it('a subscriber who is erased takes along that they were a recipient', async () => {
  const database = await emptyDatabase();
  const { issues, subscribe } = await inPostgres();
  const id = await subscribe('gone@reader.example');
  const issue = { ...anIssue(), lastSubscription: id };
  await issues.add(issue, { at: NOW, actor: ACTOR, action: 'a', subject: 'b', before: null, after: null });
  await issues.addRecipients(issue, 10);
  await database.manager.delete(subscriptionTable, { id });
  expect(await issues.recipientCounts(issue.id)).toMatchObject({ waiting: 0 });
});

it('the table refuses by itself what cannot be', async () => {
  const database = await emptyDatabase();
  const entry = { at: NOW, actor: ACTOR, action: 'a', subject: 'b', before: null, after: null };
  await new TypeOrmIssueRepository(database).add(anIssue(), entry);
  for (const [change, constraint] of [
    [`state = 'queued', content = '{}'`, 'newsletter_issues_state_check'],
    [`content = '{}'`, 'newsletter_issues_content_check'],
    [`state = 'sending'`, 'newsletter_issues_content_check'],
  ] as const) {
    const refusal = await refusalOf(database, `UPDATE newsletter_issues SET ${change}`);
    expect([change, refusal]).toEqual([change, expect.stringContaining(constraint)]);
  }
});
