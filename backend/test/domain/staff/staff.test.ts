import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import type { Role } from '../../../src/domain/shared/role.js';
import {
  AccountDisabled,
  NotPermitted,
  NotSignedIn,
  PasswordChangeRequired,
  SessionNotFound,
  SignInFailed,
} from '../../../src/domain/staff/account.js';
import { ACTOR, NOW } from '../../support/builders.js';
import {
  createStaffServices,
  inSession,
  OWN_PASSWORD,
  ROBIN_ID,
  servicesWithRobin,
  toPassword,
  UNKNOWN_BROWSER,
} from '../../support/in-memory-staff.js';

const ROBIN = { id: ROBIN_ID, name: 'robin', passwordIsOneTime: false, roles: ['reviewer'], hasSecondFactor: false };

describe('signing in', () => {
  it('creates a session of twelve hours', async () => {
    const { signIn } = await servicesWithRobin();
    expect(await signIn()).toEqual({
      token: expect.any(String),
      expiresAt: new Date('2026-11-21T03:00:00Z'),
      member: ROBIN,
      trustedDeviceToken: expect.any(String),
    });
  });

  it.each([['robin'], ['ROBIN'], [' Robin ']])('works with the username written %j', async (username) => {
    const { signIn } = await servicesWithRobin();
    expect((await signIn(username)).member.name).toBe('robin');
  });

  it.each([
    ['a wrong password', 'robin', 'another sentence'],
    ['the password in capitals', 'robin', OWN_PASSWORD.toUpperCase()],
    ['no password', 'robin', ''],
    ['an unknown name', 'unknown', OWN_PASSWORD],
    ['no name', '', OWN_PASSWORD],
  ])('fails with %s, without saying why', async (_what, username, password) => {
    const { staff } = await servicesWithRobin();
    await expect(staff.signIn(username, password, UNKNOWN_BROWSER)).rejects.toEqual(new SignInFailed());
    expect(new SignInFailed()).toMatchObject({ kind: 'unauthenticated', code: 'sign-in-failed' });
  });

  it("stores the token's digest only", async () => {
    const { accounts, staff, signIn } = await servicesWithRobin();
    const { token } = await signIn();
    expect(await accounts.bySession(token, NOW)).toBeNull();
    expect(await staff.currentMember(token)).toMatchObject({ name: 'robin' });
  });
});

describe('a session', () => {
  it.each([
    [0, true],
    [12 - 1 / 3600, true],
    [12, false],
    [13, false],
  ])('in constant use is valid after %d hours: %j', async (hours, stands) => {
    const { staff, clock, signIn } = await servicesWithRobin();
    const { token } = await signIn();
    for (let passed = 0; passed + 0.5 <= hours && passed < 11.5; passed += 0.5) {
      clock.goOn(0.5);
      await staff.currentMember(token);
    }
    clock.goOn(hours - Math.min(Math.floor(hours * 2) / 2, 11.5));
    if (stands) expect(await staff.authorize(token)).toEqual({ id: ROBIN_ID, name: 'robin' });
    else await expect(staff.authorize(token)).rejects.toThrow(NotSignedIn);
  });

  it.each([
    [59, true],
    [60, false],
    [61, false],
  ])('unused for %d minutes is valid: %j', async (minutes, stands) => {
    const { staff, clock, signIn } = await servicesWithRobin();
    const { token } = await signIn();
    clock.goOn(3);
    const other = await signIn();
    clock.goOn(-3);
    await staff.currentMember(token);
    clock.goOn(minutes / 60);
    if (stands) expect(await staff.currentMember(token)).toMatchObject({ name: 'robin' });
    else await expect(staff.currentMember(token)).rejects.toEqual(new NotSignedIn());
    expect(await staff.sessions(other.token)).toHaveLength(stands ? 2 : 1);
  });

  it('ends when its browser signs in again, so session fixation does not work', async () => {
    const { staff, signIn } = await servicesWithRobin();
    const planted = await signIn();
    const elsewhere = await signIn();
    const mine = await signIn('robin', OWN_PASSWORD, { ...UNKNOWN_BROWSER, sessionToken: planted.token });
    await expect(staff.currentMember(planted.token)).rejects.toThrow(NotSignedIn);
    expect(await staff.currentMember(mine.token)).toEqual(await staff.currentMember(elsewhere.token));
  });

  it('ends when a role of the account changes', async () => {
    const { staff, administration, signIn } = await servicesWithRobin();
    const { token } = await signIn();
    await administration.changeRoles({ id: ROBIN_ID, version: 1 }, ['administrator'], ACTOR);
    await expect(staff.currentMember(token)).rejects.toThrow(NotSignedIn);
  });

  it('ends by signing out, without affecting others', async () => {
    const { staff, signIn } = await servicesWithRobin();
    const [one, other] = [await signIn(), await signIn()];
    await staff.signOut(one.token);
    await expect(staff.currentMember(one.token)).rejects.toThrow(NotSignedIn);
    expect(await staff.currentMember(other.token)).toMatchObject({ name: 'robin' });
  });

  it.each([[null], [''], ['token-99']])('does not exist for %j', async (token) => {
    const { staff } = await servicesWithRobin();
    await expect(staff.currentMember(token)).rejects.toEqual(new NotSignedIn());
    await expect(staff.authorize(token)).rejects.toThrow(NotSignedIn);
    await expect(
      staff.changePassword(inSession(token), toPassword(OWN_PASSWORD, 'yet another sentence')),
    ).rejects.toThrow(NotSignedIn);
    await expect(staff.signOut(token)).resolves.toBeUndefined();
  });
});

it('a one-time password signs in, allows nothing except changing it, and is invalid afterwards', async () => {
  const { staff, administration, signIn } = createStaffServices();
  const { oneTimePassword } = await administration.create('robin', ['reviewer'], ACTOR);
  const { token, member } = await signIn('robin', oneTimePassword);
  expect(member.passwordIsOneTime).toBe(true);
  expect(await staff.currentMember(token)).toEqual(member);
  await expect(staff.authorize(token)).rejects.toEqual(new PasswordChangeRequired());
  const { renewedToken } = await staff.changePassword(inSession(token), toPassword(oneTimePassword, OWN_PASSWORD));
  expect(await staff.authorize(renewedToken)).toEqual({ id: ROBIN_ID, name: 'robin' });
  await expect(signIn('robin', oneTimePassword)).rejects.toThrow(SignInFailed);
});

describe('changing the password', () => {
  it('makes the new one the only valid one', async () => {
    const { staff, signIn } = await servicesWithRobin();
    const { token } = await signIn();
    const { member } = await staff.changePassword(inSession(token), toPassword(OWN_PASSWORD, 'yet another sentence'));
    expect(member).toEqual(ROBIN);
    await expect(signIn()).rejects.toThrow(SignInFailed);
    expect((await signIn('robin', 'yet another sentence')).member.name).toBe('robin');
  });

  it('ends every other session and renews this one', async () => {
    const { staff, signIn } = await servicesWithRobin();
    const [mine, lost] = [await signIn(), await signIn()];
    const { renewedToken } = await staff.changePassword(
      inSession(mine.token),
      toPassword(OWN_PASSWORD, 'yet another sentence'),
    );
    expect(await staff.currentMember(renewedToken)).toMatchObject({ name: 'robin' });
    await expect(staff.currentMember(mine.token)).rejects.toThrow(NotSignedIn);
    await expect(staff.currentMember(lost.token)).rejects.toThrow(NotSignedIn);
  });

  it.each([
    ['the current one is wrong', 'not my password', 'yet another sentence', InvalidInput],
    ['the new one is too short', OWN_PASSWORD, 'short', InvalidInput],
    ['the new one holds the name', OWN_PASSWORD, 'robin wrote a sentence', InvalidInput],
    ['the new one is easy to guess', OWN_PASSWORD, 'passwordpassword', InvalidInput],
  ])('changes nothing when %s', async (_why, current, chosen, error) => {
    const { staff, accounts, signIn } = await servicesWithRobin();
    const { token } = await signIn();
    const entries = accounts.audit.length;
    await expect(staff.changePassword(inSession(token), toPassword(current, chosen))).rejects.toThrow(error);
    expect(accounts.audit).toHaveLength(entries);
    expect((await signIn()).member.name).toBe('robin');
  });

  it('is logged without any password', async () => {
    const { accounts } = await servicesWithRobin();
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

describe('a disabled account', () => {
  async function disabled() {
    const services = await servicesWithRobin();
    const { token } = await services.signIn();
    await services.administration.disable({ id: ROBIN_ID, version: 1 }, ACTOR);
    return { ...services, token };
  }

  it('is reported with the right password only', async () => {
    const { signIn } = await disabled();
    await expect(signIn()).rejects.toEqual(new AccountDisabled());
    await expect(signIn('robin', 'a guess')).rejects.toEqual(new SignInFailed());
  });

  it('is signed out', async () => {
    const { staff, token } = await disabled();
    await expect(staff.currentMember(token)).rejects.toThrow(NotSignedIn);
  });

  it('can sign in again once enabled, but not use the old session', async () => {
    const { staff, administration, signIn, token } = await disabled();
    await administration.enable({ id: ROBIN_ID, version: 2 }, ACTOR);
    expect((await signIn()).member).toEqual(ROBIN);
    await expect(staff.currentMember(token)).rejects.toThrow(NotSignedIn);
  });
});

describe('a permission', () => {
  it.each<[Role[], Role[], boolean]>([
    [['reviewer'], [], true],
    [['reviewer'], ['reviewer'], true],
    [['reviewer'], ['editor'], false],
    [['reviewer'], ['administrator'], false],
    [['reviewer'], ['editor', 'reviewer'], true],
    [['editor'], ['reviewer'], false],
    [['reviewer', 'editor'], ['editor'], true],
    [['administrator'], ['reviewer'], true],
    [['administrator'], ['editor'], true],
    [['administrator'], ['administrator'], true],
  ])('%j, required %j: %j', async (roles, allowed, isPermitted) => {
    const { staff, administration, signIn } = await servicesWithRobin();
    await administration.changeRoles({ id: ROBIN_ID, version: 1 }, roles, ACTOR);
    const { token } = await signIn();
    const acting = staff.authorize(token, allowed);
    if (isPermitted) expect(await acting).toEqual({ id: ROBIN_ID, name: 'robin' });
    else await expect(acting).rejects.toEqual(new NotPermitted(allowed));
  });

  it.each<[Role[], string]>([
    [['reviewer'], 'Only a reviewer can do this. An administrator can give you the role.'],
    [['editor', 'reviewer'], 'Only an editor or a reviewer can do this. An administrator can give you the role.'],
    [['administrator'], 'Only an administrator can do this. An administrator can give you the role.'],
  ])('%j is named in the error', (allowed, sentence) => {
    expect(new NotPermitted(allowed)).toMatchObject({ kind: 'forbidden', code: 'not-permitted', message: sentence });
  });
});

describe('own sessions', () => {
  it('are listed by last use, and mark the current one', async () => {
    const { staff, signIn, clock } = await servicesWithRobin();
    const services = await signIn();
    clock.goOn(0.4);
    const phone = await signIn('robin', OWN_PASSWORD, {
      ...UNKNOWN_BROWSER,
      userAgent: 'Mozilla/5.0 (iPhone) Safari/605',
    });
    clock.goOn(0.4);
    expect(await staff.sessions(services.token)).toMatchObject([
      { device: 'Firefox on Windows', createdAt: NOW, lastUsedAt: clock.now(), isThisOne: true },
      { device: 'Safari on iPhone', isThisOne: false },
    ]);
    clock.goOn(0.4);
    expect((await staff.sessions(phone.token)).map(({ isThisOne }) => isThisOne)).toEqual([true, false]);
  });

  it.each([
    [9, 0],
    [10, 10],
    [11, 11],
  ])('used %d minutes after the last use are stored as used at %d', async (minutes, noted) => {
    const { staff, signIn, clock } = await servicesWithRobin();
    const { token } = await signIn();
    clock.goOn(minutes / 60);
    await staff.currentMember(token);
    const [session] = await staff.sessions(token);
    expect(session?.lastUsedAt).toEqual(new Date(NOW.getTime() + noted * 60_000));
  });

  it('can be ended one at a time, or all others at once', async () => {
    const { staff, signIn, accounts } = await servicesWithRobin();
    const [mine, lost, other] = [await signIn(), await signIn(), await signIn()];
    const { id = '' } = (await staff.sessions(lost.token)).find(({ isThisOne }) => isThisOne) ?? {};
    await staff.endSession(mine.token, id);
    await expect(staff.currentMember(lost.token)).rejects.toThrow(NotSignedIn);
    expect(await staff.currentMember(other.token)).toEqual(ROBIN);
    await expect(staff.endSession(mine.token, id)).rejects.toEqual(new SessionNotFound());

    await staff.endOtherSessions(mine.token);
    await expect(staff.currentMember(other.token)).rejects.toThrow(NotSignedIn);
    expect(await staff.currentMember(mine.token)).toEqual(ROBIN);
    expect(accounts.audit.slice(-2)).toMatchObject(Array(2).fill({ action: 'account.sessions-ended', after: null }));
  });

  it('cannot be ended by another account', async () => {
    const { staff, administration, signIn } = await servicesWithRobin();
    const mine = await signIn();
    const { oneTimePassword } = await administration.create('kim', ['administrator'], ACTOR);
    const kim = await signIn('kim', oneTimePassword);
    const [session] = await staff.sessions(mine.token);
    await expect(staff.endSession(kim.token, session?.id ?? '')).rejects.toThrow(SessionNotFound);
    await staff.endOtherSessions(kim.token);
    expect(await staff.currentMember(mine.token)).toEqual(ROBIN);
  });
});
