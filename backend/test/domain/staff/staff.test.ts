import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { NotSignedIn, PasswordChangeRequired, SignInFailed, UsernameTaken } from '../../../src/domain/staff/account.js';
import { Staff } from '../../../src/domain/staff/staff.js';
import { ACTOR, NOW } from '../../support/builders.js';
import { NumberedIds, StoppedClock } from '../../support/in-memory-clock-and-ids.js';
import { InMemorySecrets } from '../../support/in-memory-secrets.js';
import { InMemoryStaffRepository } from '../../support/in-memory-staff-repository.js';

const OWN = 'a sentence of my own';
const ROBIN_ID = '00000001-0000-4000-8000-000000000000';

function open() {
  const accounts = new InMemoryStaffRepository();
  const clock = new StoppedClock();
  return { accounts, clock, staff: new Staff(accounts, new InMemorySecrets(), clock, new NumberedIds()) };
}

/** Robin, with a password of their own. */
async function openWithRobin() {
  const opened = open();
  const oneTime = await opened.staff.createAccount('robin', ACTOR);
  const { token } = await opened.staff.signIn('robin', oneTime);
  await opened.staff.changePassword(token, oneTime, OWN);
  await opened.staff.signOut(token);
  return opened;
}

describe('signing in', () => {
  it('opens a session of twelve hours', async () => {
    const { staff } = await openWithRobin();
    expect(await staff.signIn('robin', OWN)).toEqual({
      token: expect.any(String),
      expiresAt: new Date('2026-11-21T03:00:00Z'),
      member: { id: ROBIN_ID, name: 'robin', passwordIsOneTime: false },
    });
  });

  it.each([['robin'], ['ROBIN'], [' Robin ']])('works with the name written %j', async (username) => {
    const { staff } = await openWithRobin();
    expect((await staff.signIn(username, OWN)).member.name).toBe('robin');
  });

  it.each([
    ['a wrong password', 'robin', 'another sentence'],
    ['the password in capitals', 'robin', OWN.toUpperCase()],
    ['no password', 'robin', ''],
    ['a name that is not there', 'nobody', OWN],
    ['no name', '', OWN],
  ])('fails with %s, and does not say why', async (_what, username, password) => {
    const { staff } = await openWithRobin();
    await expect(staff.signIn(username, password)).rejects.toEqual(new SignInFailed());
    expect(new SignInFailed()).toMatchObject({ kind: 'unauthenticated', code: 'sign-in-failed' });
  });

  it('gives every session a token of its own', async () => {
    const { staff } = await openWithRobin();
    const [one, other] = [await staff.signIn('robin', OWN), await staff.signIn('robin', OWN)];
    expect(one.token).not.toBe(other.token);
  });

  it('keeps no token, only its digest', async () => {
    const { accounts, staff } = await openWithRobin();
    const { token } = await staff.signIn('robin', OWN);
    expect(await accounts.bySession(token, NOW)).toBeNull();
    expect(await staff.whoIs(token)).toMatchObject({ name: 'robin' });
  });
});

describe('a session', () => {
  it.each([
    [0, true],
    [12 - 1 / 3600, true],
    [12, false],
    [13, false],
  ])('after %d hours still stands: %j', async (hours, stands) => {
    const { staff, clock } = await openWithRobin();
    const { token } = await staff.signIn('robin', OWN);
    clock.goOn(hours);
    if (stands) expect(await staff.actorOf(token)).toEqual({ id: ROBIN_ID, name: 'robin' });
    else await expect(staff.actorOf(token)).rejects.toThrow(NotSignedIn);
  });

  it('ends by signing out, and no other does', async () => {
    const { staff } = await openWithRobin();
    const [one, other] = [await staff.signIn('robin', OWN), await staff.signIn('robin', OWN)];
    await staff.signOut(one.token);
    await expect(staff.whoIs(one.token)).rejects.toThrow(NotSignedIn);
    expect(await staff.whoIs(other.token)).toMatchObject({ name: 'robin' });
  });

  it.each([[null], [''], ['token-99']])('is not opened by %j', async (token) => {
    const { staff } = await openWithRobin();
    await expect(staff.whoIs(token)).rejects.toEqual(new NotSignedIn());
    await expect(staff.actorOf(token)).rejects.toThrow(NotSignedIn);
    await expect(staff.changePassword(token, OWN, 'yet another sentence')).rejects.toThrow(NotSignedIn);
    await expect(staff.signOut(token)).resolves.toBeUndefined();
  });
});

describe('a one-time password', () => {
  async function openWithOneTimePassword() {
    const opened = open();
    const oneTime = await opened.staff.createAccount('robin', ACTOR);
    const { token, member } = await opened.staff.signIn('robin', oneTime);
    return { ...opened, oneTime, token, member };
  }

  it('signs in, and says that it must be changed', async () => {
    const { member, staff, token } = await openWithOneTimePassword();
    expect(member.passwordIsOneTime).toBe(true);
    expect(await staff.whoIs(token)).toEqual(member);
  });

  it('opens nothing but its own change', async () => {
    const { staff, token, oneTime } = await openWithOneTimePassword();
    await expect(staff.actorOf(token)).rejects.toEqual(new PasswordChangeRequired());
    await staff.changePassword(token, oneTime, OWN);
    expect(await staff.actorOf(token)).toEqual({ id: ROBIN_ID, name: 'robin' });
  });

  it('is worth nothing once it has been changed', async () => {
    const { staff, token, oneTime } = await openWithOneTimePassword();
    await staff.changePassword(token, oneTime, OWN);
    await expect(staff.signIn('robin', oneTime)).rejects.toThrow(SignInFailed);
  });
});

describe('changing the password', () => {
  it('lets one sign in with the new one only', async () => {
    const { staff } = await openWithRobin();
    const { token } = await staff.signIn('robin', OWN);
    const member = await staff.changePassword(token, OWN, 'yet another sentence');
    expect(member).toEqual({ id: ROBIN_ID, name: 'robin', passwordIsOneTime: false });
    await expect(staff.signIn('robin', OWN)).rejects.toThrow(SignInFailed);
    expect((await staff.signIn('robin', 'yet another sentence')).member.name).toBe('robin');
  });

  it('ends every other session', async () => {
    const { staff } = await openWithRobin();
    const [mine, lost] = [await staff.signIn('robin', OWN), await staff.signIn('robin', OWN)];
    await staff.changePassword(mine.token, OWN, 'yet another sentence');
    expect(await staff.whoIs(mine.token)).toMatchObject({ name: 'robin' });
    await expect(staff.whoIs(lost.token)).rejects.toThrow(NotSignedIn);
  });

  it.each([
    ['the current one is wrong', 'not my password', 'yet another sentence', InvalidInput],
    ['the new one is too short', OWN, 'short', InvalidInput],
    ['the new one holds the name', OWN, 'robin wrote a sentence', InvalidInput],
  ])('changes nothing when %s', async (_why, current, chosen, error) => {
    const { staff, accounts } = await openWithRobin();
    const { token } = await staff.signIn('robin', OWN);
    const entries = accounts.audit.length;
    await expect(staff.changePassword(token, current, chosen)).rejects.toThrow(error);
    expect((await staff.signIn('robin', OWN)).member.name).toBe('robin');
    expect(accounts.audit).toHaveLength(entries);
  });

  it('is written into the audit log without any password', async () => {
    const { accounts } = await openWithRobin();
    expect(accounts.audit.at(-1)).toMatchObject({
      actor: { id: ROBIN_ID, name: 'robin' },
      action: 'account.password-changed',
      subject: `account:${ROBIN_ID}`,
      before: null,
      after: null,
    });
    expect(JSON.stringify(accounts.audit)).not.toMatch(/sentence|one-time-password/);
  });
});

describe('making an account', () => {
  it('stores only the hash of its password, and writes the audit log', async () => {
    const { staff, accounts } = open();
    const password = await staff.createAccount('robin', ACTOR);
    expect(await accounts.byUsername('robin')).toEqual({
      ...{ id: ROBIN_ID, username: 'robin', password: `hash of ${password}`, passwordIsOneTime: true },
    });
    expect(accounts.audit).toEqual([
      {
        at: NOW,
        actor: ACTOR,
        action: 'account.created',
        subject: `account:${ROBIN_ID}`,
        before: null,
        after: { username: 'robin' },
      },
    ]);
  });

  it('is refused for a name that is taken or not allowed', async () => {
    const { staff, accounts } = open();
    await staff.createAccount('robin', ACTOR);
    await expect(staff.createAccount('robin', ACTOR)).rejects.toEqual(new UsernameTaken('robin'));
    await expect(staff.createAccount('Robin Vale', ACTOR)).rejects.toThrow(InvalidInput);
    expect(await accounts.count()).toBe(1);
  });

  it('for a new installation happens once', async () => {
    const { staff } = open();
    expect(await staff.createFirstAccount('admin', ACTOR)).toEqual(expect.any(String));
    expect(await staff.createFirstAccount('admin', ACTOR)).toBeNull();
    expect(await staff.createFirstAccount('other', ACTOR)).toBeNull();
  });
});
