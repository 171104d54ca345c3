import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import {
  createWebhookEndpoint,
  sendWebhookTest,
  submitCoa,
  subscribe,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import { OtlpReceiver, type ReceivedSpan } from '../support/otlp-receiver.js';
import { freePort, ServerProcess, temporaryFolder } from '../support/server-process.js';
import { cloneDatabase } from '../support/test-database.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { aSubmission, labWithKey, signInAsStaff } from './api-helpers.js';

const SERVER = 2;
const CLIENT = 3;
const CONSUMER = 5;
const ERROR = 2;

/** Spans are exported immediately, without batching. */
const AT_ONCE = { OTEL_BSP_SCHEDULE_DELAY: '10' };

const REMOTE_TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

let collector: OtlpReceiver;
let server: TestServer;
beforeAll(async () => {
  Object.assign(process.env, AT_ONCE);
  collector = await OtlpReceiver.open();
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, INSTANCE_NAME: 'one' };
  server = await startServer({ ...traces, WEBHOOK_ALLOW_LOOPBACK: 'true' });
});
afterAll(async () => {
  await server?.stop();
  await collector?.close();
  delete process.env.OTEL_BSP_SCHEDULE_DELAY;
});

/** The server span of a request, found by its request id. */
async function spanOf(method: 'GET' | 'POST', path: string, headers = {}, at = server): Promise<ReceivedSpan> {
  const id = randomUUID();
  await fetch(`${at.url}${path}`, { method, headers: { ...headers, 'x-request-id': id } });
  const found = () => collector.spans.filter(({ attributes }) => attributes['clearbatch.request_id'] === id);
  await until(`the span of ${path} arrives`, async () => found().some(({ kind }) => kind === SERVER));
  return found().at(-1) as ReceivedSpan;
}

/** The first span with this name. */
async function first(name: string): Promise<ReceivedSpan> {
  await until(`a span "${name}" arrives`, async () => collector.named(name).length > 0);
  return collector.named(name)[0] as ReceivedSpan;
}

describe('a request', () => {
  it('has a span with method and route template, and its statements as children without values', async () => {
    const body = aSubmission({ batchId: 'hidden-batch' });
    await submitCoa({ client: server.client(), body, throwOnError: true });
    const span = await first('POST /api/coa/submit');
    expect(span).toMatchObject({
      kind: SERVER,
      attributes: { 'http.request.method': 'POST', 'http.route': '/api/coa/submit', 'http.response.status_code': 201 },
    });
    expect(span.parentSpanId).toBeUndefined();
    const inserted = collector.childrenOf(span).find(({ name }) => name === 'INSERT coa_data');
    expect(inserted).toMatchObject({
      kind: CLIENT,
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': 'INSERT',
        'db.collection.name': 'coa_data',
        'db.query.text': expect.stringMatching(/^INSERT INTO "coa_data".*\$1/),
      },
    });
    expect(collector.sender).toMatchObject({ 'service.name': 'clearbatch', 'service.instance.id': 'one' });
  });

  it('has its statements as children even if the body arrives later', async () => {
    const id = randomUUID();
    const headers = { 'content-type': 'application/json', 'x-request-id': id };
    const late = request(`${server.url}/api/subscribe`, { method: 'POST', headers });
    const answered = new Promise((resolve) =>
      late.once('response', (response) => resolve(response.resume().statusCode)),
    );
    late.flushHeaders();
    await fetch(`${server.url}/health/live`); // by now the headers have arrived
    late.end(JSON.stringify({ email: 'late@private.example' }));
    expect(await answered).toBe(201);
    const isOf = ({ attributes }: ReceivedSpan) => attributes['clearbatch.request_id'] === id;
    await until('the span arrives', async () => collector.spans.some(isOf));
    const names = collector.spans.filter(isOf).flatMap((span) => collector.childrenOf(span).map(({ name }) => name));
    expect(names).toContain('COMMIT');
  });

  it('with a 4xx response is not marked as an error', async () => {
    const span = await spanOf('GET', '/api/coa?limit=many');
    expect(span).toMatchObject({ name: 'GET /api/coa', attributes: { 'http.response.status_code': 400 } });
    expect(span.status.code).not.toBe(ERROR);
  });

  it('served from the cache has a span without statements', async () => {
    expect(collector.childrenOf(await spanOf('GET', '/api/coa-statistics'))).not.toEqual([]);
    const again = await spanOf('GET', '/api/coa-statistics');
    expect(again).toMatchObject({ name: 'GET /api/coa-statistics', attributes: { 'http.response.status_code': 200 } });
    expect(collector.childrenOf(again)).toEqual([]);
  });

  it.each(['/api/hidden-nothing', '/api/hidden%zz'])(
    'to an unknown path has a span without the path: %s',
    async (path) => {
      const span = await spanOf('POST', path);
      expect(span.name).toBe('POST');
      expect(span.attributes).toEqual({
        'http.request.method': 'POST',
        'clearbatch.request_id': expect.any(String),
        'http.response.status_code': expect.any(Number),
      });
    },
  );

  it('continues a remote trace only behind a trusted proxy', async () => {
    const own = await spanOf('GET', '/health/live', { traceparent: REMOTE_TRACE });
    expect(REMOTE_TRACE).not.toContain(own.traceId);

    const behindProxy = await startServer({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRUST_PROXY: 'true' });
    try {
      const remoteTrace = await spanOf('GET', '/health/live', { traceparent: REMOTE_TRACE }, behindProxy);
      expect(`00-${remoteTrace.traceId}-${remoteTrace.parentSpanId}-01`).toBe(REMOTE_TRACE);
      for (const traceparent of ['00-1-2-01', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`, 'hidden']) {
        const span = await spanOf('GET', '/health/live', { traceparent }, behindProxy);
        expect(span.parentSpanId).toBeUndefined();
      }
    } finally {
      await behindProxy.stop();
    }
  });
});

describe('a queued job', () => {
  it('has its own span, with the email and its statements as children', async () => {
    await subscribe({ client: server.client(), body: { email: 'robin@private.example' }, throwOnError: true });
    const job = await first('mail job');
    expect(job).toMatchObject({ kind: CONSUMER, attributes: { 'messaging.destination.name': 'mail' } });
    expect(job.parentSpanId).toBeUndefined();
    const below = collector.childrenOf(job).map(({ name, kind }) => `${kind} ${name}`);
    expect(below).toEqual(expect.arrayContaining([`${CLIENT} send mail`, `${CLIENT} UPDATE mail_outbox`]));
  });

  it('sends nothing about our traces to labs', async () => {
    const receiver = await WebhookReceiver.open();
    try {
      const staff = await signInAsStaff(server, 'robin');
      const lab = { client: server.client(), headers: (await labWithKey(staff)).headers };
      const endpoint = { url: receiver.url, types: ['certificate.published' as const] };
      const { data } = await createWebhookEndpoint({ ...lab, body: endpoint, throwOnError: true });
      await sendWebhookTest({ ...lab, path: { id: data.id }, throwOnError: true });
      const job = await first('webhooks job');
      expect(await first('send webhook')).toMatchObject({ kind: CLIENT, parentSpanId: job.spanId });
      const names = Object.keys(receiver.only.headers);
      expect(names).toContain('webhook-id');
      expect(names.filter((name) => /trace|baggage|b3/.test(name))).toEqual([]);
    } finally {
      await receiver.close();
    }
  });
});

it('spans contain nothing from requests', async () => {
  const hidden = {
    'user-agent': 'hidden-agent',
    cookie: 'staff_session=hidden-cookie',
    authorization: 'Bearer hidden-key',
    referer: 'https://private.example/',
  };
  await spanOf('GET', '/api/coa?search=hidden-search', hidden);
  await spanOf('GET', '/coa/hidden-page?q=hidden-query', hidden);
  await spanOf('GET', '/api/coa/hidden-batch', hidden);
  const found = collector.received.match(/.{0,80}(hidden|private\.example|Robin|127\.0\.0\.1).{0,80}/g) ?? [];
  expect(found).toEqual([]);
});

describe('an unavailable collector', () => {
  it('is logged once, and affects neither requests nor shutdown', async () => {
    const database = await cloneDatabase();
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const environment = { ...AT_ONCE, OTEL_EXPORTER_OTLP_ENDPOINT: nowhere, OTEL_EXPORTER_OTLP_TIMEOUT: '100' };
    const alone = await ServerProcess.start({ databaseUrl: database.url, environment });
    try {
      const lines = () => alone.output.split('\n').filter((line) => line.includes('traces cannot be delivered'));
      for (let n = 0; n < 20; n += 1) expect((await fetch(`${alone.url}/api/coa`)).status).toBe(200);
      await until('the error is logged', async () => lines().length > 0);
      for (let n = 0; n < 20; n += 1) expect((await fetch(`${alone.url}/api/coa`)).status).toBe(200);
      expect(alone.output).toMatch(/"traceId":"[\da-f]{32}","method":"GET","route":"\/api\/coa"/);
      expect(await alone.end()).toBe(0);
      expect(lines()).toHaveLength(1);
    } finally {
      await alone.end('SIGKILL');
      await database.release();
    }
  });
});

describe('without an endpoint and a metrics port', () => {
  it('no telemetry library is loaded', async () => {
    const database = await cloneDatabase();
    const script = join(temporaryFolder('loaded'), 'say-what-is-loaded.cjs');
    writeFileSync(
      script,
      `process.on('exit', () => {
         const names = Object.keys(require.cache).map((path) => path.split('node_modules/')[1]).filter(Boolean);
         console.log('loaded: ' + [...new Set(names.map((path) => path.split('/').slice(0, 2).join('/')))].join(' '));
       });`,
    );
    const loaded = async (environment: Record<string, string>) => {
      const nodeOptions = ['--require', script];
      const alone = await ServerProcess.start({ databaseUrl: database.url, environment, nodeOptions });
      await alone.end();
      return /^loaded: (.*)$/m.exec(alone.output)?.[1] ?? '';
    };
    try {
      const off = await loaded({});
      expect(off).toContain('fastify/');
      expect(off).not.toMatch(/opentelemetry|prom-client/);
      const on = await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, METRICS_PORT: String(await freePort()) });
      expect(on).toMatch(/@opentelemetry\/api/);
      expect(on).toMatch(/prom-client/);
    } finally {
      await database.release();
    }
  });
});
