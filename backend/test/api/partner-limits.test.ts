import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import { createLabKey } from '../../../frontend/src/api/generated/sdk.gen.js';
import { serverOfThisFile, startServer } from '../support/test-server.js';
import { labWithKey, signInAsStaff, UNKNOWN_ID } from './api-helpers.js';
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

const server = serverOfThisFile({ ...LIMITS, TRUST_PROXY: 'true' });
let staff: Client;
beforeAll(async () => {
  staff = await signInAsStaff(server, 'robin');
});

let addresses = 0;
/** An address that nothing came from yet. */
const anAddress = () => {
  addresses += 1;
  return `192.0.2.${addresses}`;
};

/** Two unused keys of a lab; the second one may only read. Staff enter each lab from another address. */
async function twoKeys(): Promise<[string, string]> {
  staff.setConfig({ headers: { 'x-forwarded-for': anAddress() } });
  const { lab, headers } = await labWithKey(staff);
  const order = { path: { id: lab.id }, body: { label: 'new system', scopes: ['certificates:read' as const] } };
  const { data } = await createLabKey({ client: staff, ...order, throwOnError: true });
  return [headers.authorization, `Bearer ${data.key}`];
}

const send = (authorization: string, address = anAddress(), at = server) =>
  fetch(`${at.url}/api/partner/lab`, {
    headers: { ...(authorization ? { authorization } : {}), 'x-forwarded-for': address },
  });

async function sendTimes(times: number, ...what: Parameters<typeof send>): Promise<Response[]> {
  const answers: Response[] = [];
  for (let n = 0; n < times; n += 1) answers.push(await send(...what));
  return answers;
}

const statusesOf = (answers: readonly Response[]) => answers.map(({ status }) => status);

/** The members of `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10, section 4). */
function limitOf({ headers }: Response) {
  const [, name, r, t] = /^"(\w+)";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? [];
  return { policy: headers.get('ratelimit-policy'), name, remaining: Number(r), seconds: Number(t) };
}

const UNKNOWN = `Bearer coa_live_${'k'.repeat(43)}`;

it('reports the remaining quota of the key with each response, and rejects requests beyond it', async () => {
  const [key, otherKey] = await twoKeys();
  const answers = await sendTimes(BY_KEY, key);
  expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 200]);
  const limits = answers.map(limitOf);
  expect(limits.map(({ remaining }) => remaining)).toEqual([4, 3, 2, 1, 0]);
  for (const { policy, name, seconds } of limits) {
    expect({ policy, name }).toEqual({ policy: '"key";q=5;w=60', name: 'key' });
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
  }

  const refused = await send(key);
  const { seconds, ...rest } = limitOf(refused);
  expect(rest).toEqual({ policy: '"key";q=5;w=60', name: 'key', remaining: 0 });
  expect(refused.headers.get('retry-after')).toBe(String(seconds));
  await expectProblemOf(refused, 429, {
    type: '/problems/too-many',
    detail: `Too many requests. Please wait ${seconds} seconds and try again.`,
    errors: [],
  });
  expect((await send(otherKey)).status).toBe(200);
});

it('counts all requests of a key together, including those rejected for their scope', async () => {
  const [, authorization] = await twoKeys();
  const scoped = callsOf(readDocument()).filter(
    ({ path, operation }) => path.startsWith('/api/partner/') && operation.security?.[0]?.partnerKey?.length,
  );
  const lacking = scoped.filter(({ operation }) => operation.security?.[0]?.partnerKey?.[0] !== 'certificates:read');
  const statuses: number[] = [];
  for (const { method, path } of lacking.slice(0, BY_KEY)) {
    const response = await fetch(server.url + path.replace(/\{\w+\}/g, UNKNOWN_ID), {
      method,
      headers: { authorization },
    });
    statuses.push(response.status);
    expect(limitOf(response)).toMatchObject({ name: 'key', remaining: BY_KEY - statuses.length });
    expect(response.headers.has('ratelimit-limit')).toBe(false); // the limit by address, which forms have
  }
  expect(statuses).toEqual([403, 403, 403, 403, 403]);
  expect((await send(authorization)).status).toBe(429);
});

it('does not limit writes with a valid key by address', async () => {
  const [authorization] = await twoKeys();
  const headers = { authorization, 'x-forwarded-for': anAddress() };
  const changing = callsOf(readDocument()).find(
    ({ method, path }) => method === 'POST' && path.startsWith('/api/partner/'),
  );
  for (let n = 1; n <= BY_KEY; n += 1) {
    const response = await fetch(server.url + (changing?.path ?? ''), { method: 'POST', headers });
    expect({ n, isLimited: response.status === 429 }).toEqual({ n, isLimited: false });
  }
});

it.each([
  ['without a key', ''],
  ['with something that is none', 'Bearer x'],
  ['with an unknown key', UNKNOWN],
])('limits by address requests %s', async (_, authorization) => {
  const address = anAddress();
  const answers = await sendTimes(BY_ADDRESS, authorization, address);
  expect(statusesOf(answers)).toEqual([401, 401, 401, 401]);
  expect(answers.map((answer) => limitOf(answer).remaining)).toEqual([3, 2, 1, 0]);
  expect(limitOf(answers[0] as Response)).toMatchObject({ policy: '"address";q=4;w=60', name: 'address' });
  const refused = await send(authorization, address);
  await expectProblemOf(refused, 429, { type: '/problems/too-many' });
  expect(refused.headers.get('retry-after')).toBe(String(limitOf(refused).seconds));
});

it('counts all rejected requests from an address together, and accepts a valid key from there', async () => {
  const [key] = await twoKeys();
  const address = anAddress();
  const answers = [
    ...(await sendTimes(2, '', address)),
    ...(await sendTimes(2, 'Bearer x', address)),
    await send(UNKNOWN, address),
  ];
  expect(statusesOf(answers)).toEqual([401, 401, 401, 401, 429]);
  const response = await send(key, address);
  expect(response.status).toBe(200);
  expect(limitOf(response)).toMatchObject({ name: 'key', remaining: BY_KEY - 1 });
});

it('distinguishes addresses behind a trusted proxy, and counts an IPv6 network as one', async () => {
  await sendTimes(BY_ADDRESS, '', '2001:db8::1');
  expect((await send('', '2001:db8::2')).status).toBe(429);
  expect((await send('', '2001:db8:0:1::1')).status).toBe(401);
  expect((await send('', anAddress())).status).toBe(401);
});

it('sends no rate limit headers when limits are disabled', async () => {
  const unlimited = await startServer({ ...LIMITS, RATE_LIMIT_DISABLED: 'true' });
  try {
    const { headers } = await labWithKey(await signInAsStaff(unlimited, 'robin'));
    const answers = await sendTimes(BY_KEY + 1, headers.authorization, anAddress(), unlimited);
    expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(answers[0]?.headers.has('ratelimit-policy')).toBe(false);
  } finally {
    await unlimited.stop();
  }
});
