import { type Issue, newIssue } from '../../src/domain/newsletter/issue.js';
import type { IssueRepository, Recipient } from '../../src/domain/newsletter/ports.js';
import type { SubscriptionStatus } from '../../src/domain/newsletter/subscription.js';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import type { Transactions } from '../../src/domain/shared/ports.js';
import { ACTOR, NOW } from '../support/builders.js';
import type { EmailOutcome } from '../support/in-memory-issue-repository.js';

/** A place without issues, and what surrounds it. */
export interface OpenIssues {
  readonly issues: IssueRepository;
  readonly transactions: Transactions;
  /** @returns the number of the subscription */
  readonly subscribe: (email: string, status?: SubscriptionStatus) => Promise<number>;
  readonly setStatus: (id: number, status: SubscriptionStatus) => Promise<void>;
  /** Records the outcome of a recipient's email. */
  readonly end: (issueId: string, recipient: Recipient, end: EmailOutcome) => Promise<void>;
  /** Oldest first. */
  readonly audit: () => Promise<readonly AuditEntry[]>;
}

const ID = (number: number) => `0000000${number}-0000-4000-8000-000000000000`;

export const anIssue = (number = 1, at = NOW): Issue =>
  newIssue(
    { subject: 'News', introduction: 'One.\n\nTwo.', articleIds: ['article-001'], batchIds: ['#C9030', 'B/2'] },
    ID(number),
    at,
  );

export const entryOf = (issue: Issue): AuditEntry => ({
  at: NOW,
  actor: ACTOR,
  action: 'issue.edited',
  subject: `newsletter-issue:${issue.id}`,
  before: null,
  after: { state: issue.state },
});

/** What every place to keep issues must do. */
export function describeIssueRepository(place: string, open: () => Promise<OpenIssues>): void {
  describe(`${place} keeps issues`, () => {
    let opened: OpenIssues;
    let issues: IssueRepository;
    beforeEach(async () => {
      opened = await open();
      issues = opened.issues;
    });

    const added = async (differing: Partial<Issue> = {}, number = 1) => {
      const issue = { ...anIssue(number), ...differing };
      await issues.add(issue, entryOf(issue));
      return issue;
    };
    it('as they are, with their entry', async () => {
      const issue = await added();
      expect(await issues.byId(issue.id)).toEqual(issue);
      expect(await opened.transactions.run(() => issues.findForUpdate(issue.id))).toEqual(issue);
      expect(await opened.transactions.run(() => issues.findForUpdate(ID(9)))).toBeNull();
      expect(await issues.byId(ID(9))).toBeNull();
      expect(await opened.audit()).toEqual([entryOf(issue)]);
    });

    it('as they were changed, with an entry where a person did it', async () => {
      const issue = await added();
      const changed: Issue = {
        ...issue,
        subject: 'Other',
        state: 'sent',
        version: 4,
        startedAt: NOW,
        endedAt: NOW,
        recipients: 7,
        content: { articles: [], certificates: [] },
        lastSubscription: 9,
        enteredThrough: 8,
      };
      await issues.save(changed, null);
      expect(await issues.byId(issue.id)).toEqual(changed);
      expect(await opened.audit()).toHaveLength(1);
      await issues.save(changed, entryOf(changed));
      expect(await opened.audit()).toEqual([entryOf(issue), entryOf(changed)]);
    });

    it('no longer when a draft was deleted, with an entry', async () => {
      const [issue, other] = [await added({}, 1), await added({}, 2)];
      await issues.remove(issue, { ...entryOf(issue), action: 'issue.deleted' });
      expect(await issues.byId(issue.id)).toBeNull();
      expect(await issues.byId(other.id)).toEqual(other);
      expect((await opened.audit()).at(-1)).toEqual({ ...entryOf(issue), action: 'issue.deleted' });
    });

    it('and when the last one went out', async () => {
      expect(await issues.lastStartedAt()).toBeNull();
      await added();
      expect(await issues.lastStartedAt()).toBeNull();
      await added({ startedAt: NOW, state: 'sent', content: { articles: [], certificates: [] } }, 2);
      expect(await issues.lastStartedAt()).toEqual(NOW);
    });
  });

  describe(`${place} keeps who gets an issue`, () => {
    let opened: OpenIssues;
    let issues: IssueRepository;
    beforeEach(async () => {
      opened = await open();
      issues = opened.issues;
    });

    const readers = async (count: number) => {
      const numbers: number[] = [];
      for (let number = 0; number < count; number += 1)
        numbers.push(await opened.subscribe(`r${number}@reader.example`));
      return numbers;
    };
    const sending = async (differing: Partial<Issue> = {}) => {
      const audience = await issues.audience();
      const issue: Issue = {
        ...anIssue(),
        state: 'sending',
        content: { articles: [], certificates: [] },
        startedAt: NOW,
        recipients: audience.count,
        lastSubscription: audience.lastSubscription,
        ...differing,
      };
      await issues.add(issue, entryOf(issue));
      return issue;
    };
    const waiting = (numbers: readonly (number | undefined)[], round = 1) =>
      numbers.map((subscriptionId) => ({ subscriptionId, round }));

    it('counts active subscribers, and knows the last of them', async () => {
      expect(await issues.audience()).toEqual({ count: 0, lastSubscription: 0 });
      const [, second] = await readers(2);
      await opened.subscribe('gone@reader.example', 'unsubscribed');
      expect(await issues.audience()).toEqual({ count: 2, lastSubscription: second });
    });

    it('adds active subscribers in batches, each once, up to the last one', async () => {
      const [a, b, c, d, e] = await readers(5);
      const issue = await sending({ lastSubscription: d ?? 0 });
      await opened.setStatus(b ?? 0, 'unsubscribed');
      expect(await issues.addRecipients(issue, 2)).toEqual(waiting([a, c]));
      expect(await issues.addRecipients({ ...issue, enteredThrough: c ?? 0 }, 2)).toEqual(waiting([d]));
      expect(await issues.addRecipients({ ...issue, enteredThrough: d ?? 0 }, 2)).toEqual([]);
      expect(await issues.recipientCounts(issue.id)).toEqual({ waiting: 3, held: 0, sent: 0, failed: 0, left: 0 });
      expect(e).toBeGreaterThan(d ?? 0);
    });

    it('updates recipients from the results of their emails, and holds back those stopped before sending', async () => {
      const numbers = await readers(6);
      const issue = await sending();
      await issues.addRecipients(issue, 10);
      const [sent, dead, closed, held, left] = numbers.map((subscriptionId) => ({ subscriptionId, round: 1 }));
      if (!sent || !dead || !closed || !held || !left) throw new Error('too few readers');
      await opened.setStatus(left.subscriptionId, 'unsubscribed');
      await opened.end(issue.id, sent, 'sent');
      await opened.end(issue.id, dead, 'dead');
      await opened.end(issue.id, closed, 'closed');
      await opened.end(issue.id, held, 'not-needed');
      await opened.end(issue.id, left, 'not-needed');
      for (const _ of ['once', 'again']) {
        await issues.recordOutcomes(issue.id);
        expect(await issues.recipientCounts(issue.id)).toEqual({ waiting: 1, held: 1, sent: 1, failed: 2, left: 1 });
      }
      expect(await issues.releaseHeld(issue.id, 10)).toEqual(waiting([held.subscriptionId], 2));
      expect(await issues.releaseHeld(issue.id, 10)).toEqual([]);
      await issues.recordOutcomes(issue.id); // the end of the first round is not that of the second
      expect(await issues.recipientCounts(issue.id)).toMatchObject({ waiting: 2, held: 0 });
      await opened.end(issue.id, { ...held, round: 2 }, 'sent');
      await issues.recordOutcomes(issue.id);
      expect(await issues.recipientCounts(issue.id)).toMatchObject({ waiting: 1, sent: 2 });
    });

    it('releases in batches', async () => {
      const numbers = await readers(3);
      const issue = await sending();
      await issues.addRecipients(issue, 10);
      for (const subscriptionId of numbers) await opened.end(issue.id, { subscriptionId, round: 1 }, 'not-needed');
      await issues.recordOutcomes(issue.id);
      expect(await issues.releaseHeld(issue.id, 2)).toHaveLength(2);
      expect(await issues.recipientCounts(issue.id)).toMatchObject({ waiting: 2, held: 1 });
    });

    it('lists active issues: those being sent, and stopped ones with waiting emails', async () => {
      const [reader = 0] = await readers(1);
      const issue = await sending();
      expect(await issues.inProgress()).toEqual([issue.id]);
      await issues.save({ ...issue, state: 'stopped' }, null);
      expect(await issues.inProgress()).toEqual([]);
      await issues.addRecipients(issue, 10);
      expect(await issues.inProgress()).toEqual([issue.id]);
      await opened.end(issue.id, { subscriptionId: reader, round: 1 }, 'not-needed');
      await issues.recordOutcomes(issue.id);
      expect(await issues.inProgress()).toEqual([]);
    });
  });
}
