import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { NotSignedIn } from '../../../src/domain/staff/account.js';
import {
  CodeRefused,
  matchingStep,
  normalizeCode,
  SecondFactorOff,
  SecondFactorOn,
  SignInExpired,
} from '../../../src/domain/staff/second-factor.js';
import {
  inSession,
  OWN_PASSWORD,
  ROBIN_ID,
  servicesWithRobin,
  servicesWithSecondFactor,
  UNKNOWN_BROWSER,
} from '../../support/in-memory-staff.js';

describe('a time step', () => {
  const at = new Date(1_000 * 30_000);
  it.each([
    [998, 0, null],
    [999, 0, 999],
    [1_000, 0, 1_000],
    [1_001, 0, 1_001],
    [1_002, 0, null],
    [999, 999, null],
    [1_000, 999, 1_000],
    [1_000, 1_000, null],
    [1_000, 1_001, null],
    [1_001, 1_000, 1_001],
  ])('%d, after %d was used, at 1000: %j', (step, lastUsed, expected) => {
    expect(matchingStep(at, lastUsed, (tried) => tried === step)).toBe(expected);
  });

  it.each([
    [0, 1_000],
    [29_999, 1_000],
    [30_000, 1_001],
  ])('after %d ms is %d', (ms, step) => {
    expect(matchingStep(new Date(at.getTime() + ms), 0, () => true)).toBe(step);
  });
});

it.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['ABCD-efgh', 'abcdefgh'],
  ['', ''],
])('%j is read as %j', (typed, code) => {
  expect(normalizeCode(typed)).toBe(code);
});

describe('setting up a second factor', () => {
  it('needs the password, then a code, and returns ten recovery codes', async () => {
    const { staff, secondFactors, signIn, accounts, code } = await servicesWithRobin();
    const { token } = await signIn();
    await expect(secondFactors.begin(inSession(token), 'a guess')).rejects.toMatchObject({
      fields: [{ field: 'password' }],
    });
    expect(await secondFactors.begin(inSession(token), OWN_PASSWORD)).toEqual({ secret: 'SECRET1', username: 'robin' });
    expect((await staff.currentMember(token)).hasSecondFactor).toBe(false);
    await expect(secondFactors.confirm(inSession(token), '000000')).rejects.toMatchObject({
      fields: [{ field: 'code' }],
    });

    const { recoveryCodes: codes, renewedToken } = await secondFactors.confirm(inSession(token), code());
    expect(new Set(codes).size).toBe(10);
    expect((await staff.currentMember(renewedToken)).hasSecondFactor).toBe(true);
    expect(accounts.audit.at(-1)).toMatchObject({ action: 'account.second-factor-on', before: null, after: null });
    expect(JSON.stringify([await accounts.byId(ROBIN_ID), accounts.audit])).not.toContain(codes[0]);
  });

  it('has no effect before confirmation: signing in needs no code', async () => {
    const { secondFactors, signIn } = await servicesWithRobin();
    await secondFactors.begin(inSession((await signIn()).token), OWN_PASSWORD);
    expect((await signIn()).member.hasSecondFactor).toBe(false);
  });

  it('uses the second key when started twice', async () => {
    const { secondFactors, signIn, accounts, encryption, code } = await servicesWithRobin();
    const { token } = await signIn();
    await secondFactors.begin(inSession(token), OWN_PASSWORD);
    await secondFactors.begin(inSession(token), OWN_PASSWORD);
    await secondFactors.confirm(inSession(token), code());
    const robin = await accounts.byId(ROBIN_ID);
    expect(encryption.decrypt(robin?.codeSecret ?? '', `second-factor:${ROBIN_ID}`)).toBe('SECRET2');
  });

  it('is rejected with nothing to confirm, or if one is already on', async () => {
    const { secondFactors, signIn, code } = await servicesWithRobin();
    const { token } = await signIn();
    await expect(secondFactors.confirm(inSession(token), code())).rejects.toEqual(new SecondFactorOff());
    await secondFactors.begin(inSession(token), OWN_PASSWORD);
    const { renewedToken } = await secondFactors.confirm(inSession(token), code());
    await expect(secondFactors.confirm(inSession(renewedToken), code(1))).rejects.toEqual(new SecondFactorOn());
    await expect(secondFactors.begin(inSession(renewedToken), OWN_PASSWORD)).rejects.toEqual(new SecondFactorOn());
  });
});

describe('signing in with a second factor', () => {
  it('needs the code after the password', async () => {
    const { staff, challenge, code } = await servicesWithSecondFactor();
    const { token, member } = await staff.signInWithCode(await challenge(), code(), UNKNOWN_BROWSER);
    expect(member).toMatchObject({ name: 'robin', hasSecondFactor: true });
    expect(await staff.currentMember(token)).toEqual(member);
  });

  it('grants no access between the two', async () => {
    const { staff, challenge } = await servicesWithSecondFactor();
    await expect(staff.currentMember(await challenge())).rejects.toMatchObject({ code: 'not-signed-in' });
  });

  it('rejects used codes and older ones', async () => {
    const { staff, challenge, code } = await servicesWithSecondFactor(); // with the code of a step before
    const refuses = async (steps: number) =>
      expect(staff.signInWithCode(await challenge(), code(steps), UNKNOWN_BROWSER)).rejects.toEqual(new CodeRefused());
    await refuses(-1);
    await staff.signInWithCode(await challenge(), code(1), UNKNOWN_BROWSER);
    await refuses(1);
    await refuses(0);
  });

  it('accepts one of two concurrent uses of a code', async () => {
    const { staff, challenge, code } = await servicesWithSecondFactor();
    const both = [await challenge(), await challenge()].map((one) =>
      staff.signInWithCode(one, code(), UNKNOWN_BROWSER),
    );
    expect((await Promise.allSettled(both)).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('accepts each recovery code once, with any spacing, and logs it', async () => {
    const { staff, challenge, recoveryCodes, accounts } = await servicesWithSecondFactor();
    const [first = '', second = ''] = recoveryCodes;
    await staff.signInWithCode(await challenge(), ` ${first.toUpperCase()} `, UNKNOWN_BROWSER);
    expect(accounts.audit.at(-1)).toMatchObject({ action: 'account.recovery-code-used', after: { left: 9 } });
    await expect(staff.signInWithCode(await challenge(), first, UNKNOWN_BROWSER)).rejects.toThrow(CodeRefused);
    await staff.signInWithCode(await challenge(), second.replaceAll('-', ''), UNKNOWN_BROWSER);
    expect(accounts.audit.map(({ action }) => action).filter((action) => /recovery/.test(action))).toHaveLength(2);
    expect(JSON.stringify(accounts.audit)).not.toContain(first);
  });

  it.each([[''], ['12345'], ['1234567'], ['abcdef'], ['١٢٣٤٥٦']])('rejects %j', async (code) => {
    const { staff, challenge } = await servicesWithSecondFactor();
    await expect(staff.signInWithCode(await challenge(), code, UNKNOWN_BROWSER)).rejects.toThrow(CodeRefused);
  });

  it.each([
    [4, true],
    [5, false],
  ])('may take %d minutes: %j', async (minutes, isInTime) => {
    const { staff, challenge, clock, code } = await servicesWithSecondFactor();
    const waiting = await challenge();
    clock.goOn(minutes / 60);
    const outcome = staff.signInWithCode(waiting, code(), UNKNOWN_BROWSER);
    if (isInTime) expect((await outcome).member.name).toBe('robin');
    else await expect(outcome).rejects.toEqual(new SignInExpired());
  });

  it('can use the password step once', async () => {
    const { staff, challenge, code } = await servicesWithSecondFactor();
    const waiting = await challenge();
    await staff.signInWithCode(waiting, code(), UNKNOWN_BROWSER);
    await expect(staff.signInWithCode(waiting, code(1), UNKNOWN_BROWSER)).rejects.toEqual(new SignInExpired());
    for (const made of [null, '', 'made-up']) {
      await expect(staff.signInWithCode(made, code(1), UNKNOWN_BROWSER)).rejects.toEqual(new SignInExpired());
    }
  });

  it('rejects codes, but not recovery codes, when the secret cannot be decrypted', async () => {
    const { staff, accounts, challenge, code, recoveryCodes } = await servicesWithSecondFactor();
    const account = await accounts.byId(ROBIN_ID);
    if (!account) throw new Error('no account');
    await accounts.changeSecondFactor(account, { ...account, codeSecret: 'sealed with another key' }, null, null);
    const waiting = await challenge();
    await expect(staff.signInWithCode(waiting, code(), UNKNOWN_BROWSER)).rejects.toThrow(CodeRefused);
    expect((await staff.signInWithCode(waiting, recoveryCodes[0] ?? '', UNKNOWN_BROWSER)).member.name).toBe('robin');
  });
});

describe('turning the second factor off', () => {
  it('needs password and code', async () => {
    const { secondFactors, signIn, token, code, accounts } = await servicesWithSecondFactor();
    const wrong = [
      { password: 'a guess', code: code() },
      { password: OWN_PASSWORD, code: '000000' },
      { password: OWN_PASSWORD, code: code(-1) },
    ];
    for (const proof of wrong)
      await expect(secondFactors.remove(inSession(token), proof)).rejects.toThrow(InvalidInput);
    await secondFactors.remove(inSession(token), { password: OWN_PASSWORD, code: code() });
    expect((await signIn()).member.hasSecondFactor).toBe(false);
    expect(accounts.audit.find(({ action }) => action === 'account.second-factor-off')).toMatchObject({ after: null });
  });

  it('works with a recovery code, once', async () => {
    const { secondFactors, token, recoveryCodes, code } = await servicesWithSecondFactor();
    const { renewedToken } = await secondFactors.remove(inSession(token), {
      password: OWN_PASSWORD,
      code: recoveryCodes[3] ?? '',
    });
    const again = secondFactors.remove(inSession(renewedToken), { password: OWN_PASSWORD, code: code() });
    await expect(again).rejects.toEqual(new SecondFactorOff());
  });
});

it('new recovery codes replace the old ones', async () => {
  const { secondFactors, staff, token, challenge, recoveryCodes, code, accounts } = await servicesWithSecondFactor();
  const { recoveryCodes: fresh } = await secondFactors.replaceRecoveryCodes(inSession(token), {
    password: OWN_PASSWORD,
    code: code(),
  });
  expect(fresh).toHaveLength(10);
  expect(accounts.audit.at(-1)).toMatchObject({ action: 'account.recovery-codes-replaced' });
  const waiting = await challenge();
  await expect(staff.signInWithCode(waiting, recoveryCodes[0] ?? '', UNKNOWN_BROWSER)).rejects.toThrow(CodeRefused);
  expect((await staff.signInWithCode(waiting, fresh[0] ?? '', UNKNOWN_BROWSER)).member.name).toBe('robin');
});

it.each(['confirmed', 'replaced', 'removed'] as const)(
  'the session gets a new token, and all others end, when codes are %s',
  async (what) => {
    const services = what === 'confirmed' ? await servicesWithRobin() : await servicesWithSecondFactor();
    const { staff, secondFactors, signIn, challenge, code } = services;
    const signInAgain = async () =>
      what === 'confirmed' ? signIn() : staff.signInWithCode(await challenge(), code(), UNKNOWN_BROWSER);
    const other = await signInAgain();
    const token = 'token' in services ? (services.token as string) : (await signIn()).token;
    const proof = { password: OWN_PASSWORD, code: code(1) };
    if (what === 'confirmed') await secondFactors.begin(inSession(token), OWN_PASSWORD);
    const { renewedToken } = await {
      confirmed: () => secondFactors.confirm(inSession(token), code()),
      replaced: () => secondFactors.replaceRecoveryCodes(inSession(token), proof),
      removed: () => secondFactors.remove(inSession(token), proof),
    }[what]();
    expect(await staff.currentMember(renewedToken)).toMatchObject({
      name: 'robin',
      hasSecondFactor: what !== 'removed',
    });
    for (const old of [token, other.token]) await expect(staff.currentMember(old)).rejects.toThrow(NotSignedIn);
  },
);
