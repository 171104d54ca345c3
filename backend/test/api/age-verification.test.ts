import { getAgeVerificationStatus, verifyAge } from '../../../frontend/src/api/generated/sdk.gen.js';
import { zAgeVerificationStatusDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { CONFIRMATION_DAYS } from '../../src/domain/age-verification/age-verification.js';
import { HmacTokenSigner } from '../../src/modules/age-verification/hmac-token-signer.js';
import { CONFIG, type Config } from '../../src/platform/config.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { stored } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

const NOT_VERIFIED = { verified: false };
const DAY_MS = 86_400_000;

const post = (body: string, contentType: string, path = '/age-gate', at = server) =>
  fetch(at.url + path, { method: 'POST', redirect: 'manual', headers: { 'content-type': contentType }, body });

const verifyOver = (at: TestServer) => post('{"verified":true}', 'application/json', '/api/verify-age', at);

const statusWith = async (cookie: string) =>
  (await fetch(`${server.url}/api/age-verification-status`, { headers: { cookie } })).json();

const secret = () => server.app.get<Config>(CONFIG).cookieSecret;

describe('POST /api/verify-age', () => {
  it('sets a cookie, and clears it on request', async () => {
    const client = server.client();
    const before = await getAgeVerificationStatus({ client, throwOnError: true });
    expect(zAgeVerificationStatusDto.parse(before.data)).toEqual(before.data);
    expect(before.data).toEqual(NOT_VERIFIED);

    const { data, response } = await verifyAge({ client, body: { verified: true } });
    expect(response?.status).toBe(200);
    expect(data).toEqual({ verified: true });
    expect((await getAgeVerificationStatus({ client })).data).toEqual({ verified: true });

    expect((await verifyAge({ client, body: { verified: false } })).data).toEqual(NOT_VERIFIED);
    expect((await getAgeVerificationStatus({ client })).data).toEqual(NOT_VERIFIED);
  });

  it('sets an HttpOnly, SameSite cookie for 30 days', async () => {
    const [pair, ...attributes] = ((await verifyOver(server)).headers.getSetCookie()[0] ?? '').split('; ');
    expect(pair).toMatch(/^age_verified=[0-9a-z]+\.[\w-]{43}$/);
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax']);
  });

  it('clears it with the same attributes', async () => {
    const response = await post('{"verified":false}', 'application/json', '/api/verify-age');
    const [pair, ...attributes] = (response.headers.getSetCookie()[0] ?? '').split('; ');
    expect(pair).toBe('age_verified=');
    expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax']));
    expect(attributes).toContain('Expires=Thu, 01 Jan 1970 00:00:00 GMT');
  });

  it('sets Secure when the site is served over HTTPS', async () => {
    const secure = await startServer({ PUBLIC_URL: 'https://clearbatch.example' });
    try {
      expect(((await verifyOver(secure)).headers.getSetCookie()[0] ?? '').split('; ')).toContain('Secure');
    } finally {
      await secure.stop();
    }
  });

  it.each([{}, { verified: 'true' }, { verified: 1 }, { verified: null }, { verified: [true] }])(
    'rejects %j without a cookie',
    async (body) => {
      const answer = await verifyAge({ client: server.client(), body: body as never });
      expectProblem(answer, 400, wrong('verified', 'Send true if you are 21 or older'));
      expect(answer.response?.headers.has('set-cookie')).toBe(false);
    },
  );

  it('rejects an unknown field', async () => {
    const body = { verified: true, age: 22 } as never;
    const problem = wrong('age', 'Unknown field "age"');
    expectProblem(await verifyAge({ client: server.client(), body }), 400, problem);
  });
});

describe('GET /api/age-verification-status', () => {
  const tokenAt = (at: Date, by = new HmacTokenSigner(secret())) => by.sign(at);
  const now = () => new Date();

  it('believes what this server sealed', async () => {
    expect(await statusWith(`age_verified=${tokenAt(now())}`)).toEqual({ verified: true });
    const almost = new Date(Date.now() - CONFIRMATION_DAYS * DAY_MS + 60_000);
    expect(await statusWith(`theme=dark; age_verified=${tokenAt(almost)}; a=b`)).toEqual({ verified: true });
  });

  it.each([
    ['is missing', () => ''],
    ['is empty', () => 'age_verified='],
    ['says so in words', () => 'age_verified=true'],
    ['was signed with another secret', () => `age_verified=${tokenAt(now(), new HmacTokenSigner('x'.repeat(40)))}`],
    [
      'was moved to a later moment',
      () => `age_verified=${(Date.now() + 1).toString(36)}.${tokenAt(now()).split('.')[1]}`,
    ],
    ['has another signature', () => `age_verified=${tokenAt(now()).split('.')[0]}.${'A'.repeat(43)}`],
    ['has half a signature', () => `age_verified=${tokenAt(now()).slice(0, -20)}`],
    ['has no signature', () => `age_verified=${tokenAt(now()).split('.')[0]}`],
    // The server's clock and this one may differ by a second (platform/database/database-clock.ts).
    [
      'is older than 30 days',
      () => `age_verified=${tokenAt(new Date(Date.now() - CONFIRMATION_DAYS * DAY_MS - 2_000))}`,
    ],
    ['is from the future', () => `age_verified=${tokenAt(new Date(Date.now() + DAY_MS))}`],
    ['is broken', () => 'age_verified=%ZZ%00.%'],
    ['is very long', () => `age_verified=${'a.'.repeat(3000)}`],
  ])('rejects a cookie that %s', async (_, cookie) => {
    expect(await statusWith(cookie())).toEqual(NOT_VERIFIED);
  });
});

describe('POST /age-gate, the gate as an HTML form', () => {
  const FORM = 'application/x-www-form-urlencoded';
  const goTo = (next: string) => post(new URLSearchParams({ next }).toString(), FORM);

  it('sets the cookie and redirects to the requested page', async () => {
    const response = await goTo('/coa/%23C9030?from=can#results');
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/coa/%23C9030?from=can#results');
    const cookie = response.headers.getSetCookie()[0] ?? '';
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
    expect(await statusWith(cookie.split(';')[0] ?? '')).toEqual({ verified: true });
  });

  it.each([
    ['/', '/'],
    ['/learn', '/learn'],
    ['/brands/Nordlicht Getränke', '/brands/Nordlicht%20Getr%C3%A4nke'],
    ['/a\u2028b', '/a%E2%80%A8b'],
    ['/a\r\nSet-Cookie: x=y', '/aSet-Cookie:%20x=y'],
    ['/?next=//evil.example', '/?next=//evil.example'],
  ])('redirects to %j on this site', async (next, location) => {
    const response = await goTo(next);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(location);
    expect(response.headers.getSetCookie()).toHaveLength(1);
  });

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'evil.example',
    '//[',
    '',
  ])('redirects to the home page, not to %j', async (next) => {
    const response = await goTo(next);
    expect(response.status).toBe(303);
    const location = response.headers.get('location') ?? '';
    expect(location).toBe('/');
    expect(new URL(location, server.url).origin).toBe(new URL(server.url).origin);
  });

  it.each([
    ['nothing', '', FORM],
    ['several targets', 'next=/a&next=/b', FORM],
    ['another field', 'to=//evil.example', FORM],
    ['JSON', '{"next":{"a":1}}', 'application/json'],
    ['JSON null', 'null', 'application/json'],
  ])('redirects to the home page for %s', async (_, body, contentType) => {
    const response = await post(body, contentType);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/');
  });
});

it('stores nothing about visitors', async () => {
  const before = await stored(server);
  await verifyOver(server);
  await post('next=/', 'application/x-www-form-urlencoded');
  expect(await stored(server)).toEqual(before);
});
