import { Webhook } from 'standardwebhooks';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  enableLabWebhookEndpoint,
  getLabWebhookDelivery,
  getWebhookDelivery,
  listLabWebhookDeliveries,
  listLabWebhookEndpoints,
  listWebhookDeliveries,
  listWebhookEndpoints,
  removeWebhookEndpoint,
  replaceWebhookSecret,
  sendLabWebhookDelivery,
  sendWebhookDelivery,
  sendWebhookTest,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type {
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
import { serve } from '../../src/main.js';
import { emailsIn } from '../support/mail-folder.js';
import { startServer, type TestServer, testConfig } from '../support/test-server.js';
import { answering, WebhookReceiver } from '../support/webhook-receiver.js';
import { type LabWithKey, labWithKey, pageAt, signInAsStaff, sql, until } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

const NOTHING = '0f8fad5b-d9cb-469f-a165-70867728950e';

let server: TestServer;
let staff: Client;
let receiver: WebhookReceiver;
let lab: LabWithKey;
beforeAll(async () => {
  server = await startServer({ WEBHOOK_ALLOW_LOOPBACK: 'true' });
  staff = await signInAsStaff(server, 'robin');
});
afterAll(() => server?.stop());
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
const decide = (data: Record<string, unknown> = { batchId: '#C9030' }) =>
  server.app
    .get(Transactions, { strict: false })
    .run(() =>
      server.app
        .get(Webhooks, { strict: false })
        .queueEvents(lab.lab.id, { type: 'certificate.published', at: new Date(), data }),
    );

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
    const on = await changeWebhookEndpoint({ ...asLab(), path, body: { ...body, enabled: true }, throwOnError: true });
    expect(on.data).toEqual({ ...endpoint, ...body, enabled: true });
    const { response } = await removeWebhookEndpoint({ ...asLab(), path });
    expect(response?.status).toBe(204);
    expect(await endpoints()).toEqual([]);
    expectProblem(await removeWebhookEndpoint({ ...asLab(), path }), 404, {
      type: '/problems/webhook-endpoint-not-found',
    });
  });

  it('are five at most, also when ten come at once, and no address twice', async () => {
    const adding = Array.from({ length: 10 }, (_, n) =>
      createWebhookEndpoint({ ...asLab(), body: anEndpoint({ url: `${receiver.url}/${n}` }) }),
    );
    const statuses = (await Promise.all(adding)).map(({ response }) => response?.status);
    expect(statuses.toSorted()).toEqual([201, 201, 201, 201, 201, 409, 409, 409, 409, 409]);
    const refused = await createWebhookEndpoint({ ...asLab(), body: anEndpoint() });
    expectProblem(refused, 409, { type: '/problems/too-many-webhook-endpoints' });

    lab = await labWithKey(staff);
    await add();
    const taken = await createWebhookEndpoint({ ...asLab(), body: anEndpoint() });
    expectProblem(taken, 409, { type: '/problems/webhook-address-taken' });
  });

  it.each<[object, string, string]>([
    [{ url: undefined }, 'url', 'An address is required'],
    [{ url: 'lab.example' }, 'url', 'Enter a full URL, such as https://lab.example/webhooks'],
    [{ url: 'http://lab.example/' }, 'url', 'Use port 443, or 1024 and up'],
    [{ url: 'https://10.0.0.1/' }, 'url', 'The URL must point to a server on the public internet'],
    [{ url: 'https://[fd00::1]:8443/' }, 'url', 'The URL must point to a server on the public internet'],
    [
      { url: 'https://me:x@lab.example/' },
      'url',
      'Leave the user name and password out of the URL. The signature shows who is calling',
    ],
    [{ types: [] }, 'types', 'Choose at least one event type'],
    [{ types: ['webhook.test'] }, 'types', expect.stringContaining('Event types are certificate.published') as never],
    [{ types: ['certificate.published', 'certificate.published'] }, 'types', 'List each event type only once'],
    [{ secret: 'whsec_mine' }, 'secret', 'Unknown field "secret"'],
  ])('are refused with bad input (%#)', async (differing, field, message) => {
    const answer = await createWebhookEndpoint({ ...asLab(), body: anEndpoint(differing) as never });
    expectProblem(answer, 400, wrong(field, message));
    expect(await endpoints()).toEqual([]);
  });

  it('lead to this machine only where a test says so', async () => {
    const strict = await startServer();
    try {
      const strictStaff = await signInAsStaff(strict, 'robin');
      const { headers } = await labWithKey(strictStaff);
      const answer = await createWebhookEndpoint({ client: strict.client(), headers, body: anEndpoint() });
      expectProblem(answer, 400, wrong('url', 'The URL must start with https://'));
      const secure = anEndpoint({ url: receiver.url.replace('http:', 'https:') });
      const other = await createWebhookEndpoint({ client: strict.client(), headers, body: secure });
      expectProblem(other, 400, wrong('url', 'The URL must point to a server on the public internet'));
    } finally {
      await strict.stop();
    }
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

  it('that fail say why, and are tried again', async () => {
    receiver.answer = answering(500, { 'content-type': 'text/plain' }, 'out of order');
    const { id: endpointId } = await add();
    const { data } = await sendWebhookTest({ ...asLab(), path: { id: endpointId }, throwOnError: true });
    await until('it was tried', async () => (await read(data.id)).attempts === 1);
    const { state, nextAttemptAt, history } = await read(data.id);
    expect({ state, history }).toMatchObject({ state: 'pending', history: [{ status: 500, answer: 'out of order' }] });
    expect(Date.parse(nextAttemptAt ?? '')).toBeGreaterThan(Date.now());
    receiver.answer = answering(204);
    await sendWebhookDelivery({ ...asLab(), path: { id: data.id }, throwOnError: true });
    await until('it arrives', isIn(data.id, 'delivered'));
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
    expect((await list({ endpoint: NOTHING })).data).toEqual([]);
  });

  it('of a disabled endpoint are neither made nor sent again', async () => {
    const { id, secret: _, ...endpoint } = await add();
    const { data } = await sendWebhookTest({ ...asLab(), path: { id }, throwOnError: true });
    await until('it arrives', isIn(data.id, 'delivered'));
    const body = { url: endpoint.url, types: endpoint.types, enabled: false };
    await changeWebhookEndpoint({ ...asLab(), path: { id }, body, throwOnError: true });
    const disabled = { type: '/problems/webhook-endpoint-disabled' };
    expectProblem(await sendWebhookTest({ ...asLab(), path: { id } }), 409, disabled);
    expectProblem(await sendWebhookDelivery({ ...asLab(), path: { id: data.id } }), 409, disabled);
  });

  it('that wait are sent by the next process', async () => {
    const database = { url: server.database.url, release: async () => {} };
    const { id } = await add();
    // Disabled for as long as the first process lives, so that only the next one can send it.
    await sql(
      server,
      `UPDATE webhook_endpoints SET "enabled" = false, "disabledReason" = 'gone', "disabledAt" = now() WHERE id = $1`,
      [id],
    );
    await sql(
      server,
      `WITH event AS (
         INSERT INTO webhook_events VALUES (gen_random_uuid(), $1, 'webhook.test', '{}', now()) RETURNING "id")
       INSERT INTO webhook_deliveries
         ("id", "eventId", "endpointId", "labId", "type", "state", "attempts", "tries", "nextAttemptAt", "createdAt")
       SELECT gen_random_uuid(), "id", $2, $1, 'webhook.test', 'pending', 0, 0, now(), now() FROM event`,
      [lab.lab.id, id],
    );
    await server.app.close();
    await sql(
      server,
      `UPDATE webhook_endpoints SET "enabled" = true, "disabledReason" = NULL, "disabledAt" = NULL WHERE id = $1`,
      [id],
    );
    const next = await serve(testConfig(database.url, { WEBHOOK_ALLOW_LOOPBACK: 'true' }));
    try {
      await until('it arrives', async () => receiver.received.length === 1);
    } finally {
      await next.close();
      await server.database.release();
      server = await startServer({ WEBHOOK_ALLOW_LOOPBACK: 'true' });
      staff = await signInAsStaff(server, 'robin');
    }
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

  it('who are no administrators see none of it', async () => {
    const reviewer = await signInAsStaff(server, 'kim', ['reviewer']);
    const path = { labId: lab.lab.id };
    const forbidden = { type: expect.any(String) as never };
    expectProblem(await listLabWebhookEndpoints({ client: reviewer, path }), 403, forbidden);
    expectProblem(await listLabWebhookDeliveries({ client: reviewer, path }), 403, forbidden);
  });
});

describe('a lab', () => {
  it('without the scope is refused', async () => {
    const other = await labWithKey(staff, { scopes: ['certificates:read'] });
    const { response } = await listWebhookEndpoints(asLab(other));
    expect(response?.status).toBe(403);
  });

  it('finds nothing of another lab', async () => {
    const { id } = await add();
    const { data } = await sendWebhookTest({ ...asLab(), path: { id }, throwOnError: true });
    const other = asLab(await labWithKey(staff));
    const body = { ...anEndpoint(), enabled: true };
    const noEndpoint = { type: '/problems/webhook-endpoint-not-found' };
    const noDelivery = { type: '/problems/webhook-delivery-not-found' };
    expectProblem(await changeWebhookEndpoint({ ...other, path: { id }, body }), 404, noEndpoint);
    expectProblem(await removeWebhookEndpoint({ ...other, path: { id } }), 404, noEndpoint);
    expectProblem(await replaceWebhookSecret({ ...other, path: { id } }), 404, noEndpoint);
    expectProblem(await sendWebhookTest({ ...other, path: { id } }), 404, noEndpoint);
    expectProblem(await getWebhookDelivery({ ...other, path: { id: data.id } }), 404, noDelivery);
    expectProblem(await sendWebhookDelivery({ ...other, path: { id: data.id } }), 404, noDelivery);
    expectProblem(await getWebhookDelivery({ ...asLab(), path: { id: NOTHING } }), 404, noDelivery);
    expectProblem(await getWebhookDelivery({ ...asLab(), path: { id: 'x' } }), 404, noDelivery);
    expect((await listWebhookDeliveries({ ...other, throwOnError: true })).data).toEqual([]);
  });
});
