import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  amendOwnCertificate,
  correctCertificate,
  createCertificate,
  createWebhookEndpoint,
  rejectSubmission,
  replaceWebhookSecret,
  requestChanges,
  sendWebhookTest,
  withdrawOwnCertificate,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import { WEBHOOK_EVENT_TYPES, WEBHOOK_TEST } from '../../src/domain/webhooks/event.js';
import { schemaViolation } from '../fuzz/document.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { type Received, WebhookReceiver } from '../support/webhook-receiver.js';
import { aLab, approve, aReport, resolveAllComments, signInAsStaff, sql } from './api-helpers.js';
import { type Operation, readDocument, type Schema, webhooksOf } from './document.js';

const webhooks = new Map<string, Operation>(webhooksOf(readDocument()).map(({ path, operation }) => [path, operation]));

const bodySchemaOf = (type: string): Schema =>
  webhooks.get(type)?.requestBody?.content['application/json']?.schema ?? {};

it('the document has a webhook for every event type, and no others', () => {
  expect([...webhooks.keys()].sort()).toEqual([...WEBHOOK_EVENT_TYPES, WEBHOOK_TEST].sort());
});

describe('a webhook request', () => {
  let server: TestServer;
  let staff: Client;
  let receiver: WebhookReceiver;
  const received = new Map<string, Received>();

  beforeAll(async () => {
    server = await startServer({ WEBHOOK_ALLOW_LOOPBACK: 'true' });
    staff = await signInAsStaff(server, 'robin');
    receiver = await WebhookReceiver.open();
    const { client } = await aLab(server, staff);
    await lifeOfCertificates(client);
    const count = WEBHOOK_EVENT_TYPES.length + 2; // the test event, and the publication of the amendment
    await until('everything arrives', async () => receiver.received.length >= count);
    for (const message of receiver.received) received.set(JSON.parse(message.body).type, message);
  });
  afterAll(async () => {
    await receiver?.close();
    await server?.stop();
  });

  /** Triggers every event type once. */
  async function lifeOfCertificates(client: Client): Promise<void> {
    const types = [...WEBHOOK_EVENT_TYPES];
    const { data: endpoint } = await createWebhookEndpoint({
      client,
      body: { url: receiver.url, types },
      throwOnError: true,
    });
    await replaceWebhookSecret({ client, path: { id: endpoint.id }, throwOnError: true }); // two signatures
    await sendWebhookTest({ client, path: { id: endpoint.id }, throwOnError: true });

    const create = async (key: string, differing: Parameters<typeof aReport>[0] = {}) => {
      const headers = { 'Idempotency-Key': key };
      return (await createCertificate({ client, headers, body: aReport(differing), throwOnError: true })).data;
    };
    const { id: waiting } = await create('waiting', { documentSha256: 'e'.repeat(64) });
    // 72 hours later.
    const hours = `UPDATE coa_data SET "awaitedUntil" = "awaitedUntil" - interval '72 hours' WHERE "id" = $1`;
    await sql(server, hours, [waiting]);
    const any = { 'If-Match': '*' };
    const { id: rejected, version } = await create('rejected');
    const reason = 'The certificate names another product.';
    await rejectSubmission({ client: staff, path: { id: rejected }, body: { version, reason }, throwOnError: true });

    const { id, batchId, version: seen } = await create('published');
    const comments = [{ code: 'other' as const, weight: 'major' as const, text: 'Please check the THC figure.' }];
    await requestChanges({ client: staff, path: { id }, body: { version: seen, comments }, throwOnError: true });
    await correctCertificate({ client, path: { id }, headers: any, body: aReport({ batchId }), throwOnError: true });
    await resolveAllComments(staff, id);
    await approve(staff, id);
    const { data: amendment } = await amendOwnCertificate({
      client,
      path: { id },
      headers: { ...any, 'Idempotency-Key': 'amended' },
      body: { ...aReport({ batchId }), reason: 'The container holds 355 mL.' },
      throwOnError: true,
    });
    await approve(staff, amendment.id);
    const body = { reason: 'The sample was mixed up.' };
    await withdrawOwnCertificate({ client, path: { id: amendment.id }, headers: any, body, throwOnError: true });
  }

  it.each([...webhooks.keys()])('matches its schema and has the documented headers: %s', (type) => {
    const message = received.get(type);
    expect(message?.method).toBe('POST');
    expect(message?.headers['content-type']).toBe('application/json');
    expect(schemaViolation(bodySchemaOf(type), JSON.parse(message?.body ?? '{}'))).toBeNull();
    const parameters = webhooks.get(type)?.parameters ?? [];
    expect(parameters.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
    for (const { name, required, schema = {} } of parameters) {
      expect(required).toBe(true);
      const violation = schemaViolation(schema, message?.headers[name]);
      expect({ name, violation }).toEqual({ name, violation: null });
    }
  });

  it('is identified by its schema', () => {
    for (const type of webhooks.keys()) {
      for (const [other, { body }] of received) {
        const fits = schemaViolation(bodySchemaOf(type), JSON.parse(body)) === null;
        expect({ type, other, fits }).toEqual({ type, other, fits: type === other });
      }
    }
  });
});
