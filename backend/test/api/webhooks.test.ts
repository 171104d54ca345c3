import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  enableLabWebhookEndpoint,
  getLabWebhookDelivery,
  getWebhookDelivery,
  listLabWebhookEndpoints,
  listPartnerEvents,
  listWebhookDeliveries,
  listWebhookEndpoints,
  removeWebhookEndpoint,
  replaceWebhookSecret,
  sendLabWebhookDelivery,
  sendWebhookDelivery,
  sendWebhookTest,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type {
  PartnerEventsDto,
  WebhookDeliveryWithHistoryDto,
  WebhookEndpointDto,
  WebhookEndpointWithSecretDto,
} from '../../../frontend/src/api/generated/types.gen.js';
import {
  zWebhookDeliveryWithHistoryDto,
  zWebhookEndpointDto,
  zWebhookEndpointWithSecretDto,
} from '../../../frontend/src/api/generated/zod.gen.js';
import { Transactions } from '../../src/domain/shared/ports.js';
import { Webhooks } from '../../src/domain/webhooks/webhooks.js';
import { encodeCursor } from '../../src/platform/http/paging.js';
import { emailsIn } from '../support/mail-folder.js';
import { serverOfThisFile } from '../support/test-server.js';
import { until } from '../support/until.js';
import { answering, WebhookReceiver } from '../support/webhook-receiver.js';
import { type LabWithKey, labWithKey, pageAt, signInAsStaff, sql, UNKNOWN_ID } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

const server = serverOfThisFile({ WEBHOOK_ALLOW_LOOPBACK: 'true' });
let staff: Client;
let receiver: WebhookReceiver;
let lab: LabWithKey;
beforeAll(async () => {
  staff = await signInAsStaff(server, 'robin');
});
beforeEach(async () => {
  receiver = await WebhookReceiver.open();
  lab = await labWithKey(staff);
});
afterEach(() => receiver?.close());

/** What every call of the lab has. */
const asLab = ({ headers }: LabWithKey = lab) => ({ client: server.client(), headers });

const anEndpoint = (differing: object = {}) => ({
  url: receiver.url,
  types: ['certificate.published' as const, 'certificate.withdrawn' as const],
  ...differing,
});

const add = async (differing: object = {}): Promise<WebhookEndpointWithSecretDto> =>
  (await createWebhookEndpoint({ ...asLab(), body: anEndpoint(differing), throwOnError: true })).data;

const endpoints = async (): Promise<readonly WebhookEndpointDto[]> =>
  (await listWebhookEndpoints({ ...asLab(), throwOnError: true })).data;

const read = async (id: string): Promise<WebhookDeliveryWithHistoryDto> =>
  (await getWebhookDelivery({ ...asLab(), path: { id }, throwOnError: true })).data;

const isIn = (id: string, state: string) => async () => (await read(id)).state === state;

/** Tells the lab of a decision, as the registry does. */
/** Ends in a later millisecond than it began: events of the same millisecond have no order. */
async function decide(data: Record<string, unknown> = { batchId: '#C9030' }): Promise<void> {
  const event = { type: 'certificate.published', at: new Date(), data } as const;
  const webhooks = server.app.get(Webhooks, { strict: false });
  await server.app.get(Transactions, { strict: false }).run(() => webhooks.queueEvents(lab.lab.id, event));
  for (const endedAt = Date.now(); Date.now() === endedAt; ) await sleep(1);
}

describe('endpoints', () => {
  it('are added, and show their secret this once', async () => {
    const { data, response } = await createWebhookEndpoint({ ...asLab(), body: anEndpoint() });
    expect(response?.status).toBe(201);
    const { secret, ...endpoint } = zWebhookEndpointWithSecretDto.parse(data);
    expect({ secret, ...endpoint }).toEqual(data);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toMatchObject({ ...anEndpoint(), enabled: true, disabledReason: null, lastSuccessAt: null });
    expect(await endpoints()).toEqual([endpoint]);
    expect(zWebhookEndpointDto.parse(endpoint)).toEqual(endpoint);
    const log = await sql<object>(server, `SELECT * FROM audit_log WHERE subject = $1`, [
      `webhook-endpoint:${endpoint.id}`,
    ]);
    expect(log).toMatchObject([{ action: 'webhook-endpoint.created', actorName: lab.lab.name }]);
  });

  it('are changed, disabled, enabled and removed', async () => {
    const { secret: _, ...endpoint } = await add();
    const path = { id: endpoint.id };
    const body = { url: `${receiver.url}/new`, types: ['certificate.amended' as const], enabled: false };
    const { data } = await changeWebhookEndpoint({ ...asLab(), path, body, throwOnError: true });
    expect(data).toEqual({ ...endpoint, ...body, disabledReason: 'requested', disabledAt: expect.any(String) });
    expectProblem(await sendWebhookTest({ ...asLab(), path }), 409, { type: '/problems/webhook-endpoint-disabled' });
    const on = await changeWebhookEndpoint({ ...asLab(), path, body: { ...body, enabled: true }, throwOnError: true });
    expect(on.data).toEqual({ ...endpoint, ...body, enabled: true });
    const { response } = await removeWebhookEndpoint({ ...asLab(), path });
    expect(response?.status).toBe(204);
    expect(await endpoints()).toEqual([]);
    expectProblem(await removeWebhookEndpoint({ ...asLab(), path }), 404, {
      type: '/problems/webhook-endpoint-not-found',
    });
  });

  it('are five at most, and no address twice', async () => {
    await add();
    const taken = await createWebhookEndpoint({ ...asLab(), body: anEndpoint() });
    expectProblem(taken, 409, { type: '/problems/webhook-address-taken' });
    for (const n of [2, 3, 4, 5]) await add({ url: `${receiver.url}/${n}` });
    const refused = await createWebhookEndpoint({ ...asLab(), body: anEndpoint({ url: `${receiver.url}/6` }) });
    expectProblem(refused, 409, { type: '/problems/too-many-webhook-endpoints' });
  });

  it.each<[object, string, string]>([
    [{ url: undefined }, 'url', 'An address is required'],
    [{ url: 'http://lab.example/' }, 'url', 'Use port 443, or 1024 and up'],
    [{ types: [] }, 'types', 'Choose at least one event type'],
    [{ types: ['webhook.test'] }, 'types', expect.stringContaining('Event types are certificate.published') as never],
    [{ types: ['certificate.published', 'certificate.published'] }, 'types', 'List each event type only once'],
    [{ secret: 'whsec_mine' }, 'secret', 'Unknown field "secret"'],
  ])('are refused with bad input (%#)', async (differing, field, message) => {
    const answer = await createWebhookEndpoint({ ...asLab(), body: anEndpoint(differing) as never });
    expectProblem(answer, 400, wrong(field, message));
    expect(await endpoints()).toEqual([]);
  });
});

describe('deliveries', () => {
  it('arrive soon after the decision, and verify with the secret', async () => {
    const { id: endpointId, secret } = await add();
    await decide({ batchId: 'Ä #1' });
    await until('it arrives', async () => receiver.received.length === 1);
    const { headers, body } = receiver.only;
    expect(new Webhook(secret).verify(body, headers)).toEqual({
      type: 'certificate.published',
      timestamp: expect.any(String),
      data: { batchId: 'Ä #1' },
    });
    const { data } = await listWebhookDeliveries({ ...asLab(), throwOnError: true });
    expect(data).toMatchObject([{ endpointId, eventId: headers['webhook-id'], type: 'certificate.published' }]);
    const [{ id } = { id: '' }] = data;
    await until('it is written down', isIn(id, 'delivered'));
    const delivery = await read(id);
    expect(zWebhookDeliveryWithHistoryDto.parse(delivery)).toEqual(delivery);
    expect(delivery).toMatchObject({ attempts: 1, history: [{ number: 1, status: 204, error: null, answer: null }] });
  });

  it('of a test are sent on request, and again under the same id, and signed by two secrets after a rotation', async () => {
    const { id: endpointId, secret } = await add({ types: ['certificate.withdrawn'] });
    const { data, response } = await sendWebhookTest({ ...asLab(), path: { id: endpointId }, throwOnError: true });
    expect(response.status).toBe(202);
    await until('it arrives', isIn(data.id, 'delivered'));
    const rotated = await replaceWebhookSecret({ ...asLab(), path: { id: endpointId }, throwOnError: true });
    expect(rotated.data.secret).not.toBe(secret);
    expect(rotated.data.previousSecretUntil).toEqual(expect.any(String));
    await sendWebhookDelivery({ ...asLab(), path: { id: data.id }, throwOnError: true });
    await until('it arrives again', async () => (await read(data.id)).attempts === 2);
    const [first, second] = receiver.received;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    for (const known of [secret, rotated.data.secret]) {
      expect(new Webhook(known).verify(second?.body ?? '', second?.headers ?? {})).toMatchObject({
        type: 'webhook.test',
      });
    }
    expect(() => new Webhook(rotated.data.secret).verify(first?.body ?? '', first?.headers ?? {})).toThrow();
  });

  it('come page by page, by endpoint and by state', async () => {
    const { id: endpoint } = await add();
    for (let n = 0; n < 3; n += 1) await sendWebhookTest({ ...asLab(), path: { id: endpoint }, throwOnError: true });
    const list = async (query: object) => {
      const { data, response } = await listWebhookDeliveries({ ...asLab(), query, throwOnError: true });
      return { data, link: response.headers.get('link') };
    };
    const { link } = await list({ limit: 2, endpoint });
    const next = /^<([^>]+)>/.exec(link ?? '')?.[1] ?? '';
    const page = await fetch(server.url + next, { headers: lab.headers });
    expect(await page.json()).toHaveLength(1);
    expect(page.headers.get('link')).toBeNull();
    await until('all arrive', async () => (await list({ state: 'delivered' })).data.length === 3);
    expect((await list({ state: 'failed' })).data).toEqual([]);
    expect((await list({ endpoint: UNKNOWN_ID })).data).toEqual([]);
  });
});

describe('events', () => {
  const list = async (query: { after?: string; limit?: number } = {}, by: LabWithKey = lab) =>
    (await listPartnerEvents({ ...asLab(by), query, throwOnError: true })).data;
  const batches = ({ events }: PartnerEventsDto) =>
    events.map(({ data }) => (data as { readonly batchId?: string }).batchId);

  it('are what webhooks carry, with the same ids', async () => {
    await add();
    await decide({ batchId: 'Ä #1', version: 3 });
    await until('it arrives', async () => receiver.received.length === 1);
    const { headers, body } = receiver.only;
    const { events, hasMore } = await list();
    expect(hasMore).toBe(false);
    expect(events).toEqual([{ id: headers['webhook-id'], ...JSON.parse(body) }]);
  });

  it('come page by page, and the last answer says where to go on when nothing happened yet', async () => {
    const nothing = await list();
    expect(nothing).toMatchObject({ events: [], hasMore: false });
    for (const batchId of ['1', '2', '3']) await decide({ batchId });
    const first = await list({ after: nothing.next, limit: 2 });
    expect([batches(first), first.hasMore]).toEqual([['1', '2'], true]);
    const second = await list({ after: first.next, limit: 2 });
    expect([batches(second), second.hasMore]).toEqual([['3'], false]);
    const third = await list({ after: second.next });
    expect(third).toMatchObject({ events: [], hasMore: false });
    await decide({ batchId: '4' });
    expect(batches(await list({ after: third.next }))).toEqual(['4']);
    expect(batches(await list({ after: second.next }))).toEqual(['4']);
  });

  it('of another lab are not shown, whatever cursor is sent', async () => {
    await decide({ batchId: 'secret' });
    const { next } = await list();
    const other = await labWithKey(staff);
    expect(await list({}, other)).toMatchObject({ events: [] });
    expect(await list({ after: next }, other)).toMatchObject({ events: [] });
    await decide({ batchId: 'secret too' });
    expect(await list({ after: next }, other)).toMatchObject({ events: [] });
    expect(batches(await list({ after: next }))).toEqual(['secret too']);
  });

  it('are refused with an invalid cursor, or a limit out of range', async () => {
    for (const after of [
      'x',
      '%00',
      '{"position":1}',
      encodeCursor({ position: -1, at: new Date() }),
      encodeCursor({ position: 'DROP', at: new Date() }),
      encodeCursor({ position: 1e300, at: new Date() }),
      encodeCursor({ createdAt: new Date(), id: UNKNOWN_ID }),
    ]) {
      const answer = await listPartnerEvents({ ...asLab(), query: { after } });
      expectProblem(answer, 400, wrong('after', 'This cursor is not for this list. Start again without it'));
    }
    for (const limit of [0, 201, 1.5, 'ten']) {
      const answer = await listPartnerEvents({ ...asLab(), query: { limit: limit as number } });
      expectProblem(answer, 400, wrong('limit', 'limit must be a whole number from 1 to 200'));
    }
  });

  it('are not skipped in silence by a lab that last read them more than 30 days ago', async () => {
    const at = (days: number) => encodeCursor({ position: 1, at: new Date(Date.now() - days * 86_400_000) });
    expectProblem(await listPartnerEvents({ ...asLab(), query: { after: at(30.01) } }), 410, {
      type: '/problems/events-expired',
    });
    expect(await list({ after: at(29.99) })).toMatchObject({ events: [] });
  });
});

describe('staff', () => {
  it('see endpoints and deliveries of a lab, enable what was disabled, and send again', async () => {
    receiver.answer = answering(410);
    const { id, secret: _ } = await add();
    const { data: test } = await sendWebhookTest({ ...asLab(), path: { id }, throwOnError: true });
    await until('it is given up', isIn(test.id, 'failed'));
    const emailToLab = async () =>
      (await emailsIn(server.mailFolder)).find(({ text }) => text?.includes(`Endpoint ID: ${id}`));
    await until('the lab gets an email', async () => (await emailToLab()) !== undefined);
    const subject = `Webhook turned off: ${new URL(receiver.url).hostname}`;
    expect(await emailToLab()).toMatchObject({ subject, to: [{ address: lab.lab.contactEmail }] });
    const path = { labId: lab.lab.id };
    const { data: seen } = await listLabWebhookEndpoints({ client: staff, path, throwOnError: true });
    expect(seen).toMatchObject([{ id, enabled: false, disabledReason: 'gone' }]);
    expect(JSON.stringify(seen)).not.toContain('secret"');
    const { data } = await pageAt(staff, `/api/staff/labs/${lab.lab.id}/webhook-deliveries?state=failed`);
    expect(data).toMatchObject([{ id: test.id }]);
    const one = { client: staff, path: { ...path, id: test.id } };
    expect((await getLabWebhookDelivery({ ...one, throwOnError: true })).data.history).toHaveLength(1);
    expectProblem(await sendLabWebhookDelivery(one), 409, { type: '/problems/webhook-endpoint-disabled' });

    receiver.answer = answering(204);
    const enabled = await enableLabWebhookEndpoint({ client: staff, path: { ...path, id }, throwOnError: true });
    expect(enabled.data).toMatchObject({ enabled: true, disabledReason: null });
    await sendLabWebhookDelivery({ ...one, throwOnError: true });
    await until('it arrives', isIn(test.id, 'delivered'));

    const actions = await sql<{ action: string; actorName: string }>(
      server,
      `SELECT action, "actorName" FROM audit_log WHERE subject IN ($1, $2) ORDER BY id`,
      [`webhook-endpoint:${id}`, `webhook-delivery:${test.id}`],
    );
    expect(actions).toEqual([
      { action: 'webhook-endpoint.created', actorName: lab.lab.name },
      { action: 'webhook-endpoint.disabled', actorName: 'system' },
      { action: 'webhook-endpoint.changed', actorName: 'robin' },
      { action: 'webhook-delivery.redelivered', actorName: 'robin' },
    ]);
    const mail = await sql(server, `SELECT kind FROM mail_outbox WHERE payload->>'endpointId' = $1`, [id]);
    expect(mail).toEqual([{ kind: 'webhook.disabled' }]);
  });
});

it('a lab finds nothing of another lab, and nothing under a malformed ID', async () => {
  const { id } = await add();
  const { data } = await sendWebhookTest({ ...asLab(), path: { id }, throwOnError: true });
  const other = asLab(await labWithKey(staff));
  const noEndpoint = { type: '/problems/webhook-endpoint-not-found' };
  const noDelivery = { type: '/problems/webhook-delivery-not-found' };
  const body = { ...anEndpoint(), enabled: true };
  expectProblem(await changeWebhookEndpoint({ ...other, path: { id }, body }), 404, noEndpoint);
  expectProblem(await removeWebhookEndpoint({ ...other, path: { id } }), 404, noEndpoint);
  expectProblem(await getWebhookDelivery({ ...other, path: { id: data.id } }), 404, noDelivery);
  expectProblem(await sendWebhookDelivery({ ...other, path: { id: data.id } }), 404, noDelivery);
  expectProblem(await getWebhookDelivery({ ...asLab(), path: { id: 'x' } }), 404, noDelivery);
  expect((await listWebhookDeliveries({ ...other, throwOnError: true })).data).toEqual([]);
});
