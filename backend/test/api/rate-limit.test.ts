import { request } from 'node:http';
import { signIn, submitCoa } from '../../../frontend/src/api/generated/sdk.gen.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { aSubmission, sql } from './api-helpers.js';
import { bodySchema, type Call, callsOf, exampleOf, readDocument } from './document.js';
import { expectProblem, expectProblemOf } from './problem.js';

const document = readDocument();
/** For limits by partner key, see partner-limits.test.ts; for spellings of an address, client-address.test.ts. */
const calls = callsOf(document).filter(({ path }) => !path.startsWith('/api/partner/'));
const changing = calls.filter(({ method }) => method !== 'GET');
const reading = calls.filter(({ method }) => method === 'GET');

/** Requests per minute and route in these tests. */
const LIMIT = 3;

const start = (environment: Record<string, string> = {}) =>
  startServer({ RATE_LIMIT_DISABLED: 'false', RATE_LIMIT_PER_MINUTE: String(LIMIT), ...environment });

let server: TestServer;
beforeAll(async () => {
  server = await start({ TRUST_PROXY: 'true' });
});
afterAll(() => server?.stop());

let visitors = 0;
/** Headers of a visitor who has sent nothing yet. */
const aVisitor = (): Record<string, string> => {
  visitors += 1;
  return { 'x-forwarded-for': `203.0.113.${visitors}` };
};

const send = (call: Call, headers: Record<string, string>, { id = '1', at = server } = {}) => {
  const schema = bodySchema(document, call);
  const path = call.path.replace(/\{\w+\}/g, id);
  return fetch(at.url + path, {
    method: call.method,
    ...(schema ? { body: JSON.stringify(exampleOf(document, schema)) } : {}),
    headers: { ...(schema ? { 'content-type': 'application/json' } : {}), ...headers },
  });
};

const theCall = (operationId: string) => {
  const found = callsOf(document).find(({ operation }) => operation.operationId === operationId);
  if (!found) throw new Error(`no call ${operationId}`);
  return found;
};

/** Uses up the limit of a route. @returns its last response, a 429 */
async function usedUp(call: Call, headers: Record<string, string>, at = server): Promise<Response> {
  for (let n = 1; n <= LIMIT; n += 1) {
    const { status } = await send(call, headers, { at });
    expect({ n, isLimited: status === 429 }).toEqual({ n, isLimited: false });
  }
  return send(call, headers, { at });
}

it('limits every writing operation separately, with Retry-After', async () => {
  const visitor = aVisitor();
  for (const call of changing) {
    const response = await usedUp(call, visitor);
    const seconds = Number(response.headers.get('retry-after'));
    await expectProblemOf(response, 429, {
      type: '/problems/too-many',
      detail: `Too many requests. Please wait ${seconds} seconds and try again.`,
      errors: [],
    });
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(response.headers.get('ratelimit-limit')).toBe(String(LIMIT));
    expect(response.headers.get('ratelimit-remaining')).toBe('0');
    expect(response.headers.get('ratelimit-reset')).toBe(String(seconds));
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Object.keys(call.operation.responses)).toContain('429');
  }
});

it('reports the remaining requests with each response', async () => {
  const visitor = aVisitor();
  const remaining: (string | null)[] = [];
  for (let n = 1; n <= LIMIT; n += 1) {
    const response = await send(theCall('subscribe'), visitor);
    expect(response.status).toBe(201);
    remaining.push(response.headers.get('ratelimit-remaining'));
  }
  expect(remaining).toEqual(['2', '1', '0']);
});

it('does not process rejected requests', async () => {
  const options = { client: server.client(), headers: aVisitor() };
  const body = () => aSubmission({ productName: 'Counted Seltzer 5 mg' });
  for (let n = 0; n < LIMIT; n += 1) await submitCoa({ ...options, body: body(), throwOnError: true });
  expectProblem(await submitCoa({ ...options, body: body() }), 429, { type: '/problems/too-many' });
  expect(await sql(server, `SELECT 1 FROM coa_data WHERE "productName" LIKE 'Counted%'`)).toHaveLength(LIMIT);
});

it('counts requests rejected for other reasons too, so passwords cannot be guessed', async () => {
  const options = { client: server.client(), headers: aVisitor() };
  const guess = () => signIn({ ...options, body: { username: 'guessed', password: 'a guess' } });
  for (let n = 0; n < LIMIT; n += 1) expectProblem(await guess(), 401, { type: '/problems/sign-in-failed' });
  expectProblem(await guess(), 429, { type: '/problems/too-many' });
});

it('counts all path parameters of a route together', async () => {
  const [call, visitor] = [theCall('approveSubmission'), aVisitor()];
  const statuses: number[] = [];
  for (let n = 0; n <= LIMIT; n += 1) {
    const id = `0f8fad5b-d9cb-469f-a165-70867728950${n}`;
    statuses.push((await send(call, visitor, { id })).status);
  }
  expect(statuses.map((status) => status === 429)).toEqual([false, false, false, true]);
});

it('does not limit reads', async () => {
  const visitor = aVisitor();
  for (const call of reading) {
    const answers = await Promise.all(Array.from({ length: LIMIT + 1 }, () => send(call, visitor, { id: 'x' })));
    expect(new Set(answers.map(({ status }) => status))).not.toContain(429);
    expect(answers[0]?.headers.has('ratelimit-limit')).toBe(false);
  }
});

it('distinguishes visitors behind a trusted proxy', async () => {
  const call = theCall('subscribe');
  const from = (address: string) => ({ 'x-forwarded-for': address });
  expect((await usedUp(call, from('192.0.2.1'))).status).toBe(429);
  expect((await send(call, from('192.0.2.2'))).status).toBe(201);
  expect((await send(call, from('198.51.100.7, 192.0.2.1'))).status).toBe(429); // forged before the proxy
  expect((await usedUp(call, from('2001:db8:0:1::1'))).status).toBe(429);
  expect((await send(call, from('2001:db8:0:1::2'))).status).toBe(429); // one subscriber controls them all
  expect((await send(call, from('2001:db8:0:2::1'))).status).toBe(201);
});

it('uses the last of several headers, which the proxy added', async () => {
  /** `fetch` would send one header. */
  const from = (forwardedFor: string[]) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor };
      const sent = request(`${server.url}/api/subscribe`, { method: 'POST', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on('error', reject).end(JSON.stringify({ email: 'sam@mail.example' }));
    });
  const statuses: (number | undefined)[] = [];
  for (const made of ['1', '2', '3', '4']) statuses.push(await from([`198.51.100.${made}`, '192.0.2.11']));
  expect(statuses).toEqual([201, 201, 201, 429]);
  expect(await from(['192.0.2.11', '192.0.2.12'])).toBe(201);
});

it('ignores a forged client address', async () => {
  const direct = await start();
  try {
    const call = theCall('subscribe');
    await usedUp(call, { 'x-forwarded-for': '203.0.113.1' }, direct);
    const forged = { 'x-forwarded-for': '203.0.113.2', forwarded: 'for=203.0.113.3' };
    expect((await send(call, forged, { at: direct })).status).toBe(429);
  } finally {
    await direct.stop();
  }
});

it('has its own limit of ten sign-ins per minute', async () => {
  const generous = await start({ RATE_LIMIT_PER_MINUTE: '1000' });
  try {
    const limitOf = async (operationId: string) =>
      (await send(theCall(operationId), {}, { at: generous })).headers.get('ratelimit-limit');
    expect(await limitOf('signIn')).toBe('10');
    expect(await limitOf('subscribe')).toBe('1000');
  } finally {
    await generous.stop();
  }
});
