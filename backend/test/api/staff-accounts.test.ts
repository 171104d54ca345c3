import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  changeRoles,
  createAccount,
  disableAccount,
  enableAccount,
  endAccountSessions,
  getSession,
  listAccounts,
  resetAccount,
  signIn,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { AccountDto } from '../../../frontend/src/api/generated/types.gen.js';
import { zAccountDto, zAccountWithPasswordDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { PASSWORD, serverOfThisFile, startServer } from '../support/test-server.js';
import { signInAsStaff, sql, stored, UNKNOWN_ID } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

const server = serverOfThisFile();
let admin: Client;
beforeAll(async () => {
  admin = await signInAsStaff(server, 'ada');
});

const NOT_FOUND = { type: '/problems/account-not-found', detail: "We couldn't find this account.", errors: [] };
const NOT_SIGNED_IN = { type: '/problems/not-signed-in' };

async function accountOf(username: string, client = admin): Promise<AccountDto> {
  const { data } = await listAccounts({ client, throwOnError: true });
  const found = data.find((account) => account.username === username);
  if (!found) throw new Error(`no account ${username}`);
  return found;
}

const about = ({ id, version }: AccountDto, client = admin) => ({ client, path: { id }, body: { version } });

const trySignIn = (username: string, password = PASSWORD, client = server.client()) =>
  signIn({ client, body: { username, password } });

const actionsOn = async ({ id }: AccountDto) => {
  const query = 'SELECT action FROM audit_log WHERE subject = $1 ORDER BY id';
  return (await sql<{ action: string }>(server, query, [`account:${id}`])).map(({ action }) => action);
};

describe('accounts', () => {
  it('are listed by name, without secrets', async () => {
    await signInAsStaff(server, 'zoe', ['editor']);
    const { data } = await listAccounts({ client: admin, throwOnError: true });
    for (const account of data) expect(zAccountDto.parse(account)).toEqual(account);
    const names = data.map(({ username }) => username);
    expect(names).toEqual(names.toSorted());
    expect(await accountOf('ada')).toMatchObject({ roles: ['administrator'], passwordIsOneTime: false, version: 1 });
    expect(await accountOf('zoe')).toMatchObject({ roles: ['editor'], hasSecondFactor: false, disabledAt: null });
    const [{ time } = { time: '' }] = await sql<{ time: string }>(
      server,
      `SELECT s."createdAt" AS time FROM staff_sessions s JOIN users u ON u.id = s."accountId" WHERE username = 'ada'`,
    );
    expect((await accountOf('ada')).lastSignInAt).toBe(new Date(time).toISOString());
  });

  it('are created with a one-time password, which is shown once, under a name that is free', async () => {
    const create = () => createAccount({ client: admin, body: { username: 'robin', roles: ['editor', 'reviewer'] } });
    const { data, response } = await create();
    expect(response?.status).toBe(201);
    const { account, oneTimePassword } = zAccountWithPasswordDto.parse(data);
    expect(data).toEqual({ account, oneTimePassword });
    expect(account).toMatchObject({ roles: ['reviewer', 'editor'], passwordIsOneTime: true, lastSignInAt: null });
    const signedIn = await trySignIn('robin', oneTimePassword);
    expect(signedIn.data).toMatchObject({ name: 'robin', passwordIsOneTime: true, roles: ['reviewer', 'editor'] });
    expect(JSON.stringify(await sql(server, 'SELECT * FROM audit_log'))).not.toContain(oneTimePassword);
    const detail = 'There is already an account named robin.';
    expectProblem(await create(), 409, { type: '/problems/username-taken', detail, errors: [] });
  });

  it.each([
    [{ username: ' ' }, 'username', 'Name is required'],
    [{ username: 'Robin Vale' }, 'username', 'Use 2 to 63 lowercase letters, digits, dots, dashes or underscores'],
    [{ roles: [] }, 'roles', 'Choose one or more of reviewer, editor, administrator'],
    [{ roles: ['owner'] }, 'roles', 'Choose one or more of reviewer, editor, administrator'],
    [{ roles: 'reviewer' }, 'roles', 'Choose one or more of reviewer, editor, administrator'],
  ])('are not created from %j', async (given, field, message) => {
    const body = { username: 'kim', roles: ['reviewer'], ...given };
    expectProblem(await createAccount({ client: admin, body: body as never }), 400, wrong(field, message));
  });
});

it('a role change ends open sessions, and applies to the next one', async () => {
  const client = await signInAsStaff(server, 'changing', ['editor']);
  const { id, version } = await accountOf('changing');
  const body = { roles: ['reviewer' as const], version };
  const { data } = await changeRoles({ client: admin, path: { id }, body, throwOnError: true });
  expect(data).toMatchObject({ roles: ['reviewer'], version: 2 });
  expectProblem(await getSession({ client }), 401, NOT_SIGNED_IN);
  await trySignIn('changing', PASSWORD, client);
  expect((await getSession({ client })).data?.roles).toEqual(['reviewer']);
});

describe('a disabled account', () => {
  it('is signed out, and cannot sign in', async () => {
    const client = await signInAsStaff(server, 'leaving', ['reviewer']);
    const { data } = await disableAccount({ ...about(await accountOf('leaving')), throwOnError: true });
    expect(data.disabledAt).not.toBeNull();
    expectProblem(await getSession({ client }), 401, NOT_SIGNED_IN);
    expectProblem(await trySignIn('leaving'), 403, {
      type: '/problems/account-disabled',
      detail: 'This account is disabled. An administrator can enable it again.',
    });
    await enableAccount({ ...about(data), throwOnError: true });
    expect((await trySignIn('leaving')).response?.status).toBe(200);
    expect(await actionsOn(data)).toEqual(expect.arrayContaining(['account.disabled', 'account.enabled']));
  });
});

it('a reset account has a new one-time password and no session', async () => {
  const client = await signInAsStaff(server, 'forgetful', ['reviewer']);
  const { data } = await resetAccount({ ...about(await accountOf('forgetful')), throwOnError: true });
  expect(zAccountWithPasswordDto.parse(data)).toEqual(data);
  expectProblem(await getSession({ client }), 401, NOT_SIGNED_IN);
  expect((await trySignIn('forgetful', data.oneTimePassword)).data).toMatchObject({ passwordIsOneTime: true });
});

it('an administrator can end the sessions of an account', async () => {
  const client = await signInAsStaff(server, 'everywhere', ['reviewer']);
  const { id } = await accountOf('everywhere');
  expect((await endAccountSessions({ client: admin, path: { id } })).response?.status).toBe(204);
  expectProblem(await getSession({ client }), 401, NOT_SIGNED_IN);
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
    await signInAsStaff(server, 'contested', ['reviewer']);
    const seen = about(await accountOf('contested'));
    await disableAccount({ ...seen, throwOnError: true });
    const refusal = { type: '/problems/account-changed' };
    const roles = ['editor' as const];
    expectProblem(await changeRoles({ ...seen, body: { ...seen.body, roles } }), 409, refusal);
    expectProblem(await enableAccount(seen), 409, refusal);
    expectProblem(await resetAccount(seen), 409, refusal);
  });

  it.each([UNKNOWN_ID, '1', 'robin'])('gets 404 for unknown account %j', async (id) => {
    const unknown = { client: admin, path: { id }, body: { version: 1 } };
    const roles = ['editor' as const];
    expectProblem(await changeRoles({ ...unknown, body: { ...unknown.body, roles } }), 404, NOT_FOUND);
    expectProblem(await disableAccount(unknown), 404, NOT_FOUND);
    expectProblem(await resetAccount(unknown), 404, NOT_FOUND);
    expectProblem(await endAccountSessions({ client: admin, path: { id } }), 404, NOT_FOUND);
  });

  it('always remains: two who disable each other concurrently', async () => {
    const site = await startServer();
    try {
      const [first, second] = [await signInAsStaff(site, 'ada'), await signInAsStaff(site, 'bea')];
      const [ada, bea] = [await accountOf('ada', first), await accountOf('bea', first)];
      const outcomes = await Promise.all([disableAccount(about(bea, first)), disableAccount(about(ada, second))]);
      const statuses = outcomes.map(({ response }) => response?.status);
      // The second request is rejected, either to keep the last administrator or because that one was signed out.
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect([401, 409]).toContain(statuses.find((status) => status !== 200));
      const remaining = `SELECT 1 FROM users WHERE 'administrator' = ANY(roles) AND "disabledAt" IS NULL`;
      expect(await sql(site, remaining)).toHaveLength(1);
    } finally {
      await site.stop();
    }
  });
});
