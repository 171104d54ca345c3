import { randomUUID } from 'node:crypto';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  amendOwnCertificate,
  createCertificate,
  createWebhookEndpoint,
  getOwnCertificate,
  listPartnerEvents,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { OwnCertificateDto, PartnerEventDto } from '../../../frontend/src/api/generated/types.gen.js';
import { aLab, aReport, type LabClient, signInAsStaff, sql } from '../api/api-helpers.js';
import { ServerProcess } from '../support/server-process.js';
import { cloneDatabase, type TestDatabase } from '../support/test-database.js';
import { clientAt } from '../support/test-server.js';
import { until } from '../support/until.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

let database: TestDatabase;
let server: ServerProcess | undefined;
let receiver: WebhookReceiver;
let staff: Client;
let lab: LabClient;

beforeAll(async () => {
  database = await cloneDatabase();
  receiver = await WebhookReceiver.open();
  const running = await start();
  const site = { database, client: () => clientAt(running.url) };
  staff = await signInAsStaff(site, 'robin');
  lab = await aLab(site, staff, { trusted: true });
});

afterAll(async () => {
  await server?.end('SIGKILL');
  await receiver?.close();
  await database?.release();
});

/** Starts the server, at the address of the one that was killed. */
async function start(): Promise<ServerProcess> {
  const port = server?.port;
  server = await ServerProcess.start({
    databaseUrl: database.url,
    environment: { WEBHOOK_ALLOW_LOOPBACK: 'true', LOG_LEVEL: 'warn' },
    ...(port === undefined ? {} : { port }),
  });
  return server;
}

const once = () => ({ 'Idempotency-Key': randomUUID() });

const send = () => createCertificate({ client: lab.client, headers: once(), body: aReport({ batchId: randomUUID() }) });

async function published(): Promise<OwnCertificateDto> {
  const { data } = await createCertificate({
    client: lab.client,
    headers: once(),
    body: aReport({ batchId: randomUUID() }),
    throwOnError: true,
  });
  expect(data.standing).toBe('approved');
  return data;
}

/** The lab's program: what it has stored, and where it goes on. */
const known: PartnerEventDto[] = [];
let next = '';

async function readPage(): Promise<boolean> {
  const query = { limit: 7, ...(next && { after: next }) };
  const { data } = await listPartnerEvents({ client: lab.client, query, throwOnError: true });
  known.push(...data.events);
  next = data.next;
  return data.hasMore;
}

it('a lab whose receiver was down catches up with 30 events exactly, though the server is killed in between', async () => {
  const types = ['certificate.published' as const];
  await createWebhookEndpoint({ client: lab.client, body: { url: receiver.url, types }, throwOnError: true });
  await published();
  await until('the first event arrives', async () => receiver.received.length === 1);
  while (await readPage());
  expect(known.map(({ id }) => id)).toEqual([receiver.only.headers['webhook-id']]);
  await receiver.close();

  const missed = 30;
  for (let n = 0; n < missed; n += 1) {
    await published();
    if (n % 10 !== 9) continue;
    // Killed while certificates are being stored: whether they were is for the database to say.
    const underWay = Promise.allSettled([send(), send(), send()]);
    await server?.end('SIGKILL');
    await underWay;
    await start();
    if (n === 19) await readPage();
  }
  const mayBeOver = await readPage();
  expect(mayBeOver).toBe(true);
  await server?.end('SIGKILL');
  await start();
  while (await readPage());

  const stored = await sql<{ id: string; body: string }>(
    { database },
    `SELECT id, body FROM webhook_events WHERE "labId" = $1`,
    [lab.lab.id],
  );
  expect(stored.length).toBeGreaterThan(missed);
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  expect(known.toSorted(byId)).toEqual(stored.toSorted(byId).map(({ id, body }) => ({ id, ...JSON.parse(body) })));
  // Each published certificate has one event, and no event is about a certificate that was not stored.
  const certificates = await sql<{ id: string }>(
    { database },
    `SELECT id FROM coa_data WHERE "labId" = $1 AND "submissionStatus" = 'approved'`,
    [lab.lab.id],
  );
  const told = known.map(({ data }) => ({ id: String((data as { id?: unknown }).id) }));
  expect(told.toSorted(byId)).toEqual(certificates.toSorted(byId));
});

it('a superseded certificate names its replacement, in the event and when it is read', async () => {
  const original = await published();
  const { data: amendment } = await amendOwnCertificate({
    client: lab.client,
    path: { id: original.id },
    headers: { ...once(), 'If-Match': '*' },
    body: { ...aReport({ batchId: original.batchId }), reason: 'The container size was wrong.' },
    throwOnError: true,
  });
  const replacement = { id: amendment.id, reference: amendment.reference, batchId: amendment.batchId };
  known.length = 0;
  while (await readPage());
  const amended = known.find(({ type }) => type === 'certificate.amended');
  expect(amended?.data).toMatchObject({ id: original.id, standing: 'superseded', replacedBy: replacement });
  const { data } = await getOwnCertificate({ client: lab.client, path: { id: original.id }, throwOnError: true });
  expect(data).toMatchObject({ standing: 'superseded', replacedBy: replacement });
  const { data: newer } = await getOwnCertificate({
    client: lab.client,
    path: { id: amendment.id },
    throwOnError: true,
  });
  expect(newer.replacedBy).toBeNull();
});
