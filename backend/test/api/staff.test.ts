import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  changePassword,
  getSession,
  listSubmissions,
  signIn,
  signOut,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import { zStaffMemberDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { createStaff, PASSWORD, serverOfThisFile, startServer } from '../support/test-server.js';
import { signInAsStaff, sql, stored, submitted } from './api-helpers.js';
import { expectProblem, expectProblemOf, wrong } from './problem.js';
import { sendCall, staffCalls } from './staff-calls.js';

const server = serverOfThisFile();

const NOT_SIGNED_IN = { type: '/problems/not-signed-in', detail: 'Please sign in to continue.', errors: [] };
const SIGN_IN_FAILED = {
  type: '/problems/sign-in-failed',
  detail: "The name and password don't match. Check both and try again.",
  errors: [],
};
const PASSWORD_CHANGE_REQUIRED = {
  type: '/problems/password-change-required',
  detail: 'Choose your own password before you continue.',
};

/** Signs in with plain `fetch`, to see the raw cookie. */
async function cookieOf(username: string, password: string, at = server): Promise<string> {
  const body = JSON.stringify({ username, password });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${at.url}/api/staff/session`, { method: 'POST', headers, body });
  return response.headers.getSetCookie()[0] ?? '';
}

/** Only failure counts are stored for failed attempts. */
async function storedButAttempts() {
  const { staff_attempts: _, ...others } = await stored(server);
  return others;
}

const withCookie = (cookie: string, path = '/api/staff/session') => fetch(server.url + path, { headers: { cookie } });

describe('signing in', () => {
  it('returns the account and an HttpOnly, SameSite session cookie', async () => {
    const password = await createStaff(server.database, 'ada');
    const client = server.client();
    const { data } = await signIn({ client, body: { username: ' ADA ', password }, throwOnError: true });
    expect(zStaffMemberDto.parse(data)).toEqual(data);
    expect(data).toEqual({
      id: expect.any(String),
      name: 'ada',
      passwordIsOneTime: true,
      roles: ['administrator'],
      hasSecondFactor: false,
    });
    expect((await getSession({ client })).data).toEqual(data);

    const [pair, ...attributes] = (await cookieOf('ada', password)).split('; ');
    expect(pair).toMatch(/^staff_session=[\w-]{43}$/);
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Lax']);
  });

  it('uses and accepts __Host- cookies only, over HTTPS', async () => {
    const secure = await startServer({ PUBLIC_URL: 'https://clearbatch.example' });
    try {
      const password = await createStaff(secure.database, 'ada');
      const [pair = '', ...attributes] = (await cookieOf('ada', password, secure)).split('; ');
      expect(pair).toMatch(/^__Host-staff_session=/);
      expect(attributes).toContain('Secure');
      const status = async (cookie: string) =>
        (await fetch(`${secure.url}/api/staff/session`, { headers: { cookie } })).status;
      expect(await status(pair)).toBe(200);
      expect(await status(pair.replace('__Host-', ''))).toBe(401);
    } finally {
      await secure.stop();
    }
  });

  it("ends the browser's previous session, so session fixation does not work", async () => {
    const password = await createStaff(server.database, 'abe');
    const planted = (await cookieOf('abe', password)).split(';')[0] ?? '';
    const response = await fetch(`${server.url}/api/staff/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: planted },
      body: JSON.stringify({ username: 'abe', password }),
    });
    const [mine = ''] = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
    expect(mine).toMatch(/^staff_session=/);
    expect(mine).not.toBe(planted);
    expect((await withCookie(mine)).status).toBe(200);
    await expectProblemOf(await withCookie(planted), 401, NOT_SIGNED_IN);
  });

  it('stores neither password nor token in plain text', async () => {
    const password = await createStaff(server.database, 'bea');
    const token = (await cookieOf('bea', password)).split(/[=;]/)[1] ?? '';
    const stored = JSON.stringify([
      await sql(server, `SELECT * FROM users`),
      await sql(server, `SELECT * FROM staff_sessions`),
      await sql(server, `SELECT * FROM audit_log`),
    ]);
    expect(stored).toContain('$argon2id$');
    expect(stored).not.toContain(password);
    expect(stored).not.toContain(token);
  });

  it('does not reveal whether the name or the password is wrong', async () => {
    const password = await createStaff(server.database, 'cleo');
    const before = await storedButAttempts();
    for (const body of [
      { username: 'cleo', password: `${password}x` },
      { username: 'nobody', password },
      { username: 'cleo', password: 'x'.repeat(512) },
    ]) {
      const client = server.client();
      expectProblem(await signIn({ client, body }), 401, SIGN_IN_FAILED);
      expectProblem(await getSession({ client }), 401, NOT_SIGNED_IN);
    }
    expect(await storedButAttempts()).toEqual(before);
  });

  it.each([
    [{ password: 'x' }, 'username', 'Name is required'],
    [{ username: 'a'.repeat(64), password: 'x' }, 'username', 'Name can be at most 63 characters'],
    [{ username: 'ada' }, 'password', 'Password is required'],
    [{ username: 'ada', password: '' }, 'password', 'Password is required'],
    [{ username: 'ada', password: 5 }, 'password', 'Password is required'],
    [{ username: 'ada', password: 'x'.repeat(513) }, 'password', "The name and password don't match"],
    [{ username: 'ada', password: 'x', remember: true }, 'remember', 'Unknown field "remember"'],
  ])('rejects invalid input (%#)', async (body, field, message) => {
    expectProblem(await signIn({ client: server.client(), body: body as never }), 400, wrong(field, message));
  });
});

describe('the one-time password', () => {
  let client: Client;
  let oneTimePassword: string;
  beforeAll(async () => {
    oneTimePassword = await createStaff(server.database, 'dora');
    client = server.client();
    await signIn({ client, body: { username: 'dora', password: oneTimePassword }, throwOnError: true });
  });

  it('allows nothing except changing it', async () => {
    for (const call of staffCalls) expectProblem(await sendCall(client, call), 403, PASSWORD_CHANGE_REQUIRED);
  });

  it.each([
    [{}, 'currentPassword', 'Enter your current password'],
    [{ newPassword: 'short' }, 'newPassword', 'Use at least 15 characters; a sentence works well'],
    [{ newPassword: 'x'.repeat(600) }, 'newPassword', 'Use at most 128 characters'],
    [{ newPassword: 'qwertyuiopasdfgh' }, 'newPassword', 'This is long but easy to guess. Use several unrelated words'],
    [{ newPassword: null }, 'newPassword', 'Choose a new password'],
    [{ newPassword: PASSWORD, username: 'ada' }, 'username', 'Unknown field "username"'],
  ])('cannot be replaced by %j', async (given, field, message) => {
    const body =
      Object.keys(given).length === 0 ? { newPassword: PASSWORD } : { currentPassword: oneTimePassword, ...given };
    expectProblem(await changePassword({ client, body: body as never }), 400, wrong(field, message));
    expect((await getSession({ client })).data?.passwordIsOneTime).toBe(true);
  });

  it('cannot be replaced without knowing it', async () => {
    const body = { currentPassword: 'a guess', newPassword: PASSWORD };
    const notTheCurrent = wrong('currentPassword', "This doesn't match your current password");
    expectProblem(await changePassword({ client, body }), 400, notTheCurrent);
    expectProblem(await changePassword({ client: server.client(), body }), 401, NOT_SIGNED_IN);
  });

  it('is replaced once; then only the new one works, and other sessions have ended', async () => {
    const elsewhere = server.client();
    await signIn({ client: elsewhere, body: { username: 'dora', password: oneTimePassword }, throwOnError: true });

    const body = { currentPassword: oneTimePassword, newPassword: PASSWORD };
    const { data, response } = await changePassword({ client, body, throwOnError: true });
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^staff_session=[\w-]{43}; .*HttpOnly/)]);
    expect(zStaffMemberDto.parse(data)).toEqual(data);
    expect(data).toMatchObject({ name: 'dora', passwordIsOneTime: false });

    expect((await listSubmissions({ client })).response?.status).toBe(200);
    expectProblem(await getSession({ client: elsewhere }), 401, NOT_SIGNED_IN);
    const tryAgain = (password: string) => signIn({ client: server.client(), body: { username: 'dora', password } });
    expectProblem(await tryAgain(oneTimePassword), 401, SIGN_IN_FAILED);
    expect((await tryAgain(PASSWORD)).response?.status).toBe(200);
  });
});

describe('staff routes', () => {
  let id: string;
  let session: string;
  beforeAll(async () => {
    const staff = await signInAsStaff(server, 'erin');
    id = (await submitted(staff, server.client())).id;
    session = ((await cookieOf('erin', PASSWORD)).split(';')[0] ?? '').slice('staff_session='.length);
  });

  it('reject requests without a cookie', async () => {
    const before = await stored(server);
    const visitor = server.client();
    for (const call of staffCalls) expectProblem(await sendCall(visitor, call), 401, NOT_SIGNED_IN);
    expect(await stored(server)).toEqual(before);
  });

  it.each([
    ['forged', () => 'A'.repeat(43)],
    ['altered', () => session.slice(0, -1) + (session.endsWith('A') ? 'B' : 'A')],
    ['cut short', () => session.slice(0, -1)],
    ['in another case', () => session.toUpperCase()],
    ['empty', () => ''],
    ['broken', () => '%ZZ'],
    ['the digest that is stored', () => '__DIGEST__'],
  ])('reject a cookie that is %s', async (_, forged) => {
    const [row] = await sql<{ digest: string }>(server, `SELECT "tokenDigest" AS digest FROM staff_sessions LIMIT 1`);
    const cookie = `staff_session=${forged().replace('__DIGEST__', row?.digest ?? '')}`;
    await expectProblemOf(await withCookie(cookie, '/api/staff/submissions'), 401, NOT_SIGNED_IN);
    await expectProblemOf(await withCookie(cookie, `/api/staff/submissions/${id}`), 401, NOT_SIGNED_IN);
    await expectProblemOf(await withCookie(cookie), 401, NOT_SIGNED_IN);
  });

  it('reject a session unused for an hour', async () => {
    // The server's clock may be a second behind the database's.
    const back = (minutes: number) => `now() - interval '${minutes} minutes 1 second'`;
    await sql(server, `UPDATE staff_sessions SET "lastUsedAt" = ${back(59)}`);
    expect((await withCookie(`staff_session=${session}`)).status).toBe(200);
    await sql(server, `UPDATE staff_sessions SET "lastUsedAt" = ${back(60)}`);
    await expectProblemOf(await withCookie(`staff_session=${session}`), 401, NOT_SIGNED_IN);
    await sql(server, `UPDATE staff_sessions SET "lastUsedAt" = now()`);
  });
});

describe('signing out', () => {
  it('ends the session on the server, not only in the browser', async () => {
    await signInAsStaff(server, 'fay');
    const cookie = (await cookieOf('fay', PASSWORD)).split(';')[0] ?? '';
    const elsewhere = (await cookieOf('fay', PASSWORD)).split(';')[0] ?? '';
    const response = await fetch(`${server.url}/api/staff/session`, { method: 'DELETE', headers: { cookie } });
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^staff_session=; .*Expires=Thu, 01 Jan 1970/),
    ]);
    await expectProblemOf(await withCookie(cookie), 401, NOT_SIGNED_IN);
    expect((await withCookie(elsewhere)).status).toBe(200);
  });

  it('returns the same twice, or without a session', async () => {
    const client = server.client();
    expect((await signOut({ client })).response?.status).toBe(204);
    expect((await signOut({ client })).response?.status).toBe(204);
  });
});
