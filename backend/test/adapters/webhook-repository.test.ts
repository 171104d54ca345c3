import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import type { WebhookDelivery } from '../../src/domain/webhooks/delivery.js';
import {
  TooManyWebhookEndpoints,
  WebhookAddressTaken,
  type WebhookEndpoint,
} from '../../src/domain/webhooks/endpoint.js';
import type { WebhookEvent } from '../../src/domain/webhooks/event.js';
import type { ClaimedDelivery, DeliveryQuery, WebhookRepository } from '../../src/domain/webhooks/ports.js';
import { TypeOrmWebhookRepository } from '../../src/modules/webhooks/database/typeorm-webhook.repository.js';
import { inTransaction } from '../../src/platform/database/transaction.js';
import { mailOutboxTable } from '../../src/platform/email/outbox.js';
import { WakeSignal } from '../../src/platform/queue/wake-signal.js';
import { ACTOR, NOW } from '../support/builders.js';
import { until } from '../support/until.js';
import { aDelivery, anEndpoint, anEvent, LAB } from '../support/webhooks.js';
import { auditLogOf, databaseOfThisFile, waitingIn } from './open-database.js';

const emptyDatabase = databaseOfThisFile();

async function inPostgres() {
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

type Opened = Awaited<ReturnType<typeof inPostgres>>;

const OTHER_LAB = '7c2c1a9e-6d0b-4b57-9a51-0f6f1f7f2c22';

const ENTRY: AuditEntry = {
  at: NOW,
  actor: ACTOR,
  action: 'webhook-endpoint.created',
  subject: 'webhook-endpoint:1',
  before: null,
  after: { enabled: true },
};

const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const LEASE_END = later(60);

const ALL: Omit<DeliveryQuery, 'labId'> = { endpointId: null, state: null, limit: 50, after: null };

describe('PostgreSQL keeps webhooks', () => {
  let opened: Opened;
  let webhooks: WebhookRepository;
  beforeEach(async () => {
    opened = await inPostgres();
    webhooks = opened.webhooks;
  });

  let made = 0;
  const add = async (differing: Partial<WebhookEndpoint> = {}): Promise<WebhookEndpoint> => {
    made += 1;
    const endpoint = anEndpoint({ id: randomUUID(), url: `https://lab.example/${made}`, ...differing });
    await webhooks.addEndpoint(endpoint, ENTRY);
    return endpoint;
  };

  const event = (differing: Partial<WebhookEvent> = {}) => anEvent({ id: randomUUID(), ...differing });

  const deliveriesOf = async (labId = LAB, differing: Partial<DeliveryQuery> = {}) =>
    (await webhooks.page({ ...ALL, labId, ...differing })).items;

  const claim = (limit = 10, now = NOW, until = LEASE_END) => webhooks.claim(limit, now, until);

  const complete = ({ delivery }: ClaimedDelivery, differing: Partial<WebhookDelivery> = {}, number = 1) =>
    webhooks.completeAttempt(
      {
        ...delivery,
        state: 'delivered',
        attempts: number,
        nextAttemptAt: null,
        leasedUntil: null,
        finishedAt: NOW,
        ...differing,
      },
      delivery.leasedUntil,
      { number, startedAt: NOW, durationMs: 12, status: 204, error: null, answer: null },
    );

  describe('endpoints', () => {
    it('as they are, the oldest first, each lab its own', async () => {
      const second = await add({ createdAt: later(1) });
      const first = await add({
        enabled: false,
        disabledReason: 'gone',
        disabledAt: later(3),
        previousSecret: 'old',
        previousSecretUntil: later(4),
        lastSuccessAt: later(5),
        failingSince: later(6),
        givenUpInRow: 7,
      });
      const other = await add({ labId: OTHER_LAB });
      expect(await webhooks.endpointsOf(LAB)).toEqual([first, second]);
      expect(await webhooks.endpointsOf(OTHER_LAB)).toEqual([other]);
      for (const found of ['endpoint', 'endpointForUpdate'] as const) {
        expect(await webhooks[found](first.id)).toEqual(first);
        expect(await webhooks[found](randomUUID())).toBeNull();
      }
      expect(await opened.audit()).toHaveLength(3);
    });

    it('five for a lab, also when ten are added at once', async () => {
      const results = await Promise.allSettled(Array.from({ length: 10 }, () => add()));
      const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      expect(refusals).toEqual(Array(5).fill(expect.any(TooManyWebhookEndpoints)));
      expect(await webhooks.endpointsOf(LAB)).toHaveLength(5);
      await add({ labId: OTHER_LAB });
      expect(await opened.audit()).toHaveLength(6);
    });

    it('each address once for a lab', async () => {
      const first = await add({ url: 'https://lab.example' });
      await add({ url: 'https://lab.example', labId: OTHER_LAB });
      await expect(add({ url: 'https://lab.example' })).rejects.toThrow(WebhookAddressTaken);
      const second = await add({ createdAt: later(1) });
      await expect(webhooks.saveEndpoint({ ...second, url: first.url }, ENTRY)).rejects.toThrow(WebhookAddressTaken);
      expect(await webhooks.endpointsOf(LAB)).toEqual([first, second]);
      expect(await opened.audit()).toHaveLength(3);
    });

    it('as they are changed, with or without an entry of the audit log', async () => {
      const endpoint = await add();
      const changed = { ...endpoint, url: 'https://new.example', secret: 'new', givenUpInRow: 3 };
      await webhooks.saveEndpoint(changed, null);
      expect(await webhooks.endpointsOf(LAB)).toEqual([changed]);
      await webhooks.saveEndpoint(endpoint, ENTRY);
      expect(await webhooks.endpointsOf(LAB)).toEqual([endpoint]);
      expect(await opened.audit()).toHaveLength(2);
    });

    it('until they are removed, with what was sent there', async () => {
      const endpoint = await add();
      const other = await add();
      await webhooks.queueEvents(LAB, [event()]);
      await webhooks.removeEndpoint(endpoint.id, ENTRY);
      expect(await webhooks.endpointsOf(LAB)).toEqual([other]);
      expect((await deliveriesOf()).map(({ endpointId }) => endpointId)).toEqual([other.id]);
    });

    it('and writes to the lab of one that was disabled', async () => {
      const endpoint = await add();
      await webhooks.queueDisabledEmail(endpoint, NOW);
      expect(await opened.announced()).toEqual([endpoint.id]);
    });
  });

  describe('news', () => {
    it('for each enabled endpoint of the lab that chose the type', async () => {
      const hearing = [await add(), await add({ types: ['certificate.published'] })].map(({ id }) => id);
      await add({ types: ['certificate.withdrawn'] });
      await add({ enabled: false, disabledReason: 'requested', disabledAt: NOW });
      await add({ labId: OTHER_LAB });
      const told = event();
      await webhooks.queueEvents(LAB, [told]);
      const deliveries = await deliveriesOf();
      expect(deliveries.map(({ endpointId }) => endpointId).toSorted()).toEqual(hearing.toSorted());
      for (const { id, endpointId, ...delivery } of deliveries) {
        const { id: _, endpointId: __, ...expected } = aDelivery({ eventId: told.id });
        expect(delivery).toEqual(expected);
      }
      expect(await deliveriesOf(OTHER_LAB)).toEqual([]);
    });

    it('several at a time', async () => {
      await add();
      const events = [event(), event({ type: 'certificate.withdrawn' }), event({ type: 'certificate.amended' })];
      await webhooks.queueEvents(LAB, events);
      const types = (await deliveriesOf()).map(({ type }) => type);
      expect(types.toSorted()).toEqual(['certificate.published', 'certificate.withdrawn']);
    });

    it('none for a lab without endpoints, and none of none', async () => {
      await webhooks.queueEvents(LAB, [event()]);
      await add();
      await webhooks.queueEvents(LAB, []);
      expect(await deliveriesOf()).toEqual([]);
    });

    it('for one endpoint only, whatever it chose', async () => {
      const endpoint = await add();
      await add();
      const test = event({ type: 'webhook.test' });
      const delivery = aDelivery({ eventId: test.id, endpointId: endpoint.id, type: 'webhook.test' });
      await webhooks.addDelivery(test, delivery);
      expect(await deliveriesOf()).toEqual([delivery]);
    });
  });

  describe('events', () => {
    const idsAfter = async (position = 0, limit = 10, labId = LAB) => {
      const { events, hasMore } = await webhooks.eventsAfter(labId, position, limit);
      return { ids: events.map(({ id }) => id), last: events.at(-1)?.position ?? position, hasMore };
    };

    it('of each lab, page by page, whether or not an endpoint gets them', async () => {
      await add({ types: ['certificate.withdrawn'] });
      await add({ enabled: false, disabledReason: 'gone', disabledAt: NOW });
      const told = [1, 2, 3].map((seconds) => event({ createdAt: later(seconds) }));
      await webhooks.queueEvents(LAB, told);
      const theirs = event({ labId: OTHER_LAB });
      await webhooks.queueEvents(OTHER_LAB, [theirs]);
      expect(await deliveriesOf()).toEqual([]);
      const [first, second, third] = told.map(({ id }) => id);
      const page = await idsAfter(0, 2);
      expect(page).toMatchObject({ ids: [first, second], hasMore: true });
      expect(await idsAfter(page.last, 2)).toMatchObject({ ids: [third], hasMore: false });
      expect(await idsAfter(0, 3)).toMatchObject({ ids: [first, second, third], hasMore: false });
      expect(await idsAfter(0, 9, OTHER_LAB)).toMatchObject({ ids: [theirs.id], hasMore: false });
    });

    it('that turn up later come last, however old they are', async () => {
      const [late, early] = [event({ createdAt: later(1) }), event({ createdAt: later(2) })];
      await webhooks.queueEvents(LAB, [early]);
      const { last } = await idsAfter();
      await webhooks.queueEvents(LAB, [late]);
      expect((await idsAfter(last)).ids).toEqual([late.id]);
      expect((await idsAfter()).ids).toEqual([early.id, late.id]);
    });

    it('until they are old and nothing is left to deliver', async () => {
      await webhooks.queueEvents(LAB, [event()]); // no endpoint gets it
      await add();
      const waiting = event({ createdAt: later(1) });
      const young = event({ createdAt: later(100) });
      await webhooks.queueEvents(LAB, [waiting, young]);
      await webhooks.purge(later(50), later(50));
      expect((await idsAfter()).ids).toEqual([waiting.id, young.id]);
    });
  });

  describe('the queue', () => {
    it('gives out what is due with what is needed to send it, to one worker only', async () => {
      const endpoint = await add();
      const told = event({ body: '{"ä":1}' });
      await webhooks.queueEvents(LAB, [told]);
      const [claimed, ...others] = await claim();
      expect(others).toEqual([]);
      expect(claimed).toMatchObject({
        endpoint,
        body: '{"ä":1}',
        delivery: { eventId: told.id, leasedUntil: LEASE_END },
      });
      expect(await claim()).toEqual([]);
    });

    it('keeps what is not due yet', async () => {
      await add();
      await webhooks.queueEvents(LAB, [event({ createdAt: later(1) })]);
      expect(await claim()).toEqual([]);
      expect(await claim(10, later(1))).toHaveLength(1);
    });

    it('gives out a delivery of a dead worker again when its lease has run out', async () => {
      await add();
      await webhooks.queueEvents(LAB, [event()]);
      const [first] = await claim();
      expect(await claim(10, later(59), later(119))).toEqual([]);
      const [second] = await claim(10, LEASE_END, later(120));
      expect(second?.delivery).toEqual({ ...first?.delivery, leasedUntil: later(120) });
      expect(await complete(first as ClaimedDelivery)).toBe(false);
      expect(await webhooks.attemptsOf(first?.delivery.id ?? '')).toEqual([]);
      expect(await complete(second as ClaimedDelivery)).toBe(true);
      expect(await complete(second as ClaimedDelivery)).toBe(false);
    });

    it('claims the longest due first, and at most as many as requested', async () => {
      for (const seconds of [3, 1, 2]) {
        const endpoint = await add({ createdAt: later(seconds) });
        const told = event({ createdAt: later(seconds) });
        await webhooks.addDelivery(
          told,
          aDelivery({ id: randomUUID(), eventId: told.id, endpointId: endpoint.id, nextAttemptAt: later(seconds) }),
        );
      }
      const due = async (limit: number) =>
        (await claim(limit, later(10), later(70))).map(({ endpoint }) => Number(endpoint.createdAt));
      expect((await due(2)).toSorted()).toEqual([Number(later(1)), Number(later(2))]);
      expect(await due(2)).toEqual([Number(later(3))]);
    });

    it('gives out a few of each endpoint, so that one that hangs leaves room for others', async () => {
      const slow = await add({ types: ['certificate.published'] });
      await webhooks.queueEvents(
        LAB,
        Array.from({ length: 10 }, () => event()),
      );
      expect(await claim(16)).toHaveLength(4);
      expect(await claim(16)).toEqual([]);
      const other = await add({ types: ['certificate.withdrawn'] });
      await webhooks.queueEvents(LAB, [event({ type: 'certificate.withdrawn' })]);
      expect((await claim(16)).map(({ endpoint }) => endpoint.id)).toEqual([other.id]);
      expect((await claim(16, LEASE_END, later(120))).filter(({ endpoint }) => endpoint.id === slow.id)).toHaveLength(
        4,
      );
    });

    it('gives out a few of each lab, in turn, and of each the longest due first', async () => {
      const told = async (labId: string, count: number, seconds: number) => {
        for (let n = 0; n < count; n += 1)
          await webhooks.queueEvents(labId, [event({ labId, createdAt: later(seconds + n) })]);
      };
      for (let n = 0; n < 5; n += 1) await add();
      await add({ labId: OTHER_LAB });
      await told(LAB, 3, 0); // to each of five endpoints
      await told(OTHER_LAB, 3, 20);
      const labs = async (limit: number) =>
        (await claim(limit, later(30), later(90))).map(({ delivery }) => delivery.labId).toSorted();
      expect(await labs(2)).toEqual([LAB, OTHER_LAB].toSorted());
      expect(await labs(3)).toEqual([LAB, LAB, OTHER_LAB].toSorted());
      expect(await labs(20)).toEqual([...Array(5).fill(LAB), OTHER_LAB].toSorted());
      expect(await labs(20)).toEqual([]);
      const left = (await deliveriesOf(LAB)).filter(({ leasedUntil }) => leasedUntil === null);
      expect(left).toHaveLength(15 - 8);
      const taken = (await deliveriesOf(LAB)).filter(({ leasedUntil }) => leasedUntil !== null);
      expect(Math.max(...taken.map((one) => Number(one.createdAt)))).toBeLessThanOrEqual(
        Math.min(...left.map((one) => Number(one.createdAt))),
      );
    });

    it('counts the test events that wait for an endpoint', async () => {
      const [one, other] = [await add(), await add()];
      const test = async (endpointId: string) => {
        const told = event({ type: 'webhook.test' });
        const delivery = aDelivery({ id: randomUUID(), eventId: told.id, endpointId, type: 'webhook.test' });
        await webhooks.addDelivery(told, delivery);
      };
      await webhooks.queueEvents(LAB, [event()]);
      await test(one.id);
      await test(one.id);
      await test(other.id);
      expect(await webhooks.pendingTests(one.id)).toBe(2);
      for (const claimed of await claim()) await complete(claimed);
      expect(await webhooks.pendingTests(one.id)).toBe(0);
    });

    it('keeps what goes to a disabled endpoint until it is enabled', async () => {
      const endpoint = await add();
      await webhooks.queueEvents(LAB, [event()]);
      await webhooks.saveEndpoint({ ...endpoint, enabled: false, disabledReason: 'gone', disabledAt: NOW }, null);
      expect(await claim()).toEqual([]);
      await webhooks.saveEndpoint(endpoint, null);
      expect(await claim()).toHaveLength(1);
    });

    it('takes down what came of each attempt', async () => {
      await add();
      await webhooks.queueEvents(LAB, [event()]);
      const [first] = await claim();
      const again = { state: 'pending', tries: 1, nextAttemptAt: later(5), finishedAt: null } as const;
      expect(await complete(first as ClaimedDelivery, again)).toBe(true);
      expect(await claim()).toEqual([]);
      const [second] = await claim(10, later(5), later(65));
      expect(second?.delivery).toMatchObject({ attempts: 1, tries: 1 });
      expect(await complete(second as ClaimedDelivery, { tries: 2 }, 2)).toBe(true);
      const { id } = (second as ClaimedDelivery).delivery;
      expect(await webhooks.delivery(id)).toMatchObject({ state: 'delivered', attempts: 2, finishedAt: NOW });
      expect((await webhooks.attemptsOf(id)).map(({ number }) => number)).toEqual([1, 2]);
      expect((await webhooks.attemptsOf(id))[0]).toEqual({
        number: 1,
        startedAt: NOW,
        durationMs: 12,
        status: 204,
        error: null,
        answer: null,
      });
    });

    it('takes back what is to be sent again', async () => {
      await add();
      await webhooks.queueEvents(LAB, [event()]);
      const [claimed] = await claim();
      await complete(claimed as ClaimedDelivery);
      const { id } = (claimed as ClaimedDelivery).delivery;
      const over = await webhooks.deliveryForUpdate(id);
      const again = { state: 'pending', tries: 0, nextAttemptAt: later(9), finishedAt: null } as const;
      await webhooks.requeue({ ...(over as WebhookDelivery), ...again }, ENTRY);
      expect(await webhooks.delivery(id)).toEqual({ ...over, ...again });
      expect(await claim(10, later(9), later(69))).toHaveLength(1);
      expect(await webhooks.deliveryForUpdate(randomUUID())).toBeNull();
    });
  });

  describe('the log', () => {
    it('page by page, the newest first, by endpoint and by state', async () => {
      const [one, other] = [await add(), await add()];
      for (const seconds of [1, 2, 3]) await webhooks.queueEvents(LAB, [event({ createdAt: later(seconds) })]);
      const first = await webhooks.page({ ...ALL, labId: LAB, limit: 4 });
      expect(first.total).toEqual({ count: 6, relation: 'eq' });
      const rest = await webhooks.page({ ...ALL, labId: LAB, limit: 4, after: first.next });
      expect(rest.next).toBeNull();
      const times = [...first.items, ...rest.items].map(({ createdAt }) => Number(createdAt));
      expect(times).toEqual([3, 3, 2, 2, 1, 1].map((seconds) => Number(later(seconds))));
      expect(new Set([...first.items, ...rest.items].map(({ id }) => id)).size).toBe(6);

      const [claimed] = await claim(1, later(9), later(69));
      await complete(claimed as ClaimedDelivery);
      const delivered = await deliveriesOf(LAB, { state: 'delivered' });
      expect(delivered.map(({ id }) => id)).toEqual([claimed?.delivery.id]);
      for (const { id } of [one, other]) expect(await deliveriesOf(LAB, { endpointId: id })).toHaveLength(3);
      expect(await deliveriesOf(OTHER_LAB)).toEqual([]);
    });

    it('forgets what is over and old, and what a disabled endpoint never got', async () => {
      const endpoint = await add();
      const off = await add({ enabled: true });
      await webhooks.queueEvents(LAB, [event(), event({ createdAt: later(100) })]);
      await webhooks.saveEndpoint({ ...off, enabled: false, disabledReason: 'gone', disabledAt: NOW }, null);
      const [claimed] = await claim();
      await complete(claimed as ClaimedDelivery);
      await webhooks.queueEvents(LAB, [event({ createdAt: later(1) })]); // waits for an enabled endpoint
      expect(await webhooks.purge(later(50), later(50))).toBe(2);
      const left = (await deliveriesOf()).map(({ endpointId, createdAt }) => [endpointId, Number(createdAt)]);
      expect(left.toSorted()).toEqual(
        [
          [endpoint.id, Number(later(1))],
          [endpoint.id, Number(later(100))],
          [off.id, Number(later(100))],
        ].toSorted(),
      );
      expect(await webhooks.attemptsOf(claimed?.delivery.id ?? '')).toEqual([]);
    });
  });
});

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
