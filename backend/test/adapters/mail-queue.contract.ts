import type { MailCursor, MailMatch, MailQueue } from '../../src/domain/mail/ports.js';
import { afterAttempt, close, type QueuedMail } from '../../src/domain/mail/queued-mail.js';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { NOW } from '../support/builders.js';
import { aMail } from '../support/mail.js';

export interface OpenMailQueue {
  readonly queue: MailQueue;
  /** Puts these into the queue as they are. */
  readonly add: (...mails: QueuedMail[]) => Promise<void>;
  readonly audit: () => Promise<readonly AuditEntry[]>;
}

const KINDS = ['contact-message.received', 'webhook.disabled'];
const LEASE = new Date(NOW.getTime() + 60_000);
const later = (ms: number) => new Date(NOW.getTime() + ms);
const earlier = (ms: number) => new Date(NOW.getTime() - ms);

const ENTRY: AuditEntry = {
  at: NOW,
  actor: { id: '1', name: 'robin' },
  action: 'mail.closed',
  subject: 'mail:1',
  before: { state: 'dead' },
  after: { state: 'closed' },
};

export function describeMailQueue(name: string, open: () => Promise<OpenMailQueue>): void {
  describe(`MailQueue in ${name}`, () => {
    let queue: MailQueue;
    let add: OpenMailQueue['add'];
    let audit: OpenMailQueue['audit'];
    beforeEach(async () => {
      ({ queue, add, audit } = await open());
    });

    const claim = async (limit = 10, now = NOW, until = LEASE) =>
      (await queue.claim(limit, KINDS, now, until)).map(({ id }) => id).toSorted();

    const claimed = async (): Promise<QueuedMail> => {
      const [mail] = await queue.claim(1, KINDS, NOW, LEASE);
      if (!mail) throw new Error('nothing was due');
      return mail;
    };

    it('claims what is due, the most urgent first, and at most as many as requested', async () => {
      await add(
        aMail({ id: '1', nextAttemptAt: earlier(1000) }),
        aMail({ id: '2', nextAttemptAt: earlier(3000) }),
        aMail({ id: '3', nextAttemptAt: earlier(2000), kind: 'webhook.disabled' }),
        aMail({ id: '4', nextAttemptAt: later(1) }),
        aMail({ id: '5', nextAttemptAt: earlier(9000), kind: 'unknown.kind' }),
        aMail({ id: '6', nextAttemptAt: earlier(9000), state: 'dead', finishedAt: NOW }),
        aMail({ id: '7', nextAttemptAt: earlier(9000), state: 'sent', finishedAt: NOW }),
      );
      expect(await claim(2)).toEqual(['2', '3']);
      expect(await claim()).toEqual(['1']);
      expect(await claim()).toEqual([]);
    });

    it('gives the same again when the lease has ended, under the same message id', async () => {
      await add(aMail());
      const first = await claimed();
      expect(first).toEqual({
        ...aMail(),
        leasedUntil: LEASE,
        messageId: expect.stringMatching(/^<[^<>@\s]+@[^<>@\s]+>$/),
      });
      expect(await claim(1, earlier(-59_999))).toEqual([]);
      const [second] = await queue.claim(1, KINDS, LEASE, later(120_000));
      expect(second?.messageId).toBe(first.messageId);
    });

    it('gives every mail another message id', async () => {
      await add(aMail({ id: '1' }), aMail({ id: '2' }));
      const ids = (await queue.claim(2, KINDS, NOW, LEASE)).map(({ messageId }) => messageId);
      expect(new Set(ids).size).toBe(2);
    });

    it('saves the result of an attempt, once', async () => {
      await add(aMail());
      const mail = await claimed();
      const after = afterAttempt(mail, { result: 'failed', error: 'busy' }, NOW);
      expect(await queue.completeAttempt(after, mail.leasedUntil)).toBe(true);
      expect(await queue.byId('1')).toEqual(after);
      expect(await queue.completeAttempt(after, mail.leasedUntil)).toBe(false);
      expect(await claim()).toEqual([]);
      expect(await claim(1, after.nextAttemptAt)).toEqual(['1']);
    });

    it('saves nothing when another worker has claimed the email, or a person decided about it', async () => {
      await add(aMail());
      const late = await claimed();
      const [next] = await queue.claim(1, KINDS, LEASE, later(120_000));
      expect(await queue.completeAttempt(afterAttempt(late, { result: 'sent' }, LEASE), late.leasedUntil)).toBe(false);
      expect(await queue.byId('1')).toEqual(next);
      const closed = close({ ...late, leasedUntil: null }, NOW);
      await queue.saveDecision(closed, ENTRY);
      expect(await queue.completeAttempt(afterAttempt(late, { result: 'sent' }, NOW), null)).toBe(false);
      expect(await queue.byId('1')).toEqual(closed);
      expect(await audit()).toEqual([ENTRY]);
    });

    it('knows nothing of a number that was not given', async () => {
      expect(await queue.byId('1')).toBeNull();
      expect(await queue.byIdForUpdate('1')).toBeNull();
    });

    it('lists several states as one, newest first, page by page', async () => {
      const states = ['waiting', 'dead', 'sent'] as const;
      await add(
        ...states.map((state, n) =>
          aMail({ id: String(n + 1), createdAt: later(n % 2), state, ...(n > 0 && { finishedAt: NOW }) }),
        ),
        aMail({ id: '4', createdAt: later(1) }),
      );
      const page = (after: MailCursor | null) =>
        queue.page({ states: ['waiting', 'dead'], match: null, limit: 2, after });
      const first = await page(null);
      expect(first.items.map(({ id }) => id)).toEqual(['4', '2']);
      expect(first.total).toEqual({ count: 3, relation: 'eq' });
      const second = await page(first.next);
      expect(second.items).toEqual([aMail()]);
      expect(second.next).toBeNull();
    });

    it('finds mail by kind and by subject, each once, in the requested states', async () => {
      const about = (id: string, payload: QueuedMail['payload'], kind = 'a.happened') => aMail({ id, kind, payload });
      await add(
        about('1', { certificateId: 'one' }),
        about('2', { certificateId: 'two' }),
        about('3', { subscriptionId: 7, issueId: 'nine' }, 'newsletter.issue'),
        about('4', { subscriptionId: 77 }, 'newsletter.welcome'),
        { ...about('5', { certificateId: 'one' }), state: 'sent', finishedAt: NOW },
      );
      const found = async (match: MailMatch) =>
        (await queue.page({ states: ['waiting', 'dead'], match, limit: 9, after: null })).items.map(({ id }) => id);
      expect(await found({ kinds: [], topics: [{ certificateId: 'one' }] })).toEqual(['1']);
      expect(await found({ kinds: [], topics: [{ certificateId: 'one' }, { subscriptionId: 7 }] })).toEqual(['3', '1']);
      expect(await found({ kinds: [], topics: [{ certificateId: 'three' }, { subscriptionId: 777 }] })).toEqual([]);
      expect(await found({ kinds: [], topics: [] })).toEqual([]);
      expect(await found({ kinds: ['newsletter.issue', 'newsletter.welcome'], topics: [] })).toEqual(['4', '3']);
      const both: MailMatch = { kinds: ['newsletter.issue'], topics: [{ issueId: 'nine' }, { certificateId: 'two' }] };
      expect(await found(both)).toEqual(['3', '2']);
      const page = await queue.page({ states: ['waiting'], match: both, limit: 1, after: null });
      expect(page.total).toEqual({ count: 2, relation: 'eq' });
      const next = await queue.page({ states: ['waiting'], match: both, limit: 1, after: page.next });
      expect([page, next].flatMap(({ items }) => items.map(({ id }) => id))).toEqual(['3', '2']);
    });

    it('lists the kinds of waiting mail that are not among the known ones', async () => {
      await add(
        aMail({ id: '1', kind: 'b.old' }),
        aMail({ id: '2', kind: 'a.old' }),
        aMail({ id: '3', kind: 'b.old' }),
        aMail({ id: '4', kind: 'c.old', state: 'sent', finishedAt: NOW }),
        aMail({ id: '5' }),
      );
      expect(await queue.unknownKinds(KINDS)).toEqual(['a.old', 'b.old']);
    });

    it('forgets what is over, and keeps what waits or is dead', async () => {
      const finishedAt = earlier(1);
      await add(
        aMail({ id: '1' }),
        aMail({ id: '2', state: 'dead', finishedAt }),
        aMail({ id: '3', state: 'sent', finishedAt }),
        aMail({ id: '4', state: 'closed', finishedAt }),
        aMail({ id: '5', state: 'not-needed', finishedAt }),
        aMail({ id: '6', state: 'sent', finishedAt: NOW }),
      );
      expect(await queue.purge(NOW)).toBe(3);
      expect(await queue.counts()).toEqual({ waiting: 1, sent: 1, dead: 1, closed: 0, 'not-needed': 0 });
    });
  });
}
