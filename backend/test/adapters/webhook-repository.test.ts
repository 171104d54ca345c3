import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { WebhookDelivery } from '../../src/domain/webhooks/delivery.js';
import { TypeOrmWebhookRepository } from '../../src/modules/webhooks/database/typeorm-webhook.repository.js';
import { inTransaction } from '../../src/platform/database/transaction.js';
import { mailOutboxTable } from '../../src/platform/email/outbox.js';
import { WakeSignal } from '../../src/platform/queue/wake-signal.js';
import { NOW } from '../support/builders.js';
import { until } from '../support/until.js';
import { anEndpoint, anEvent, LAB } from '../support/webhooks.js';
import { auditLogOf, databaseOfThisFile, waitingIn } from './open-database.js';
import { describeWebhookRepository, type OpenWebhooks, OTHER_LAB } from './webhook-repository.contract.js';

const emptyDatabase = databaseOfThisFile();

async function inPostgres(): Promise<OpenWebhooks & { database: DataSource }> {
  const database = await emptyDatabase();
  await addLabs(database, LAB, OTHER_LAB);
  return {
    database,
    webhooks: new TypeOrmWebhookRepository(database, new WakeSignal()),
    audit: () => auditLogOf(database),
    announced: async () => {
      const mail = await database.manager.find(mailOutboxTable, { order: { id: 'ASC' } });
      return mail.map(({ payload }) => String(payload.endpointId));
    },
  };
}

async function addLabs(database: DataSource, ...ids: string[]): Promise<void> {
  await database.query(
    `INSERT INTO partner_labs ("id", "name", "nameKey", "contactEmail", "createdAt")
     SELECT id, id, id, 'data@lab.example', $2 FROM unnest($1::uuid[]) AS id`,
    [ids, NOW],
  );
}

describeWebhookRepository('PostgreSQL', inPostgres);

const ENTRY = {
  at: NOW,
  actor: { id: 'lab:1', name: 'Example Analytical' },
  action: 'webhook-endpoint.created',
  subject: 'webhook-endpoint:1',
  before: null,
  after: null,
};

it('PostgreSQL stores no endpoint whose audit entry cannot be written, and no change of one', async () => {
  const { webhooks } = await inPostgres();
  const broken = { ...ENTRY, action: null as unknown as string };
  await expect(webhooks.addEndpoint(anEndpoint(), broken)).rejects.toThrow(/null value in column "action"/);
  expect(await webhooks.endpointsOf(LAB)).toEqual([]);

  await webhooks.addEndpoint(anEndpoint(), ENTRY);
  await expect(webhooks.saveEndpoint(anEndpoint({ secret: 'x' }), broken)).rejects.toThrow(/null value/);
  await expect(webhooks.removeEndpoint(anEndpoint().id, broken)).rejects.toThrow(/null value/);
  expect(await webhooks.endpointsOf(LAB)).toEqual([anEndpoint()]);
});

it('PostgreSQL tells nothing to an endpoint that is removed meanwhile, and does not fail', async () => {
  const { webhooks, database } = await inPostgres();
  const leaving = anEndpoint();
  await webhooks.addEndpoint(leaving, ENTRY);
  const removal = database.createQueryRunner();
  await removal.startTransaction();
  await removal.query(`DELETE FROM webhook_endpoints WHERE "id" = $1`, [leaving.id]);
  const telling = webhooks.queueEvents(LAB, [anEvent()]);
  await until('the removal is waited for', async () => (await waitingIn(database)) > 0);
  await removal.commitTransaction();
  await removal.release();
  await telling;
  expect(await database.query(`SELECT 1 FROM webhook_deliveries`)).toEqual([]);
});

it('PostgreSQL shows each event once and in one order, however long its transaction was open and however many read', async () => {
  const { webhooks, database } = await inPostgres();
  const id = (n: number) => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`;
  /** Stores the event and keeps its transaction open. @returns what commits it */
  const writing = async (n: number) => {
    const stored = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const done = inTransaction(database, async () => {
      await webhooks.queueEvents(LAB, [anEvent({ id: id(n), createdAt: new Date(NOW.getTime() + n) })]);
      stored.resolve();
      await held.promise;
    });
    await stored.promise;
    return async () => {
      held.resolve();
      await done;
    };
  };
  const readers = [1, 2, 3].map(() => ({ position: 0, ids: [] as string[] }));
  const read = () =>
    Promise.all(
      readers.map(async (reader) => {
        const { events } = await webhooks.eventsAfter(LAB, reader.position, 100);
        reader.ids.push(...events.map((event) => event.id));
        reader.position = events.at(-1)?.position ?? reader.position;
      }),
    );
  const orders = () => readers.map(({ ids }) => ids);

  // The first to begin and to store is the last to commit; others overtake it, and readers come in between.
  const [first, second, third] = [await writing(1), await writing(2), await writing(3)];
  await third();
  await read();
  expect(orders()).toEqual(Array(3).fill([id(3)]));
  const fourth = await writing(4);
  await second();
  await read();
  expect(orders()).toEqual(Array(3).fill([id(3), id(2)]));
  await Promise.all([first(), read(), fourth()]);
  await read();
  const [order = []] = orders();
  expect(orders()).toEqual(Array(3).fill(order));
  expect(order.toSorted()).toEqual([1, 2, 3, 4].map(id));
  const { events } = await webhooks.eventsAfter(LAB, 0, 100);
  expect(events.map((event) => event.id)).toEqual(order);
});

it('PostgreSQL puts new events above the positions that labs have, after a backup was restored', async () => {
  const { webhooks, database } = await inPostgres();
  const one = anEvent();
  await webhooks.queueEvents(LAB, [one]);
  const before = await webhooks.eventsAfter(LAB, 0, 10);
  // The backup is from before the event was read, and lost the next one.
  await database.query(`UPDATE webhook_events SET "position" = NULL`);
  const after = await webhooks.eventsAfter(LAB, before.events[0]?.position ?? 0, 10);
  expect(after.events.map(({ id }) => id)).toEqual([one.id]);
});

it('PostgreSQL gives each of 200 deliveries to one of two workers that claim at once', async () => {
  const { webhooks, database } = await inPostgres();
  await webhooks.addEndpoint(anEndpoint(), ENTRY);
  const ids = Array.from({ length: 200 }, (_, n) => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`);
  await webhooks.queueEvents(
    LAB,
    ids.map((id) => anEvent({ id })),
  );
  const taken: string[] = [];
  const work = async (worker: TypeOrmWebhookRepository) => {
    for (;;) {
      const claimed = await worker.claim(16, NOW, new Date(NOW.getTime() + 60_000));
      if (claimed.length === 0 && taken.length >= ids.length) return;
      for (const { delivery } of claimed) {
        taken.push(delivery.id);
        const over = {
          ...delivery,
          state: 'delivered',
          nextAttemptAt: null,
          leasedUntil: null,
          finishedAt: NOW,
        } as const;
        const attempt = { number: 1, startedAt: NOW, durationMs: 1, status: 204, error: null, answer: null };
        expect(await worker.completeAttempt(over, delivery.leasedUntil, attempt)).toBe(true);
      }
    }
  };
  await Promise.all([
    work(webhooks as TypeOrmWebhookRepository),
    work(new TypeOrmWebhookRepository(database, new WakeSignal())),
  ]);
  expect(taken).toHaveLength(200);
  expect(new Set(taken).size).toBe(200);
});

it('PostgreSQL skips deliveries that another worker is claiming, and does not wait for them', async () => {
  const { webhooks, database } = await inPostgres();
  await webhooks.addEndpoint(anEndpoint(), ENTRY);
  const ids = ['1', '2'].map((n) => `${n.repeat(8)}-0000-4000-8000-000000000000`);
  await webhooks.queueEvents(
    LAB,
    ids.map((id) => anEvent({ id })),
  );
  const holder = database.createQueryRunner();
  await holder.startTransaction();
  try {
    await holder.query('SELECT 1 FROM webhook_deliveries WHERE "eventId" = $1 FOR UPDATE', [ids[0]]);
    const claimed = await webhooks.claim(16, NOW, new Date(NOW.getTime() + 60_000));
    expect(claimed.map(({ delivery }) => delivery.eventId)).toEqual([ids[1]]);
  } finally {
    await holder.rollbackTransaction();
    await holder.release();
  }
});

describe('the wake signal', () => {
  it('comes when queued events can be claimed, and not when they were rolled back', async () => {
    const database = await emptyDatabase();
    await addLabs(database, LAB);
    const wakeSignal = new WakeSignal();
    const pages: Promise<readonly WebhookDelivery[]>[] = [];
    const webhooks = new TypeOrmWebhookRepository(database, wakeSignal);
    wakeSignal.onNotify(() => {
      const page = webhooks.page({ labId: LAB, endpointId: null, state: null, limit: 9, after: null });
      pages.push(page.then(({ items }) => items));
    });
    await webhooks.queueEvents(LAB, [anEvent({ id: randomUUID() })]); // no endpoint receives it
    expect(pages).toEqual([]);
    await webhooks.addEndpoint(anEndpoint(), ENTRY);
    const queueOne = (fails: boolean) =>
      inTransaction(database, async () => {
        await webhooks.queueEvents(LAB, [anEvent()]);
        expect(pages).toEqual([]);
        if (fails) throw new Error('the decision failed');
      });
    await expect(queueOne(true)).rejects.toThrow('the decision failed');
    expect(pages).toEqual([]);
    await queueOne(false);
    expect(pages).toHaveLength(1);
    expect(await pages[0]).toHaveLength(1);
  });
});
