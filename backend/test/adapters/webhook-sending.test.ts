import type { DataSource } from 'typeorm';
import { HOUR_MS } from '../../src/domain/shared/durations.js';
import type { WebhookDelivery } from '../../src/domain/webhooks/delivery.js';
import { WebhookDispatcher } from '../../src/domain/webhooks/delivery-attempts.js';
import { MAX_ENDPOINTS, type WebhookEndpoint } from '../../src/domain/webhooks/endpoint.js';
import type { NewWebhookEvent } from '../../src/domain/webhooks/event.js';
import type { ClaimedDelivery } from '../../src/domain/webhooks/ports.js';
import { Webhooks } from '../../src/domain/webhooks/webhooks.js';
import { TypeOrmWebhookRepository } from '../../src/modules/webhooks/database/typeorm-webhook.repository.js';
import { EncryptedWebhookSecrets } from '../../src/modules/webhooks/encrypted-webhook-secrets.js';
import { HttpWebhookSender } from '../../src/modules/webhooks/jobs/http-webhook-sender.js';
import { webhookQueue } from '../../src/modules/webhooks/jobs/webhook-worker.js';
import { RandomIds } from '../../src/platform/clock-and-ids.js';
import { TypeOrmTransactions } from '../../src/platform/database/transaction.js';
import { mailOutboxTable } from '../../src/platform/email/outbox.js';
import { WakeSignal } from '../../src/platform/queue/wake-signal.js';
import { Worker } from '../../src/platform/queue/worker.js';
import { ACTOR, NOW } from '../support/builders.js';
import { StoppedClock } from '../support/in-memory-clock-and-ids.js';
import { HANGS_AFTER_MS } from '../support/limits.mjs';
import { until } from '../support/until.js';
import { answering, WebhookReceiver } from '../support/webhook-receiver.js';
import { LAB } from '../support/webhooks.js';
import { auditLogOf, databaseOfThisFile } from './open-database.js';

// The use cases over a real database and a real receiver; only the time is made up.

const emptyDatabase = databaseOfThisFile();
const secrets = new EncryptedWebhookSecrets('a secret for tests that is long enough');
const NOTHING_CHOSEN = { endpointId: null, state: null, limit: 50, after: null };

let database: DataSource;
let clock: StoppedClock;
let receiver: WebhookReceiver;
let webhooks: Webhooks;
let endpoint: WebhookEndpoint;
beforeEach(async () => {
  database = await emptyDatabase();
  await database.query(
    `INSERT INTO partner_labs ("id", "name", "nameKey", "contactEmail", "createdAt")
     VALUES ($1, 'Example Analytical', 'example analytical', 'data@lab.example', $2)`,
    [LAB, NOW],
  );
  clock = new StoppedClock();
  receiver = await WebhookReceiver.open();
  const { repository, sender, transactions } = aProcess();
  webhooks = new Webhooks(repository, sender, secrets, transactions, clock, new RandomIds());
  const types = ['certificate.published', 'certificate.withdrawn'] as const;
  endpoint = (await webhooks.create(LAB, { url: receiver.url, types }, ACTOR)).endpoint;
});
afterEach(() => receiver?.close());

/** The objects of one process. */
/** What hangs here does so until the test ends it. */
const PATIENT = { connectMs: HANGS_AFTER_MS, attemptMs: HANGS_AFTER_MS };

function aProcess() {
  const wakeSignal = new WakeSignal();
  const repository = new TypeOrmWebhookRepository(database, wakeSignal);
  const sender = new HttpWebhookSender(secrets, true, undefined, PATIENT);
  const transactions = new TypeOrmTransactions(database);
  return {
    bell: wakeSignal,
    repository,
    sender,
    transactions,
    sending: new WebhookDispatcher(repository, sender, transactions, clock),
  };
}

const news = (differing: Partial<NewWebhookEvent> = {}): NewWebhookEvent => ({
  type: 'certificate.published',
  at: clock.now(),
  data: { batchId: '#C9030' },
  ...differing,
});

/** Sends everything that is due now. @returns how many attempts that were */
async function sendDue({ sending } = aProcess()): Promise<number> {
  let sent = 0;
  for (;;) {
    const claimed = await sending.claim(10);
    if (claimed.length === 0) return sent;
    await Promise.all(claimed.map((one) => sending.deliver(one)));
    sent += claimed.length;
  }
}

const deliveries = async () => (await webhooks.deliveries({ labId: LAB, ...NOTHING_CHOSEN })).items;

async function theDelivery(): Promise<WebhookDelivery> {
  const [delivery, ...others] = await deliveries();
  if (!delivery || others.length > 0) throw new Error(`${others.length + 1} deliveries`);
  return delivery;
}

const historyOf = async ({ id }: WebhookDelivery) => (await webhooks.delivery(LAB, id)).history;

const theEndpoint = async () => (await webhooks.endpoints(LAB))[0];

/** Goes on to when the only delivery is due, and sends it. */
async function sendNext(): Promise<WebhookDelivery> {
  const { nextAttemptAt } = await theDelivery();
  clock.goOn((Number(nextAttemptAt) - clock.now().getTime()) / HOUR_MS);
  expect(await sendDue()).toBe(1);
  return theDelivery();
}

const idsReceived = () => receiver.received.map(({ headers }) => headers['webhook-id']);

it('what was told arrives once, and is in the log', async () => {
  await webhooks.queueEvents(LAB, news());
  expect(await sendDue()).toBe(1);
  const { headers, body } = receiver.only;
  expect(JSON.parse(body)).toEqual({
    type: 'certificate.published',
    timestamp: NOW.toISOString(),
    data: { batchId: '#C9030' },
  });
  const delivery = await theDelivery();
  expect(headers['webhook-id']).toBe(delivery.eventId);
  expect(headers['webhook-timestamp']).toBe(String(NOW.getTime() / 1000));
  expect(delivery).toMatchObject({ state: 'delivered', attempts: 1, finishedAt: NOW, nextAttemptAt: null });
  expect(await historyOf(delivery)).toEqual([
    { number: 1, startedAt: NOW, durationMs: expect.any(Number), status: 204, error: null, answer: null },
  ]);
  expect(await theEndpoint()).toMatchObject({ lastSuccessAt: NOW, failingSince: null });
});

it('a process that ended while it was sending leaves a lease, and the next one sends again under the same id', async () => {
  await webhooks.queueEvents(LAB, news());
  const ended = aProcess();
  const [claimed] = await ended.sending.claim(10);
  if (!claimed) throw new Error('nothing to send');
  await ended.sender.send({
    ...claimed.endpoint,
    id: claimed.delivery.eventId,
    body: claimed.body,
    at: NOW,
    secrets: [claimed.endpoint.secret],
  });
  expect(receiver.received).toHaveLength(1); // delivered, but not recorded

  expect(await sendDue()).toBe(0);
  clock.goOn(59 / 3600);
  expect(await sendDue()).toBe(0);
  clock.goOn(1 / 3600);
  expect(await sendDue()).toBe(1);
  const [first, second] = receiver.received;
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.body).toBe(first?.body);
  expect(second?.headers['webhook-signature']).not.toBe(first?.headers['webhook-signature']); // made at another time
  expect(await theDelivery()).toMatchObject({ state: 'delivered', attempts: 1 });
});

it('a worker that took longer than its lease changes nothing of what another one wrote', async () => {
  await webhooks.queueEvents(LAB, news());
  const slow = aProcess();
  const [claimed] = await slow.sending.claim(10);
  clock.goOn(1);
  await sendDue();
  const delivery = await theDelivery();
  receiver.answer = answering(500);
  await slow.sending.deliver(claimed as never);
  expect(await theDelivery()).toEqual(delivery);
  expect(await theEndpoint()).toMatchObject({ failingSince: null });
});

it('a worker in the same process sends as soon as a decision is kept, without waiting for its next look', async () => {
  const { bell: wakeSignal, sending, repository, sender, transactions } = aProcess();
  const worker = new Worker(webhookQueue(sending, wakeSignal, 3_600_000));
  worker.start();
  try {
    const here = new Webhooks(repository, sender, secrets, transactions, clock, new RandomIds());
    const areAllDelivered = async () => (await deliveries()).every(({ state }) => state === 'delivered');
    for (let count = 1; count <= 5; count += 1) {
      await transactions.run(() => here.queueEvents(LAB, news()));
      await until('it arrives', async () => receiver.received.length === count && (await areAllDelivered()));
    }
  } finally {
    await worker.stop();
  }
});

it('a receiver that answers 500 for a day is tried eight times over that day, and then given up', async () => {
  receiver.answer = answering(500, { 'content-type': 'text/plain' }, 'no');
  await webhooks.queueEvents(LAB, news());
  let delivery = await theDelivery();
  for (let n = 1; n <= 8; n += 1) {
    expect(delivery.state).toBe('pending');
    delivery = await sendNext();
  }
  expect(delivery).toMatchObject({ state: 'failed', attempts: 8, nextAttemptAt: null });
  const hours = (clock.now().getTime() - NOW.getTime()) / HOUR_MS;
  expect(hours).toBeGreaterThan(18);
  expect(hours).toBeLessThan(29);
  expect(new Set(idsReceived())).toEqual(new Set([delivery.eventId]));
  expect((await historyOf(delivery)).map(({ status, answer }) => ({ status, answer }))).toEqual(
    Array.from({ length: 8 }, () => ({ status: 500, answer: 'no' })),
  );
  expect(await theEndpoint()).toMatchObject({ enabled: true, givenUpInRow: 1, failingSince: NOW });

  clock.goOn(24);
  expect(await sendDue()).toBe(0);
  receiver.answer = answering(200);
  await webhooks.redeliver(LAB, delivery.id, null);
  expect(await sendDue()).toBe(1);
  expect(await theDelivery()).toMatchObject({ state: 'delivered', attempts: 9 });
  expect(new Set(idsReceived())).toEqual(new Set([delivery.eventId]));
  expect(await theEndpoint()).toMatchObject({ givenUpInRow: 0, failingSince: null });
});

describe('a receiver that is gone', () => {
  beforeEach(async () => {
    receiver.answer = answering(410);
    await webhooks.queueEvents(LAB, news(), news({ type: 'certificate.withdrawn' }));
    const { sending } = aProcess();
    const [claimed] = await sending.claim(1);
    await sending.deliver(claimed as never);
  });

  it('is sent nothing more, and its lab is told why', async () => {
    expect(await theEndpoint()).toMatchObject({ enabled: false, disabledReason: 'gone', disabledAt: NOW });
    expect(await sendDue()).toBe(0);
    await webhooks.queueEvents(LAB, news());
    expect((await deliveries()).map(({ state }) => state).toSorted()).toEqual(['failed', 'pending']);
    expect(await auditLogOf(database)).toContainEqual({
      at: NOW,
      actor: { id: 'system', name: 'system' },
      action: 'webhook-endpoint.disabled',
      subject: `webhook-endpoint:${endpoint.id}`,
      before: expect.objectContaining({ enabled: true, disabledReason: null }),
      after: expect.objectContaining({ enabled: false, disabledReason: 'gone' }),
    });
    const mail = await database.manager.find(mailOutboxTable);
    const named = { payload: { endpointId: endpoint.id }, createdAt: NOW };
    expect(mail).toMatchObject([{ kind: 'webhook.disabled', ...named }]);
  });

  it('gets waiting deliveries once it is enabled, and abandoned ones on request', async () => {
    receiver.answer = answering(204);
    const failed = (await deliveries()).find(({ state }) => state === 'failed');
    await expect(webhooks.redeliver(LAB, failed?.id ?? '', ACTOR)).rejects.toThrow('This endpoint is disabled');
    await webhooks.change(LAB, endpoint.id, { enabled: true }, ACTOR);
    expect(await sendDue()).toBe(1);
    await webhooks.redeliver(LAB, failed?.id ?? '', ACTOR);
    expect(await sendDue()).toBe(1);
    expect((await deliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  });
});

it('no secret is stored as it is, nor written into the audit log', async () => {
  const { secret } = await webhooks.rotate(LAB, endpoint.id, ACTOR);
  const [stored] = await database.query('SELECT * FROM webhook_endpoints');
  const log = await auditLogOf(database);
  for (const text of [JSON.stringify(stored), JSON.stringify(log)]) expect(text).not.toContain(secret.slice(6));
  expect(JSON.stringify(log)).not.toContain(stored.secret);
  expect(secrets.sign([stored.secret], 'id', NOW, 'body')).toMatch(/^v1,/);
});

it('an endpoint that is deleted while something is sent there takes that with it', async () => {
  await webhooks.queueEvents(LAB, news());
  const { sending } = aProcess();
  const [claimed] = await sending.claim(1);
  await webhooks.remove(LAB, endpoint.id, ACTOR);
  await sending.deliver(claimed as never);
  expect(await deliveries()).toEqual([]);
});

it('the log forgets after thirty days, and events that labs can read a day later', async () => {
  await webhooks.queueEvents(LAB, news());
  await sendDue();
  const { sending } = aProcess();
  clock.goOn(30 * 24);
  expect(await sending.purge()).toBe(0);
  clock.goOn(1);
  expect(await sending.purge()).toBe(1);
  expect(await database.query('SELECT * FROM webhook_events')).toHaveLength(1);
  clock.goOn(24);
  await sending.purge();
  expect(await database.query('SELECT * FROM webhook_events')).toEqual([]);
  expect(await database.query('SELECT * FROM webhook_attempts')).toEqual([]);
});

describe('a lab whose servers all hang', () => {
  const OTHER = '7c2c1a9e-6d0b-4b57-9a51-0f6f1f7f2c22';
  const WAITING = 30;
  let quick: WebhookReceiver;
  let workers: Worker<ClaimedDelivery>[];
  beforeEach(async () => {
    quick = await WebhookReceiver.open();
    workers = [];
    receiver.answer = () => {};
    await database.query(
      `INSERT INTO partner_labs ("id", "name", "nameKey", "contactEmail", "createdAt")
       VALUES ($1, 'Another Lab', 'another lab', 'data@other.example', $2)`,
      [OTHER, NOW],
    );
    const types = ['certificate.published'] as const;
    for (let n = 1; n < MAX_ENDPOINTS; n += 1)
      await webhooks.create(LAB, { url: `${receiver.url}/${n}`, types }, ACTOR);
    await webhooks.create(OTHER, { url: quick.url, types }, ACTOR);
    for (let n = 0; n < WAITING; n += 1) await webhooks.queueEvents(LAB, news());
  });
  afterEach(async () => {
    const stopped = Promise.all(workers.map((worker) => worker.stop()));
    await receiver.close(); // so that nothing waits for an answer any more
    await stopped;
    await quick.close();
    receiver = await WebhookReceiver.open();
  });

  const instance = () => {
    const { sending, bell: wakeSignal } = aProcess();
    const worker = new Worker(webhookQueue(sending, wakeSignal, 100));
    workers.push(worker);
    worker.start();
  };

  it('does not keep another lab waiting, and has few deliveries on the way from all instances together', async () => {
    instance();
    instance();
    await until('many are on the way', async () => receiver.connections >= 8);
    clock.goOn(1 / 3600);
    await webhooks.queueEvents(OTHER, news());
    await until('the other lab is told', async () => quick.received.length === 1);
    expect(receiver.connections).toBe(8);
    // None of them has ended: the other lab did not wait for one.
    expect(await database.query('SELECT 1 FROM webhook_attempts WHERE "status" IS NULL')).toEqual([]);
  });
});

it('test events wait in a number that is limited for each endpoint, until some are over', async () => {
  receiver.answer = answering(500);
  const tests = await Promise.allSettled(Array.from({ length: 9 }, () => webhooks.test(LAB, endpoint.id)));
  expect(tests.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  await expect(webhooks.test(LAB, endpoint.id)).rejects.toThrow(
    '5 test events are still waiting to reach this endpoint. Look at their deliveries to see why, or wait until they are done.',
  );
  await sendDue(); // and they wait for another try
  await expect(webhooks.test(LAB, endpoint.id)).rejects.toThrow('still waiting');
  const draft = { url: `${receiver.url}/other`, types: endpoint.types };
  const other = (await webhooks.create(LAB, draft, ACTOR)).endpoint;
  await webhooks.test(LAB, other.id);

  receiver.answer = answering(204);
  clock.goOn(1);
  await sendDue();
  const { id } = await webhooks.test(LAB, endpoint.id);
  await sendDue();
  for (let n = 0; n < 5; n += 1) await webhooks.test(LAB, endpoint.id);
  await expect(webhooks.redeliver(LAB, id, null)).rejects.toThrow('still waiting');
});

describe('a lab', () => {
  const OTHER = '7c2c1a9e-6d0b-4b57-9a51-0f6f1f7f2c22';

  it('sees and changes what is its own', async () => {
    await webhooks.queueEvents(LAB, news());
    const { id } = await theDelivery();
    for (const call of [
      () => webhooks.change(OTHER, endpoint.id, { enabled: false }, ACTOR),
      () => webhooks.remove(OTHER, endpoint.id, ACTOR),
      () => webhooks.rotate(OTHER, endpoint.id, ACTOR),
      () => webhooks.test(OTHER, endpoint.id),
    ]) {
      await expect(call()).rejects.toThrow('find this webhook endpoint');
    }
    await expect(webhooks.delivery(OTHER, id)).rejects.toThrow('find this webhook delivery');
    await expect(webhooks.redeliver(OTHER, id, null)).rejects.toThrow('find this webhook delivery');
    expect(await webhooks.endpoints(OTHER)).toEqual([]);
  });

  it('tests an endpoint, whatever that chose', async () => {
    const { id } = await webhooks.test(LAB, endpoint.id);
    await sendDue();
    expect(await theDelivery()).toMatchObject({ id, type: 'webhook.test', state: 'delivered' });
    expect(JSON.parse(receiver.only.body)).toMatchObject({ type: 'webhook.test' });
    await webhooks.change(LAB, endpoint.id, { enabled: false }, ACTOR);
    await expect(webhooks.test(LAB, endpoint.id)).rejects.toThrow('This endpoint is disabled');
  });

  it('is told what is wrong with an address', async () => {
    const draft = { url: 'http://10.0.0.1:8080/', types: endpoint.types };
    await expect(webhooks.create(LAB, draft, ACTOR)).rejects.toThrow('public internet');
    await expect(webhooks.change(LAB, endpoint.id, { url: draft.url }, ACTOR)).rejects.toThrow('public internet');
  });
});
