import { getAgeVerificationStatus, verifyAge } from '../../../frontend/src/api/generated/sdk.gen.js';
import { zAgeVerificationStatusDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { CONFIRMATION_DAYS } from '../../src/domain/age-verification/age-verification.js';
import { DAY_MS } from '../../src/domain/shared/durations.js';
import { HmacTokenSigner } from '../../src/modules/age-verification/hmac-token-signer.js';
import { CONFIG, type Config } from '../../src/platform/config.js';
import { serverOfThisFile } from '../support/test-server.js';
import { stored } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

const server = serverOfThisFile();

const NOT_VERIFIED = { verified: false };

const cookieOf = (response: Response | undefined) => response?.headers.getSetCookie()[0] ?? '';

const statusWith = async (cookie: string) =>
  (await fetch(`${server.url}/api/age-verification-status`, { headers: { cookie } })).json();

describe('POST /api/verify-age', () => {
  it('sets an HttpOnly, SameSite cookie for 30 days, and clears it on request with the same attributes', async () => {
    const client = server.client();
    const before = await getAgeVerificationStatus({ client, throwOnError: true });
    expect(zAgeVerificationStatusDto.parse(before.data)).toEqual(before.data);
    expect(before.data).toEqual(NOT_VERIFIED);

    const verified = await verifyAge({ client, body: { verified: true } });
    expect(verified.response?.status).toBe(200);
    expect(verified.data).toEqual({ verified: true });
    const [pair, ...attributes] = cookieOf(verified.response).split('; ');
    expect(pair).toMatch(/^age_verified=[0-9a-z]+\.[\w-]{43}$/);
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax']);
    expect((await getAgeVerificationStatus({ client })).data).toEqual({ verified: true });

    const cleared = await verifyAge({ client, body: { verified: false } });
    expect(cleared.data).toEqual(NOT_VERIFIED);
    const [empty, ...others] = cookieOf(cleared.response).split('; ');
    expect(empty).toBe('age_verified=');
    expect(others).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax']));
    expect(others).toContain('Expires=Thu, 01 Jan 1970 00:00:00 GMT');
    expect((await getAgeVerificationStatus({ client })).data).toEqual(NOT_VERIFIED);
  });

  it.each([{}, { verified: 'true' }])('rejects %j without a cookie', async (body) => {
    const answer = await verifyAge({ client: server.client(), body: body as never });
    expectProblem(answer, 400, wrong('verified', 'Send true if you are 21 or older'));
    expect(answer.response?.headers.has('set-cookie')).toBe(false);
  });
});

/** For tokens that are altered or too old, see test/modules/token-signer.test.ts and test/domain/age-verification. */
describe('GET /api/age-verification-status', () => {
  const tokenAt = (at: number, by = server.app.get<Config>(CONFIG).cookieSecret) =>
    new HmacTokenSigner(by).sign(new Date(at));

  it('believes what this server sealed, beside other cookies', async () => {
    expect(await statusWith(`theme=dark; age_verified=${tokenAt(Date.now())}; a=b`)).toEqual({ verified: true });
  });

  it.each([
    ['says so in words', () => 'true'],
    ['was signed with another secret', () => tokenAt(Date.now(), 'x'.repeat(40))],
    // The server's clock and this one may differ by a second (platform/database/database-clock.ts).
    ['is older than 30 days', () => tokenAt(Date.now() - CONFIRMATION_DAYS * DAY_MS - 2_000)],
    ['is broken', () => '%ZZ%00.%'],
    ['is very long', () => 'a.'.repeat(3000)],
  ])('rejects a cookie that %s', async (_, token) => {
    expect(await statusWith(`age_verified=${token()}`)).toEqual(NOT_VERIFIED);
  });
});

describe('POST /age-gate, the gate as an HTML form', () => {
  const FORM = 'application/x-www-form-urlencoded';
  const post = (body: string, contentType = FORM) =>
    fetch(`${server.url}/age-gate`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': contentType },
      body,
    });
  const redirectedTo = ({ status, headers }: Response) => [status, headers.get('location')];

  it('sets the cookie and redirects to the requested page', async () => {
    const response = await post(new URLSearchParams({ next: '/coa/%23C9030?from=can#results' }).toString());
    expect(redirectedTo(response)).toEqual([303, '/coa/%23C9030?from=can#results']);
    const cookie = cookieOf(response);
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
    expect(await statusWith(cookie.split(';')[0] ?? '')).toEqual({ verified: true });
  });

  it.each([
    ['/learn', '/learn'],
    ['/brands/Nordlicht Getränke', '/brands/Nordlicht%20Getr%C3%A4nke'],
    ['/a\u2028b', '/a%E2%80%A8b'],
    ['/a\r\nSet-Cookie: x=y', '/aSet-Cookie:%20x=y'],
    ['/?next=//evil.example', '/?next=//evil.example'],
    ...[
      ...['//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example', '/\t/evil.example'],
      ...['/\n/evil.example', '\t//evil.example', '/.//evil.example', '/a/..//evil.example', '/%2e//evil.example'],
      ...['https://evil.example', 'https:evil.example', 'javascript:alert(1)', 'evil.example', '//[', ''],
    ].map((next): [string, string] => [next, '/']),
  ])('redirects from %j to %j, which is on this site', async (next, location) => {
    const response = await post(new URLSearchParams({ next }).toString());
    expect(redirectedTo(response)).toEqual([303, location]);
    expect(response.headers.getSetCookie()).toHaveLength(1);
  });

  it.each([
    ['nothing', '', FORM],
    ['several targets', 'next=/a&next=/b', FORM],
    ['another field', 'to=//evil.example', FORM],
    ['JSON', '{"next":{"a":1}}', 'application/json'],
    ['JSON null', 'null', 'application/json'],
  ])('redirects to the home page for %s', async (_, body, contentType) => {
    expect(redirectedTo(await post(body, contentType))).toEqual([303, '/']);
  });

  it('stores nothing about visitors', async () => {
    const before = await stored(server);
    await verifyAge({ client: server.client(), body: { verified: true } });
    await post('next=/');
    expect(await stored(server)).toEqual(before);
  });
});
