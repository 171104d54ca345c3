import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  beginSecondFactor,
  changePassword,
  endOtherSessions,
  endSession,
  getSession,
  listSessions,
  signIn,
  signOut,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import { zSessionDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { PASSWORD, startServer, type TestServer } from '../support/test-server.js';
import { signInAsStaff, sql } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server?.stop());

const FAILED = { type: '/problems/sign-in-failed' };
const NOT_CURRENT = "This doesn't match your current password";
const NOT_SIGNED_IN = { type: '/problems/not-signed-in' };

const guess = (username = 'robin', client = server.client()) =>
  signIn({ client, body: { username, password: 'a guess' } });
const tryRight = (client = server.client()) => signIn({ client, body: { username: 'robin', password: PASSWORD } });

/** Moves the clock forward by this much. */
const goOn = (minutes: number) =>
  sql(server, `UPDATE staff_attempts SET "lastAt" = "lastAt" - $1 * interval '1 minute'`, [minutes]);

function expectWait({ error, response }: { error?: unknown; response?: Response }, minutes: number): void {
  const time = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const detail = `Too many failed attempts. Please wait ${time} and try again.`;
  expectProblem({ error, response } as never, 429, { type: '/problems/too-many-attempts', detail, errors: [] });
  const seconds = Number(response?.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan((minutes - 1) * 60);
  expect(seconds).toBeLessThanOrEqual(minutes * 60);
}

describe('failed sign-ins', () => {
  it.each(['robin', 'nobody'])('as %j delay the next one, longer each time', async (name) => {
    await signInAsStaff(server, 'robin');
    for (let n = 0; n < 5; n += 1) expectProblem(await guess(name), 401, FAILED);
    expectWait(await guess(name), 1);
    await goOn(1);
    expectProblem(await guess(name), 401, FAILED);
    expectWait(await guess(name), 2);
  });

  it('cannot exceed the limit by running concurrently', async () => {
    await signInAsStaff(server, 'robin');
    const answers = await Promise.all(Array.from({ length: 15 }, () => guess()));
    expect(answers.filter(({ response }) => response?.status === 401)).toHaveLength(5);
    expect(answers.filter(({ response }) => response?.status === 429)).toHaveLength(10);
  });

  it('on unknown devices do not block a known browser', async () => {
    const known = await signInAsStaff(server, 'robin');
    await signOut({ client: known });
    for (let n = 0; n < 6; n += 1) await guess();
    expectWait(await tryRight(), 1);
    expect((await tryRight(known)).response?.status).toBe(200);
  });

  it('in a known browser are counted separately', async () => {
    const known = await signInAsStaff(server, 'robin');
    for (let n = 0; n < 5; n += 1) expectProblem(await guess('robin', known), 401, FAILED);
    expectWait(await tryRight(known), 1);
    expect((await tryRight()).response?.status).toBe(200);
  });

  it('are cleared after success, and the audit log has their number', async () => {
    await signInAsStaff(server, 'robin');
    for (let n = 0; n < 4; n += 1) await guess();
    expect((await tryRight()).response?.status).toBe(200);
    for (let n = 0; n < 4; n += 1) expectProblem(await guess(), 401, FAILED);
    const entries = await sql(server, `SELECT after FROM audit_log WHERE action = 'account.signed-in-after-failures'`);
    expect(entries).toEqual([{ after: { failures: 4 } }]);
  });

  it('store neither name nor address', async () => {
    await guess('a-name-of-somebody');
    const stored = JSON.stringify([
      await sql(server, 'SELECT * FROM staff_attempts'),
      await sql(server, 'SELECT * FROM audit_log'),
    ]);
    expect(stored).toContain('"count":1');
    expect(stored).not.toMatch(/somebody|127\.0\.0\.1|guess/);
  });
});

describe('a stolen session', () => {
  const chosen = 'an entirely different sentence';
  const guessPassword = (client: Client) =>
    changePassword({ client, body: { currentPassword: 'a guess', newPassword: chosen } });

  it('allows five guesses at the password, then delays the next one', async () => {
    const robin = await signInAsStaff(server, 'robin');
    for (let n = 0; n < 5; n += 1) {
      expectProblem(await guessPassword(robin), 400, wrong('currentPassword', NOT_CURRENT));
    }
    expectWait(await guessPassword(robin), 1);
    const right = { currentPassword: PASSWORD, newPassword: chosen };
    expectWait(await changePassword({ client: robin, body: right }), 1);
    await goOn(1);
    expect((await changePassword({ client: robin, body: right })).response?.status).toBe(200);
  });

  it('allows no more across different forms, or at the sign-in form of the same browser', async () => {
    const robin = await signInAsStaff(server, 'robin');
    for (let n = 0; n < 3; n += 1) await guessPassword(robin);
    for (let n = 0; n < 2; n += 1) {
      const begun = await beginSecondFactor({ client: robin, body: { password: 'a guess' } });
      expectProblem(begun, 400, wrong('password', NOT_CURRENT));
    }
    expectWait(await beginSecondFactor({ client: robin, body: { password: 'a guess' } }), 1);
    expectWait(await guess('robin', robin), 1);
  });

  it('without the device token counts toward the limit for unknown devices', async () => {
    await signInAsStaff(server, 'robin');
    const { response } = await tryRight();
    const cookie = /staff_session=[^;]+/.exec(response?.headers.getSetCookie().join() ?? '')?.[0] ?? '';
    const stolen = server.client();
    stolen.setConfig({ headers: { cookie } });
    for (let n = 0; n < 5; n += 1) {
      expectProblem(await guessPassword(stolen), 400, wrong('currentPassword', NOT_CURRENT));
    }
    expectWait(await guessPassword(stolen), 1);
    expectWait(await guess(), 1);
  });

  it('allows no more across instances', async () => {
    const robin = await signInAsStaff(server, 'robin');
    const answers = await Promise.all(Array.from({ length: 15 }, () => guessPassword(robin)));
    expect(answers.filter(({ response }) => response?.status === 400)).toHaveLength(5);
    expect(answers.filter(({ response }) => response?.status === 429)).toHaveLength(10);
  });

  it('is not blocked by guesses at the name from elsewhere', async () => {
    const robin = await signInAsStaff(server, 'robin');
    for (let n = 0; n < 6; n += 1) await guess();
    const right = { currentPassword: PASSWORD, newPassword: chosen };
    expect((await changePassword({ client: robin, body: right })).response?.status).toBe(200);
  });
});

describe('sign-ins for many names from one address', () => {
  it('wait after twenty failures, even with a successful sign-in between them', async () => {
    await signInAsStaff(server, 'mallory');
    const answers: (number | undefined)[] = [];
    for (let n = 0; n < 24; n += 1) {
      if (n % 10 === 9) await signIn({ client: server.client(), body: { username: 'mallory', password: PASSWORD } });
      answers.push((await guess(`name-${n}`)).response?.status);
    }
    expect(answers).toEqual([...Array(20).fill(401), ...Array(4).fill(429)]);
  });

  it('wait even when they pause a quarter of an hour after every few', async () => {
    const statuses: (number | undefined)[] = [];
    for (let n = 0; n < 23; n += 1) {
      if (n % 6 === 5) await goOn(16);
      statuses.push((await guess(`name-${n}`)).response?.status);
    }
    expect(statuses).toEqual([...Array(20).fill(401), ...Array(3).fill(429)]);
  });

  it('do not block a known browser or another address', async () => {
    const robin = await signInAsStaff(server, 'robin');
    for (let n = 0; n < 21; n += 1) await guess(`name-${n}`);
    expectWait(await tryRight(), 1);
    expect((await tryRight(robin)).response?.status).toBe(200);
  });

  it('count a whole IPv6 /64 network as one address', async () => {
    const behindProxy = await startServer({ TRUST_PROXY: 'true' });
    try {
      const from = async (address: string, n: number) => {
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
        const body = JSON.stringify({ username: `name-${n}`, password: 'a guess' });
        return (await fetch(`${behindProxy.url}/api/staff/session`, { method: 'POST', headers, body })).status;
      };
      for (let n = 0; n < 20; n += 1) expect(await from(`2001:db8:1:2::${n + 1}`, n)).toBe(401);
      expect(await from('2001:db8:1:2:ffff::1', 20)).toBe(429);
      expect(await from('2001:db8:1:3::1', 21)).toBe(401);
    } finally {
      await behindProxy.stop();
    }
  });
});

describe('the device token', () => {
  it('is kept in a cookie for a year, and reveals nothing', async () => {
    await signInAsStaff(server, 'robin');
    const { response } = await tryRight();
    const cookie = response?.headers.getSetCookie().find((one) => one.startsWith('staff_device=')) ?? '';
    expect(cookie).toMatch(/^staff_device=[\w-]{80,}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
    const [{ id = '' } = {}] = await sql<{ id: string }>(server, `SELECT id FROM users WHERE username = 'robin'`);
    expect(Buffer.from(cookie.split(/[=;]/)[1] ?? '', 'base64url').toString('latin1')).not.toContain(id);
  });

  it('grants no access', async () => {
    await signInAsStaff(server, 'robin');
    const { response } = await tryRight();
    const deviceToken = /staff_device=([^;]+)/.exec(response?.headers.getSetCookie().join() ?? '')?.[1];
    for (const cookie of [`staff_device=${deviceToken}`, `staff_session=${deviceToken}`]) {
      expect((await fetch(`${server.url}/api/staff/session`, { headers: { cookie } })).status).toBe(401);
    }
  });
});

describe('own sessions', () => {
  it('are listed and ended, one and all others', async () => {
    const mine = await signInAsStaff(server, 'robin');
    const [lost, other] = [server.client(), server.client()];
    for (const client of [lost, other]) await tryRight(client);
    const { data } = await listSessions({ client: mine, throwOnError: true });
    for (const session of data) expect(zSessionDto.parse(session)).toEqual(session);
    expect(data.filter(({ isThisOne }) => isThisOne)).toHaveLength(1);
    expect(data).toHaveLength(3);

    const { data: seenByLost } = await listSessions({ client: lost, throwOnError: true });
    const { id = '' } = seenByLost.find(({ isThisOne }) => isThisOne) ?? {};
    expect((await endSession({ client: mine, path: { id } })).response?.status).toBe(204);
    expectProblem(await getSession({ client: lost }), 401, NOT_SIGNED_IN);
    expect((await getSession({ client: other })).response?.status).toBe(200);

    expect((await endOtherSessions({ client: mine })).response?.status).toBe(204);
    expectProblem(await getSession({ client: other }), 401, NOT_SIGNED_IN);
    expect((await getSession({ client: mine })).response?.status).toBe(200);
    const ended = await sql(server, `SELECT 1 FROM audit_log WHERE action = 'account.sessions-ended'`);
    expect(ended).toHaveLength(2);
  });

  it('can only be ended by their account, once', async () => {
    const mine = await signInAsStaff(server, 'robin');
    const admin = await signInAsStaff(server, 'ada');
    const { data } = await listSessions({ client: mine, throwOnError: true });
    const notFound = { type: '/problems/session-not-found', detail: 'This session has already ended.' };
    for (const id of [data[0]?.id ?? '', '7f8fad5b-d9cb-469f-a165-70867728950e', 'x']) {
      expectProblem(await endSession({ client: admin, path: { id } }), 404, notFound);
    }
    expect((await getSession({ client: mine })).response?.status).toBe(200);
  });

  it('have a rough device name', async () => {
    await signInAsStaff(server, 'robin');
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0',
    };
    const body = JSON.stringify({ username: 'robin', password: PASSWORD });
    await fetch(`${server.url}/api/staff/session`, { method: 'POST', headers, body });
    const rows = await sql<{ device: string }>(server, 'SELECT device FROM staff_sessions');
    expect(rows.map(({ device }) => device)).toContain('Firefox on Windows');
  });
});
