import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  getSession,
  listAccounts,
  removeSecondFactor,
  replaceRecoveryCodes,
  signIn,
  verifySecondFactor,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import { zNewSecondFactorDto, zRecoveryCodesDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { PASSWORD, serverOfThisFile } from '../support/test-server.js';
import { totpCode } from '../support/totp-code.js';
import { signInAsStaff, sql } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

const server = serverOfThisFile();

const REQUIRED = {
  type: '/problems/second-factor-required',
  detail: 'Enter the code from your authenticator app.',
  errors: [],
};
const SENTENCE =
  "This code doesn't match. Each code works only once. Wait for the next one, and check that your device's clock is right.";
const REFUSED = { type: '/problems/code-refused', detail: SENTENCE, errors: [] };
const EXPIRED = { type: '/problems/sign-in-expired' };

/** The current code, as if none had been used, so a test does not have to wait for the next one. */
async function freshCode(secret: string): Promise<string> {
  await sql(server, 'UPDATE users SET "lastCodeStep" = 0');
  return totpCode(secret, Math.floor(Date.now() / 30_000));
}

interface Enrolled {
  readonly client: Client;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** A signed-in account with a second factor. */
async function enrolled(username: string): Promise<Enrolled> {
  const client = await signInAsStaff(server, username, ['reviewer']);
  const { data: made } = await beginSecondFactor({ client, body: { password: PASSWORD }, throwOnError: true });
  const body = { code: await freshCode(made.secret) };
  const { data } = await confirmSecondFactor({ client, body, throwOnError: true });
  return { client, secret: made.secret, recoveryCodes: data.recoveryCodes };
}

/** A browser that has passed the password step. */
async function halfSignedIn(username: string): Promise<Client> {
  const client = server.client();
  expectProblem(await signIn({ client, body: { username, password: PASSWORD } }), 401, REQUIRED);
  return client;
}

const actionsOf = async (username: string) => {
  const rows = await sql<{ action: string }>(
    server,
    `SELECT action FROM audit_log WHERE "actorName" = $1 ORDER BY id`,
    [username],
  );
  return rows.map(({ action }) => action.replace('account.', ''));
};

describe('setting up a second factor', () => {
  it('returns a key, accepts its code, and returns recovery codes', async () => {
    const client = await signInAsStaff(server, 'ada', ['editor']);
    const { data: made } = await beginSecondFactor({ client, body: { password: PASSWORD }, throwOnError: true });
    expect(zNewSecondFactorDto.parse(made)).toEqual(made);
    expect(made.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(made.uri);
    expect([uri.protocol, uri.host, uri.pathname]).toEqual(['otpauth:', 'totp', '/ClearBatch:ada']);
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: made.secret,
      issuer: 'ClearBatch',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect((await getSession({ client })).data?.hasSecondFactor).toBe(false);

    const body = { code: await freshCode(made.secret) };
    const { data } = await confirmSecondFactor({ client, body, throwOnError: true });
    expect(zRecoveryCodesDto.parse(data)).toEqual(data);
    expect(new Set(data.recoveryCodes).size).toBe(10);
    expect((await getSession({ client })).data?.hasSecondFactor).toBe(true);
    expect(await actionsOf('ada')).toEqual(['second-factor-on']);
    const again = await beginSecondFactor({ client, body: { password: PASSWORD } });
    expectProblem(again, 409, { type: '/problems/second-factor-on' });

    const stored = JSON.stringify([
      await sql(server, 'SELECT * FROM users'),
      await sql(server, 'SELECT * FROM audit_log'),
    ]);
    for (const secret of [made.secret, ...data.recoveryCodes]) expect(stored).not.toContain(secret);
  });
});

describe('signing in', () => {
  it('asks for a code after the password, and grants no access before', async () => {
    const { secret } = await enrolled('dora');
    const client = await halfSignedIn('dora');
    expectProblem(await getSession({ client }), 401, { type: '/problems/not-signed-in' });
    expectProblem(await listAccounts({ client }), 401, { type: '/problems/not-signed-in' });
    const code = await freshCode(secret);
    expectProblem(await verifySecondFactor({ client: server.client(), body: { code } }), 401, EXPIRED);
    const { data } = await verifySecondFactor({ client, body: { code }, throwOnError: true });
    expect(data).toMatchObject({ name: 'dora', hasSecondFactor: true });
    expect((await getSession({ client })).data).toEqual(data);
    expectProblem(await verifySecondFactor({ client, body: { code: await freshCode(secret) } }), 401, EXPIRED);
  });

  it('keeps the first step in an HttpOnly cookie for five minutes', async () => {
    await enrolled('erin');
    const body = JSON.stringify({ username: 'erin', password: PASSWORD });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${server.url}/api/staff/session`, { method: 'POST', headers, body });
    expect(response.status).toBe(401);
    const cookies = response.headers.getSetCookie();
    expect(cookies).toEqual([expect.stringMatching(/^staff_challenge=[\w-]{43}; Max-Age=300;/)]);
    expect(cookies[0]).toContain('HttpOnly');
    const token = cookies[0]?.split(/[=;]/)[1];
    const asSession = await fetch(`${server.url}/api/staff/session`, { headers: { cookie: `staff_session=${token}` } });
    expect(asSession.status).toBe(401);
  });

  it('accepts a code once, even from two browsers concurrently', async () => {
    const { secret } = await enrolled('fay');
    const [one, other] = [await halfSignedIn('fay'), await halfSignedIn('fay')];
    const body = { code: await freshCode(secret) };
    const outcomes = await Promise.all([one, other].map((client) => verifySecondFactor({ client, body })));
    expect(outcomes.map(({ response }) => response?.status).sort()).toEqual([200, 401]);
    expectProblem(await verifySecondFactor({ client: await halfSignedIn('fay'), body }), 401, REFUSED);
  });

  it.each([
    [{}, 'Code is required'],
    [{ code: ' ' }, 'Code is required'],
    [{ code: 123456 }, 'Code must be text, such as "123456"'],
    [{ code: '1'.repeat(41) }, 'Code can be at most 40 characters'],
  ])('rejects %j', async (body, message) => {
    const client = server.client();
    expectProblem(await verifySecondFactor({ client, body: body as never }), 400, wrong('code', message));
  });
});

describe('an active second factor', () => {
  it('is turned off with password and code only', async () => {
    const { client, secret } = await enrolled('jo');
    const code = await freshCode(secret);
    const guess = await removeSecondFactor({ client, body: { password: 'a guess', code } });
    expectProblem(guess, 400, wrong('password', "This doesn't match your current password"));
    const noCode = await removeSecondFactor({ client, body: { password: PASSWORD, code: '000000' } });
    expectProblem(noCode, 400, wrong('code', SENTENCE));
    expect((await removeSecondFactor({ client, body: { password: PASSWORD, code } })).response?.status).toBe(204);
    expect((await getSession({ client })).data?.hasSecondFactor).toBe(false);
    expect(
      (await signIn({ client: server.client(), body: { username: 'jo', password: PASSWORD } })).response?.status,
    ).toBe(200);
    const again = await removeSecondFactor({ client, body: { password: PASSWORD, code } });
    expectProblem(again, 409, { type: '/problems/second-factor-off' });
    expect(await actionsOf('jo')).toContain('second-factor-off');
  });

  it('issues new recovery codes, and invalidates the old ones', async () => {
    const { client, secret, recoveryCodes } = await enrolled('kay');
    const body = { password: PASSWORD, code: await freshCode(secret) };
    const { data } = await replaceRecoveryCodes({ client, body, throwOnError: true });
    expect(zRecoveryCodesDto.parse(data)).toEqual(data);
    const old = { code: recoveryCodes[0] ?? '' };
    expectProblem(await verifySecondFactor({ client: await halfSignedIn('kay'), body: old }), 401, REFUSED);
    const fresh = { code: data.recoveryCodes[0] ?? '' };
    expect((await verifySecondFactor({ client: await halfSignedIn('kay'), body: fresh })).data?.name).toBe('kay');
    expect(await actionsOf('kay')).toContain('recovery-codes-replaced');
  });
});

describe('changing the password', () => {
  const body = { currentPassword: PASSWORD, newPassword: 'an entirely different sentence' };

  it('needs a code if a second factor is on', async () => {
    const { client, secret } = await enrolled('max');
    const message = 'Enter the code from your authenticator app, or a recovery code';
    expectProblem(await changePassword({ client, body }), 400, wrong('code', message));
    const guessed = await changePassword({ client, body: { ...body, code: 'abcdef' } });
    expectProblem(guessed, 400, wrong('code', SENTENCE));
    const code = await freshCode(secret);
    expect((await changePassword({ client, body: { ...body, code } })).data?.name).toBe('max');
    expect(await actionsOf('max')).toContain('password-changed');
  });
});

describe('guesses at codes in a stolen session', () => {
  const LIMITED = { type: '/problems/too-many-attempts', errors: [] };

  it.each([
    [
      'that turn the second factor off',
      (client: Client, code: string) => removeSecondFactor({ client, body: { password: PASSWORD, code } }),
    ],
    [
      'that replace recovery codes',
      (client: Client, code: string) => replaceRecoveryCodes({ client, body: { password: PASSWORD, code } }),
    ],
    [
      'that change the password',
      (client: Client, code: string) =>
        changePassword({ client, body: { currentPassword: PASSWORD, newPassword: 'an entirely different one', code } }),
    ],
  ] as const)('%s wait after five', async (what, guess) => {
    const { client, secret } = await enrolled(`guessed-${what.replaceAll(' ', '-')}`);
    for (let n = 0; n < 5; n += 1) expectProblem(await guess(client, 'abcdef'), 400, wrong('code', SENTENCE));
    const right = await guess(client, await freshCode(secret));
    expectProblem(right, 429, LIMITED);
    expect(Number(right.response?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('to confirm a new key wait after five', async () => {
    const client = await signInAsStaff(server, 'olga', ['editor']);
    const { data: made } = await beginSecondFactor({ client, body: { password: PASSWORD }, throwOnError: true });
    for (let n = 0; n < 5; n += 1) {
      expectProblem(await confirmSecondFactor({ client, body: { code: 'abcdef' } }), 400, wrong('code', SENTENCE));
    }
    expectProblem(await confirmSecondFactor({ client, body: { code: await freshCode(made.secret) } }), 429, LIMITED);
  });
});
