import type { DataSource } from 'typeorm';
import type { QueuedMail } from '../../src/domain/mail/queued-mail.js';
import { TypeOrmMailQueue } from '../../src/modules/mail/database/typeorm-mail-queue.js';
import { inTransaction } from '../../src/platform/database/transaction.js';
import { mailOutboxTable, mailWakeSignal, queueMail } from '../../src/platform/email/outbox.js';
import { NOW } from '../support/builders.js';
import { aMail } from '../support/mail.js';
import { describeMailQueue, type OpenMailQueue } from './mail-queue.contract.js';
import { auditLogOf, databaseOfThisFile } from './open-database.js';
import { RowsRead } from './rows-read.js';

const HOST = 'clearbatch.example';
const KINDS = ['contact-message.received'];

const emptyDatabase = databaseOfThisFile();

async function inPostgres(): Promise<OpenMailQueue & { database: DataSource }> {
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

describeMailQueue('PostgreSQL', inPostgres);

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
