import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  changeRoles,
  createAccount,
  disableAccount,
  enableAccount,
  endAccountSessions,
  getSession,
  listAccounts,
  listSubmissions,
  resetAccount,
  signIn,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { AccountDto } from '../../../frontend/src/api/generated/types.gen.js';
import { zAccountDto, zAccountWithPasswordDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { PASSWORD, startServer, type TestServer } from '../support/test-server.js';
import { signInAsStaff, sql, stored } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

let server: TestServer;
let admin: Client;
beforeEach(async () => {
  server = await startServer();
  admin = await signInAsStaff(server, 'ada');
});
afterEach(() => server?.stop());

const NOT_FOUND = { type: '/problems/account-not-found', detail: "We couldn't find this account.", errors: [] };
const NOT_SIGNED_IN = { type: '/problems/not-signed-in' };

async function accountOf(username: string): Promise<AccountDto> {
  const { data } = await listAccounts({ client: admin, throwOnError: true });
  const found = data.find((account) => account.username === username);
  if (!found) throw new Error(`no account ${username}`);
  return found;
}

const about = ({ id, version }: AccountDto) => ({ client: admin, path: { id }, body: { version } });

const actions = async () =>
  (await sql<{ action: string }>(server, 'SELECT action FROM audit_log ORDER BY id')).map(({ action }) => action);

describe('accounts', () => {
  it('are listed by name, without secrets', async () => {
    await signInAsStaff(server, 'zoe', ['editor']);
    const { data } = await listAccounts({ client: admin, throwOnError: true });
    for (const account of data) expect(zAccountDto.parse(account)).toEqual(account);
    expect(data).toEqual([
      expect.objectContaining({ username: 'ada', roles: ['administrator'], passwordIsOneTime: false, version: 1 }),
      expect.objectContaining({ username: 'zoe', roles: ['editor'], hasSecondFactor: false, disabledAt: null }),
    ]);
    const [{ time } = { time: '' }] = await sql<{ time: string }>(
      server,
      `SELECT "createdAt" AS time FROM staff_sessions`,
    );
    expect(data[0]?.lastSignInAt).toBe(new Date(time).toISOString());
  });

  it('are created with a one-time password, which is shown once', async () => {
    const body = { username: 'robin', roles: ['editor', 'reviewer'] as const };
    const { data, response } = await createAccount({
      client: admin,
      body: { ...body, roles: [...body.roles] },
      throwOnError: true,
    });
    expect(response.status).toBe(201);
    expect(zAccountWithPasswordDto.parse(data)).toEqual(data);
    expect(data.account).toMatchObject({ roles: ['reviewer', 'editor'], passwordIsOneTime: true, lastSignInAt: null });
    const client = server.client();
    const signedIn = await signIn({ client, body: { username: 'robin', password: data.oneTimePassword } });
    expect(signedIn.data).toMatchObject({ name: 'robin', passwordIsOneTime: true, roles: ['reviewer', 'editor'] });
    const [entry] = await sql<{ actorName: string; after: object }>(
      server,
      `SELECT * FROM audit_log WHERE action = 'account.created' AND "actorName" = 'ada'`,
    );
    expect(entry?.after).toEqual({ username: 'robin', roles: ['reviewer', 'editor'] });
    expect(JSON.stringify(await sql(server, 'SELECT * FROM audit_log'))).not.toContain(data.oneTimePassword);
  });

  it('have unique names, even when two are created concurrently', async () => {
    const make = () => createAccount({ client: admin, body: { username: 'robin', roles: ['reviewer'] } });
    const outcomes = await Promise.all([make(), make()]);
    expect(outcomes.map(({ response }) => response?.status).sort()).toEqual([201, 409]);
    const detail = 'There is already an account named robin.';
    expectProblem(await make(), 409, { type: '/problems/username-taken', detail, errors: [] });
  });

  it.each([
    [{ username: ' ' }, 'username', 'Name is required'],
    [{ username: 'Robin Vale' }, 'username', 'Use 2 to 63 lowercase letters, digits, dots, dashes or underscores'],
    [{ roles: [] }, 'roles', 'Choose one or more of reviewer, editor, administrator'],
    [{ roles: ['owner'] }, 'roles', 'Choose one or more of reviewer, editor, administrator'],
    [{ roles: 'reviewer' }, 'roles', 'Choose one or more of reviewer, editor, administrator'],
  ])('are not created from %j', async (given, field, message) => {
    const body = { username: 'robin', roles: ['reviewer'], ...given };
    expectProblem(await createAccount({ client: admin, body: body as never }), 400, wrong(field, message));
  });
});

describe('a role change', () => {
  it('ends open sessions, and applies to the next one', async () => {
    const robin = await signInAsStaff(server, 'robin', ['editor']);
    expectProblem(await listSubmissions({ client: robin }), 403, { type: '/problems/not-permitted' });
    const { id, version } = await accountOf('robin');
    const body = { roles: ['reviewer' as const], version };
    const { data } = await changeRoles({ client: admin, path: { id }, body, throwOnError: true });
    expect(data).toMatchObject({ roles: ['reviewer'], version: 2 });
    expectProblem(await getSession({ client: robin }), 401, { type: '/problems/not-signed-in' });
    await signIn({ client: robin, body: { username: 'robin', password: PASSWORD }, throwOnError: true });
    expect((await listSubmissions({ client: robin })).response?.status).toBe(200);
    expect((await getSession({ client: robin })).data?.roles).toEqual(['reviewer']);
    const [entry] = await sql(server, `SELECT before, after FROM audit_log WHERE action = 'account.roles-changed'`);
    expect(entry).toEqual({ before: { roles: ['editor'] }, after: { roles: ['reviewer'] } });
  });
});

describe('a disabled account', () => {
  it('is signed out, and cannot sign in', async () => {
    const robin = await signInAsStaff(server, 'robin', ['reviewer']);
    const { data } = await disableAccount({ ...about(await accountOf('robin')), throwOnError: true });
    expect(data.disabledAt).not.toBeNull();
    expectProblem(await getSession({ client: robin }), 401, NOT_SIGNED_IN);
    const credentials = { username: 'robin', password: PASSWORD };
    expectProblem(await signIn({ client: server.client(), body: credentials }), 403, {
      type: '/problems/account-disabled',
      detail: 'This account is disabled. An administrator can enable it again.',
    });
    const guess = { ...credentials, password: 'a guess' };
    expectProblem(await signIn({ client: server.client(), body: guess }), 401, { type: '/problems/sign-in-failed' });

    await enableAccount({ ...about(data), throwOnError: true });
    expect((await signIn({ client: server.client(), body: credentials })).response?.status).toBe(200);
    expectProblem(await getSession({ client: robin }), 401, NOT_SIGNED_IN);
    expect(await actions()).toEqual(expect.arrayContaining(['account.disabled', 'account.enabled']));
  });
});

describe('a reset account', () => {
  it('has a new one-time password and no session', async () => {
    const robin = await signInAsStaff(server, 'robin', ['reviewer']);
    const { data } = await resetAccount({ ...about(await accountOf('robin')), throwOnError: true });
    expect(zAccountWithPasswordDto.parse(data)).toEqual(data);
    expectProblem(await getSession({ client: robin }), 401, NOT_SIGNED_IN);
    const tryWith = (password: string) => signIn({ client: server.client(), body: { username: 'robin', password } });
    expectProblem(await tryWith(PASSWORD), 401, { type: '/problems/sign-in-failed' });
    expect((await tryWith(data.oneTimePassword)).data).toMatchObject({ passwordIsOneTime: true });
    expect(await actions()).toContain('account.reset');
  });
});

it('an administrator can end the sessions of an account', async () => {
  const robin = await signInAsStaff(server, 'robin', ['reviewer']);
  const { id } = await accountOf('robin');
  expect((await endAccountSessions({ client: admin, path: { id } })).response?.status).toBe(204);
  expectProblem(await getSession({ client: robin }), 401, NOT_SIGNED_IN);
  expect(await actions()).toContain('account.sessions-ended');
});

describe('an administrator', () => {
  it('cannot change their own account', async () => {
    const mine = about(await accountOf('ada'));
    const refusal = {
      type: '/problems/own-account',
      detail: 'This is your own account. Ask another administrator to do this.',
    };
    const before = await stored(server);
    const roles = ['reviewer' as const];
    expectProblem(await changeRoles({ ...mine, body: { ...mine.body, roles } }), 403, refusal);
    expectProblem(await disableAccount(mine), 403, refusal);
    expectProblem(await enableAccount(mine), 403, refusal);
    expectProblem(await resetAccount(mine), 403, refusal);
    expect(await stored(server)).toEqual(before);
  });

  it('cannot overwrite another change', async () => {
    await signInAsStaff(server, 'robin', ['reviewer']);
    const seen = about(await accountOf('robin'));
    await disableAccount({ ...seen, throwOnError: true });
    const before = await stored(server);
    const refusal = { type: '/problems/account-changed' };
    const roles = ['editor' as const];
    expectProblem(await changeRoles({ ...seen, body: { ...seen.body, roles } }), 409, refusal);
    expectProblem(await enableAccount(seen), 409, refusal);
    expectProblem(await resetAccount(seen), 409, refusal);
    expect(await stored(server)).toEqual(before);
  });

  it.each(['7f8fad5b-d9cb-469f-a165-70867728950e', '1', 'robin'])('gets 404 for unknown account %j', async (id) => {
    const unknown = { client: admin, path: { id }, body: { version: 1 } };
    const roles = ['editor' as const];
    expectProblem(await changeRoles({ ...unknown, body: { ...unknown.body, roles } }), 404, NOT_FOUND);
    expectProblem(await disableAccount(unknown), 404, NOT_FOUND);
    expectProblem(await resetAccount(unknown), 404, NOT_FOUND);
    expectProblem(await endAccountSessions({ client: admin, path: { id } }), 404, NOT_FOUND);
  });

  it('always remains: two who disable each other concurrently', async () => {
    const other = await signInAsStaff(server, 'bea');
    const [ada, bea] = [await accountOf('ada'), await accountOf('bea')];
    const outcomes = await Promise.all([disableAccount(about(bea)), disableAccount({ ...about(ada), client: other })]);
    const statuses = outcomes.map(({ response }) => response?.status);
    // The second request is rejected, either to keep the last administrator or because that one was signed out.
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect([401, 409]).toContain(statuses.find((status) => status !== 200));
    const remaining = await sql(
      server,
      `SELECT 1 FROM users WHERE 'administrator' = ANY(roles) AND "disabledAt" IS NULL`,
    );
    expect(remaining).toHaveLength(1);
  });
});
