import { createLabKey } from '../../../frontend/src/api/generated/sdk.gen.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { type LabWithKey, labWithKey, signInAsStaff } from './api-helpers.js';
import { callsOf, readDocument } from './document.js';
import { expectProblemOf } from './problem.js';

/** Requests per minute in these tests: for a key, and rejected ones for an address. */
const BY_KEY = 5;
const BY_ADDRESS = 4;

const LIMITS = {
  RATE_LIMIT_DISABLED: 'false',
  RATE_LIMIT_PER_MINUTE: String(BY_ADDRESS),
  PARTNER_REQUESTS_PER_MINUTE: String(BY_KEY),
};

let server: TestServer;
let one: LabWithKey;
let otherKey: string;

async function start(environment: Record<string, string> = {}): Promise<void> {
  server = await startServer({ ...LIMITS, ...environment });
  const staff = await signInAsStaff(server, 'robin');
  one = await labWithKey(staff);
  const order = { path: { id: one.lab.id }, body: { label: 'new system', scopes: ['certificates:read' as const] } };
  const { data } = await createLabKey({ client: staff, ...order, throwOnError: true });
  otherKey = `Bearer ${data.key}`;
}

afterEach(() => server?.stop());

const send = (authorization = one.headers.authorization, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/partner/lab`, { headers: { ...(authorization ? { authorization } : {}), ...headers } });

async function sendTimes(times: number, ...what: Parameters<typeof send>): Promise<Response[]> {
  const answers: Response[] = [];
  for (let n = 0; n < times; n += 1) answers.push(await send(...what));
  return answers;
}

/** The members of `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10, section 4). */
function limitOf({ headers }: Response) {
  const [, name, r, t] = /^"(\w+)";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? [];
  return { policy: headers.get('ratelimit-policy'), name, remaining: Number(r), seconds: Number(t) };
}

const UNKNOWN = `Bearer coa_live_${'k'.repeat(43)}`;

describe('with limits', () => {
  beforeEach(() => start());

  it('reports the remaining quota of the key with each response, and rejects requests beyond it', async () => {
    const answers = await sendTimes(BY_KEY);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const limits = answers.map(limitOf);
    expect(limits.map(({ remaining }) => remaining)).toEqual([4, 3, 2, 1, 0]);
    for (const { policy, name, seconds } of limits) {
      expect({ policy, name }).toEqual({ policy: '"key";q=5;w=60', name: 'key' });
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
    }

    const refused = await send();
    const { seconds, ...rest } = limitOf(refused);
    expect(rest).toEqual({ policy: '"key";q=5;w=60', name: 'key', remaining: 0 });
    expect(refused.headers.get('retry-after')).toBe(String(seconds));
    await expectProblemOf(refused, 429, {
      type: '/problems/too-many',
      detail: `Too many requests. Please wait ${seconds} seconds and try again.`,
      errors: [],
    });
  });

  it('counts each key separately', async () => {
    await sendTimes(BY_KEY + 1);
    expect((await send(otherKey)).status).toBe(200);
  });

  it('counts all requests of a key together, including those rejected for their scope', async () => {
    const scoped = callsOf(readDocument()).filter(
      ({ path, operation }) => path.startsWith('/api/partner/') && operation.security?.[0]?.partnerKey?.length,
    );
    const lacking = scoped.filter(({ operation }) => operation.security?.[0]?.partnerKey?.[0] !== 'certificates:read');
    const statuses: number[] = [];
    for (const { method, path } of lacking.slice(0, BY_KEY)) {
      const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
      const headers = { authorization: otherKey };
      const response = await fetch(server.url + path.replace(/\{\w+\}/g, id), { method, headers });
      statuses.push(response.status);
      expect(limitOf(response)).toMatchObject({ name: 'key', remaining: BY_KEY - statuses.length });
      expect(response.headers.has('ratelimit-limit')).toBe(false); // the limit by address, which forms have
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403]);
    expect((await send(otherKey)).status).toBe(429);
  });

  it('does not limit writes with a valid key by address', async () => {
    const changing = callsOf(readDocument()).find(
      ({ method, path }) => method === 'POST' && path.startsWith('/api/partner/'),
    );
    for (let n = 1; n <= BY_KEY; n += 1) {
      const headers = { authorization: one.headers.authorization };
      const response = await fetch(server.url + (changing?.path ?? ''), { method: 'POST', headers });
      expect({ n, isLimited: response.status === 429 }).toEqual({ n, isLimited: false });
    }
  });

  it.each([
    ['without a key', ''],
    ['with something that is none', 'Bearer x'],
    ['with an unknown key', UNKNOWN],
  ])('limits by address requests %s', async (_, authorization) => {
    const answers = await sendTimes(BY_ADDRESS, authorization);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(answers.map((answer) => limitOf(answer).remaining)).toEqual([3, 2, 1, 0]);
    expect(limitOf(answers[0] as Response)).toMatchObject({ policy: '"address";q=4;w=60', name: 'address' });
    const refused = await send(authorization);
    await expectProblemOf(refused, 429, { type: '/problems/too-many' });
    expect(refused.headers.get('retry-after')).toBe(String(limitOf(refused).seconds));
  });

  it('counts all rejected requests from an address together', async () => {
    const answers = [...(await sendTimes(2, '')), ...(await sendTimes(2, 'Bearer x')), await send(UNKNOWN)];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 429]);
  });

  it('accepts a valid key from a blocked address, without changing its quota', async () => {
    await sendTimes(BY_ADDRESS + 1, UNKNOWN);
    const response = await send();
    expect(response.status).toBe(200);
    expect(limitOf(response)).toMatchObject({ name: 'key', remaining: BY_KEY - 1 });
  });
});

it('distinguishes addresses behind a trusted proxy, and counts an IPv6 network as one', async () => {
  await start({ TRUST_PROXY: 'true' });
  const from = (address: string) => ['', { 'x-forwarded-for': address }] as const;
  await sendTimes(BY_ADDRESS, ...from('2001:db8::1'));
  expect((await send(...from('2001:db8::2'))).status).toBe(429);
  expect((await send(...from('2001:db8:0:1::1'))).status).toBe(401);
  expect((await send(...from('203.0.113.1'))).status).toBe(401);
});

it('sends no rate limit headers when limits are disabled', async () => {
  await start({ RATE_LIMIT_DISABLED: 'true' });
  const answers = await sendTimes(BY_KEY + 1);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(answers[0]?.headers.has('ratelimit-policy')).toBe(false);
});
