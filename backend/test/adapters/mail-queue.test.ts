import type { MailCursor, MailMatch, MailQueue } from '../../src/domain/mail/ports.js';
import { afterAttempt, close, type QueuedMail } from '../../src/domain/mail/queued-mail.js';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { TypeOrmMailQueue } from '../../src/modules/mail/database/typeorm-mail-queue.js';
import { inTransaction } from '../../src/platform/database/transaction.js';
import { mailOutboxTable, mailWakeSignal, queueMail } from '../../src/platform/email/outbox.js';
import { NOW } from '../support/builders.js';
import { aMail } from '../support/mail.js';
import { auditLogOf, databaseOfThisFile } from './open-database.js';
import { RowsRead } from './rows-read.js';

const HOST = 'clearbatch.example';

const emptyDatabase = databaseOfThisFile();

async function inPostgres() {
  const database = await emptyDatabase();
  return {
    database,
    queue: new TypeOrmMailQueue(database, HOST),
    add: async (...mails: QueuedMail[]) => {
      const rows = `INSERT INTO mail_outbox SELECT * FROM jsonb_populate_recordset(NULL::mail_outbox, $1)`;
      await database.query(rows, [JSON.stringify(mails)]);
    },
    audit: () => auditLogOf(database),
  };
}

type Opened = Awaited<ReturnType<typeof inPostgres>>;

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

describe('MailQueue in PostgreSQL', () => {
  let queue: MailQueue;
  let add: Opened['add'];
  let audit: Opened['audit'];
  beforeEach(async () => {
    ({ queue, add, audit } = await inPostgres());
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

const aQueued = (differing = {}) => ({ kind: 'contact-message.received', payload: {}, createdAt: NOW, ...differing });

describe('PostgreSQL', () => {
  it('purges more than one batch', async () => {
    const { queue, database } = await inPostgres();
    await database.query(
      `INSERT INTO mail_outbox ("kind", "payload", "createdAt", "state", "finishedAt")
       SELECT 'contact-message.received', '{}', $1, 'sent', $1 FROM generate_series(1, 2001)`,
      [NOW],
    );
    expect(await queue.purge(new Date(NOW.getTime() + 1))).toBe(2001);
  });

  it('makes message ids of the number, the time and the host', async () => {
    const { queue, add } = await inPostgres();
    await add(aMail({ id: '12', createdAt: new Date('2026-11-20T15:04:05.678Z') }));
    const [mail] = await queue.claim(1, KINDS, NOW, NOW);
    expect(mail?.messageId).toBe('<20261120T150405.12@clearbatch.example>');
  });

  it('skips emails that another worker is claiming, and does not wait for them', async () => {
    const { queue, add, database } = await inPostgres();
    await add(aMail({ id: '1' }), aMail({ id: '2' }));
    const holder = database.createQueryRunner();
    await holder.startTransaction();
    try {
      await holder.query('SELECT 1 FROM mail_outbox WHERE "id" = 1 FOR UPDATE');
      expect((await queue.claim(10, KINDS, NOW, NOW)).map(({ id }) => id)).toEqual(['2']);
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
  });

  it('reads few rows to claim, however many wait or were sent', async () => {
    const { queue, database } = await inPostgres();
    await database.query(
      `INSERT INTO mail_outbox ("kind", "payload", "createdAt", "nextAttemptAt", "state", "finishedAt")
       SELECT $1, '{}', $2, $2, CASE WHEN n % 2 = 0 THEN 'sent' ELSE 'waiting' END,
              CASE WHEN n % 2 = 0 THEN $2::timestamptz END
         FROM generate_series(1, 20000) AS n`,
      [KINDS[0], NOW],
    );
    await database.query('ANALYZE mail_outbox');
    const over = new Date(NOW.getTime() - 1); // an expired lease changes nothing, because the query runs twice
    const { rows } = await new RowsRead(database, 'mail_outbox').by('', () => queue.claim(5, KINDS, NOW, over));
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(50);
  });

  it('decides nothing whose audit entry cannot be written', async () => {
    const { queue, add } = await inPostgres();
    await add(aMail());
    const broken = {
      at: NOW,
      actor: { id: '1', name: 'robin' },
      action: null as never,
      subject: '',
      before: null,
      after: null,
    };
    await expect(queue.saveDecision(aMail({ state: 'closed', finishedAt: NOW }), broken)).rejects.toThrow(/null value/);
    expect(await queue.byId('1')).toEqual(aMail());
  });
});

describe('queueing', () => {
  it('queues one email per cause, however often and in whichever order', async () => {
    const { database } = await inPostgres();
    const caused = aQueued({ cause: 'issue 1 to subscriber 2' });
    await Promise.all(Array.from({ length: 5 }, () => queueMail(database.manager, caused)));
    await queueMail(database.manager, aQueued({ ...caused, kind: 'webhook.disabled' }), caused, aQueued(), aQueued());
    const rows = await database.manager.find(mailOutboxTable);
    const named = rows.map(({ kind, cause }) => `${kind}: ${cause}`).toSorted();
    expect(named).toEqual([
      'contact-message.received: issue 1 to subscriber 2',
      'contact-message.received: null',
      'contact-message.received: null',
      'webhook.disabled: issue 1 to subscriber 2',
    ]);
  });

  it('rings when the mail is there to be claimed, and not when it was rolled back', async () => {
    const { database, queue } = await inPostgres();
    const heard: Promise<number>[] = [];
    mailWakeSignal(database).onNotify(() => heard.push(queue.counts().then(({ waiting }) => waiting)));
    const queued = (fails: boolean) =>
      inTransaction(database, async (manager) => {
        await queueMail(manager, aQueued());
        expect(heard).toEqual([]);
        if (fails) throw new Error('the decision failed');
      });
    await expect(queued(true)).rejects.toThrow('the decision failed');
    expect(heard).toEqual([]);
    await queued(false);
    expect(await Promise.all(heard)).toEqual([1]);
  });
});
