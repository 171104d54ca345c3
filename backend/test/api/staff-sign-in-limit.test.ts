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
import { createStaffWithPassword, PASSWORD, serverOfThisFile, startServer } from '../support/test-server.js';
import { signInAsStaff, sql } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

const server = serverOfThisFile();
beforeAll(async () => {
  await createStaffWithPassword(server.database, 'robin');
});
beforeEach(() => sql(server, 'DELETE FROM staff_attempts'));

const FAILED = { type: '/problems/sign-in-failed' };
const NOT_CURRENT = "This doesn't match your current password";
const NOT_SIGNED_IN = { type: '/problems/not-signed-in' };

const guess = (username = 'robin', client = server.client()) =>
  signIn({ client, body: { username, password: 'a guess' } });
const tryRight = (client = server.client()) => signIn({ client, body: { username: 'robin', password: PASSWORD } });

/** A browser that Robin has signed in with. */
async function knownBrowser(): Promise<Client> {
  const client = server.client();
  await signIn({ client, body: { username: 'robin', password: PASSWORD }, throwOnError: true });
  return client;
}

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
  it('on unknown devices do not block a known browser, and wait longer each time', async () => {
    const known = await knownBrowser();
    await signOut({ client: known });
    for (let n = 0; n < 5; n += 1) expectProblem(await guess(), 401, FAILED);
    expectWait(await tryRight(), 1);
    await goOn(1);
    expectProblem(await guess(), 401, FAILED);
    expectWait(await tryRight(), 2);
    expect((await tryRight(known)).response?.status).toBe(200);
  });

  it('in a known browser do not block other devices', async () => {
    const known = await knownBrowser();
    for (let n = 0; n < 5; n += 1) expectProblem(await guess('robin', known), 401, FAILED);
    expectWait(await tryRight(known), 1);
    expect((await tryRight()).response?.status).toBe(200);
  });

  it('cannot exceed the limit by running concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 15 }, () => guess()));
    expect(answers.filter(({ response }) => response?.status === 401)).toHaveLength(5);
    expect(answers.filter(({ response }) => response?.status === 429)).toHaveLength(10);
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
    const kim = await signInAsStaff(server, 'kim');
    for (let n = 0; n < 3; n += 1) {
      expectProblem(await guessPassword(kim), 400, wrong('currentPassword', NOT_CURRENT));
    }
    const begin = () => beginSecondFactor({ client: kim, body: { password: 'a guess' } });
    for (let n = 0; n < 2; n += 1) expectProblem(await begin(), 400, wrong('password', NOT_CURRENT));
    expectWait(await guessPassword(kim), 1);
    expectWait(await begin(), 1);
    expectWait(await guess('kim', kim), 1);
    const right = { currentPassword: PASSWORD, newPassword: chosen };
    expect((await changePassword({ client: kim, body: right })).response?.status).toBe(429);
    await goOn(1);
    expect((await changePassword({ client: kim, body: right })).response?.status).toBe(200);
  });

  it('allows no more guesses when they come at once', async () => {
    const lee = await signInAsStaff(server, 'lee');
    const answers = await Promise.all(Array.from({ length: 15 }, () => guessPassword(lee)));
    expect(answers.filter(({ response }) => response?.status === 400)).toHaveLength(5);
  });

  it('without the device token counts toward the limit for unknown devices', async () => {
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
});

describe('sign-ins for many names from one address', () => {
  it('wait after twenty failures, even with a successful sign-in between them', async () => {
    const known = await knownBrowser();
    await createStaffWithPassword(server.database, 'mallory');
    const answers: (number | undefined)[] = [];
    for (let n = 0; n < 24; n += 1) {
      if (n % 10 === 9) await signIn({ client: server.client(), body: { username: 'mallory', password: PASSWORD } });
      answers.push((await guess(`name-${n}`)).response?.status);
    }
    expect(answers).toEqual([...Array(20).fill(401), ...Array(4).fill(429)]);
    expect((await tryRight()).response?.status).toBe(429);
    expect((await tryRight(known)).response?.status).toBe(200);
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

it('the device token is kept in a cookie for a year, reveals nothing, and grants no access', async () => {
  const { response } = await tryRight();
  const cookie = response?.headers.getSetCookie().find((one) => one.startsWith('staff_device=')) ?? '';
  expect(cookie).toMatch(/^staff_device=[\w-]{80,}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
  const token = cookie.split(/[=;]/)[1] ?? '';
  const [{ id = '' } = {}] = await sql<{ id: string }>(server, `SELECT id FROM users WHERE username = 'robin'`);
  expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain(id);
  for (const sent of [`staff_device=${token}`, `staff_session=${token}`]) {
    expect((await fetch(`${server.url}/api/staff/session`, { headers: { cookie: sent } })).status).toBe(401);
  }
});

it('own sessions are listed with a rough device name, and ended by their account, one and all others', async () => {
  const mine = await signInAsStaff(server, 'sam');
  const [lost, other] = [server.client(), server.client()];
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0' };
  const body = { username: 'sam', password: PASSWORD };
  for (const client of [lost, other]) await signIn({ client, headers, body, throwOnError: true });
  const { data } = await listSessions({ client: mine, throwOnError: true });
  for (const session of data) expect(zSessionDto.parse(session)).toEqual(session);
  expect(data.map(({ isThisOne, device }) => isThisOne || device).toSorted()).toEqual([
    'Firefox on Windows',
    'Firefox on Windows',
    true,
  ]);

  const { data: seenByLost } = await listSessions({ client: lost, throwOnError: true });
  const { id = '' } = seenByLost.find(({ isThisOne }) => isThisOne) ?? {};
  const notFound = { type: '/problems/session-not-found', detail: 'This session has already ended.' };
  const admin = await signInAsStaff(server, 'ada');
  for (const unknown of [id, 'x']) {
    expectProblem(await endSession({ client: admin, path: { id: unknown } }), 404, notFound);
  }
  expect((await endSession({ client: mine, path: { id } })).response?.status).toBe(204);
  expectProblem(await getSession({ client: lost }), 401, NOT_SIGNED_IN);
  expect((await getSession({ client: other })).response?.status).toBe(200);

  expect((await endOtherSessions({ client: mine })).response?.status).toBe(204);
  expectProblem(await getSession({ client: other }), 401, NOT_SIGNED_IN);
  expect((await getSession({ client: mine })).response?.status).toBe(200);
});
