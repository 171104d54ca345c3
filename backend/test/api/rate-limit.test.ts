import { request } from 'node:http';
import { signIn, submitCoa, subscribe } from '../../../frontend/src/api/generated/sdk.gen.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { aSubmission, sql } from './api-helpers.js';
import { bodySchema, type Call, callsOf, exampleOf, readDocument } from './document.js';
import { expectProblem, expectProblemOf } from './problem.js';

const document = readDocument();
/** For limits by partner key, see partner-limits.test.ts. */
const calls = callsOf(document).filter(({ path }) => !path.startsWith('/api/partner/'));
const changing = calls.filter(({ method }) => method !== 'GET');
const reading = calls.filter(({ method }) => method === 'GET');

/** Requests per minute and route in these tests. */
const LIMIT = 3;

let server: TestServer;
/** Each process remembers clients over their limit, so each test needs another one. */
function withServer(environment: Record<string, string> = {}): void {
  beforeEach(async () => {
    server = await startServer({ RATE_LIMIT_DISABLED: 'false', RATE_LIMIT_PER_MINUTE: String(LIMIT), ...environment });
  });
  afterEach(() => server?.stop());
}

const send = (call: Call, headers: Record<string, string> = {}, id = '1') => {
  const schema = bodySchema(document, call);
  const path = call.path.replace(/\{\w+\}/g, id);
  return fetch(server.url + path, {
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
async function usedUp(call: Call, headers?: Record<string, string>): Promise<Response> {
  for (let n = 1; n <= LIMIT; n += 1) {
    const { status } = await send(call, headers);
    expect({ n, isLimited: status === 429 }).toEqual({ n, isLimited: false });
  }
  return send(call, headers);
}

describe('without a proxy', () => {
  withServer();

  it('limits every writing operation separately, with Retry-After', async () => {
    for (const call of changing) {
      const response = await usedUp(call);
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
    const client = server.client();
    const remaining: (string | null | undefined)[] = [];
    for (let n = 1; n <= LIMIT; n += 1) {
      const { response } = await subscribe({ client, body: { email: `sam${n}@mail.example` } });
      expect(response?.status).toBe(201);
      remaining.push(response?.headers.get('ratelimit-remaining'));
    }
    expect(remaining).toEqual(['2', '1', '0']);
  });

  it('does not process rejected requests', async () => {
    const client = server.client();
    for (let n = 0; n < LIMIT; n += 1) await submitCoa({ client, body: aSubmission(), throwOnError: true });
    expectProblem(await submitCoa({ client, body: aSubmission() }), 429, { type: '/problems/too-many' });
    expect(await sql(server, `SELECT 1 FROM coa_data`)).toHaveLength(LIMIT);
  });

  it('counts requests rejected for other reasons too, so passwords cannot be guessed', async () => {
    const client = server.client();
    const guess = () => signIn({ client, body: { username: 'admin', password: 'a guess' } });
    for (let n = 0; n < LIMIT; n += 1) expectProblem(await guess(), 401, { type: '/problems/sign-in-failed' });
    expectProblem(await guess(), 429, { type: '/problems/too-many' });
  });

  it('counts all path parameters of a route together', async () => {
    const call = theCall('approveSubmission');
    const statuses: number[] = [];
    for (let n = 0; n <= LIMIT; n += 1)
      statuses.push((await send(call, {}, `0f8fad5b-d9cb-469f-a165-70867728950${n}`)).status);
    expect(statuses.map((status) => status === 429)).toEqual([false, false, false, true]);
  });

  it('does not limit reads', async () => {
    for (const call of reading) {
      const answers = await Promise.all(Array.from({ length: LIMIT * 4 }, () => send(call, {}, 'x')));
      expect(new Set(answers.map(({ status }) => status))).not.toContain(429);
      expect(answers[0]?.headers.has('ratelimit-limit')).toBe(false);
    }
  });

  it('ignores a forged client address', async () => {
    const call = theCall('subscribe');
    await usedUp(call, { 'x-forwarded-for': '203.0.113.1' });
    expect((await send(call, { 'x-forwarded-for': '203.0.113.2', forwarded: 'for=203.0.113.3' })).status).toBe(429);
  });
});

describe('behind a trusted proxy', () => {
  withServer({ TRUST_PROXY: 'true' });

  it('distinguishes visitors behind a trusted proxy', async () => {
    const call = theCall('subscribe');
    expect((await usedUp(call, { 'x-forwarded-for': '203.0.113.1' })).status).toBe(429);
    expect((await send(call, { 'x-forwarded-for': '203.0.113.2' })).status).toBe(201);
    expect((await send(call, { 'x-forwarded-for': '198.51.100.7, 203.0.113.1' })).status).toBe(429); // forged before the proxy
    expect((await usedUp(call, { 'x-forwarded-for': '2001:db8:0:1::1' })).status).toBe(429);
    expect((await send(call, { 'x-forwarded-for': '2001:db8:0:1::2' })).status).toBe(429); // one subscriber controls them all
    expect((await send(call, { 'x-forwarded-for': '2001:db8:0:2::1' })).status).toBe(201);
  });

  /** Sends raw headers, which may be repeated. */
  const from = (forwardedFor: string | string[]) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor };
      const sent = request(`${server.url}/api/subscribe`, { method: 'POST', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on('error', reject).end(JSON.stringify({ email: 'sam@mail.example' }));
    });

  it.each<[string, string[]]>([
    ['a port that differs', ['203.0.113.1:1', '203.0.113.1:2', '203.0.113.1', '203.0.113.1:65535']],
    ['brackets and ports', ['[2001:db8::1]:1', '[2001:db8::1]:2', '[2001:db8::1]', '2001:db8::1']],
    ['another spelling', ['2001:db8::1', '2001:0DB8:0:0::1', '2001:db8:0000::0001', '2001:db8::1']],
    ['an IPv4 address as an IPv6 one', ['203.0.113.1', '::ffff:203.0.113.1', '::ffff:cb00:7101', '::FFFF:203.0.113.1']],
    [
      'spaces and tabs',
      ['203.0.113.1', ' 203.0.113.1 ', '198.51.100.1,\t203.0.113.1\t', '198.51.100.2 ,  203.0.113.1'],
    ],
    [
      'many hops before it',
      ['203.0.113.1', ...['1', '2', '3'].map((n) => `${'198.51.100.9, '.repeat(500)}10.0.0.${n}, 203.0.113.1`)],
    ],
  ])('counts one address once, with %s', async (_what, spellings) => {
    const statuses: (number | undefined)[] = [];
    for (const spelling of spellings) statuses.push(await from(spelling));
    expect(statuses).toEqual([201, 201, 201, 429]);
  });

  it.each<[string, string[]]>([
    ['words', ['unknown', 'somebody', '_hidden', 'for=203.0.113.1']],
    ['what is nearly an address', ['203.0.113', '203.0.113.256', '203.0.113.01', '203.0.113.1.1']],
    ['numbers in other systems', ['0xcb.0.113.1', '3405803777', '0313.0.113.1', '127.1']],
    ['zones', ['fe80::1%eth0', 'fe80::1%eth1', 'fe80::1%2', '[fe80::1%3]:80']],
    ['broken brackets and ports', ['[2001:db8::1', '2001:db8::1]', '203.0.113.1:', '203.0.113.1:x']],
    ['nothing at the end', ['203.0.113.1,', '203.0.113.2, ', '203.0.113.3,\t', ',']],
    ['networks', ['203.0.113.1/32', '203.0.113.2/24', '2001:db8::/64', '::/0']],
    ['length', ['a', 'b', 'c', 'd'].map((email) => email.repeat(8_000))],
    ['addresses with more behind them', ['203.0.113.1 x', '203.0.113.2;x', '203.0.113.3\tx', '"203.0.113.4"']],
  ])("counts an invalid address as the proxy's: %s", async (_what, entries) => {
    const statuses: (number | undefined)[] = [];
    for (const entry of entries) statuses.push(await from(entry));
    expect(statuses).toEqual([201, 201, 201, 429]);
  });

  it('uses the last of several headers, which the proxy added', async () => {
    const statuses: (number | undefined)[] = [];
    for (const made of ['1', '2', '3', '4']) statuses.push(await from([`198.51.100.${made}`, '203.0.113.1']));
    expect(statuses).toEqual([201, 201, 201, 429]);
    expect(await from(['203.0.113.1', '203.0.113.2'])).toBe(201);
  });
});

describe('signing in', () => {
  withServer({ RATE_LIMIT_PER_MINUTE: '1000' });

  it('has its own limit of ten sign-ins per minute', async () => {
    const { headers } = await send(theCall('signIn'));
    expect(headers.get('ratelimit-limit')).toBe('10');
    expect((await send(theCall('subscribe'))).headers.get('ratelimit-limit')).toBe('1000');
  });
});
