import fc from 'fast-check';
import { SignInFailed } from '../../../src/domain/staff/account.js';
import { CodeRefused } from '../../../src/domain/staff/second-factor.js';
import {
  byAddress,
  byName,
  countAttempt,
  expiredBefore,
  type Failures,
  TooManyAttempts,
} from '../../../src/domain/staff/sign-in-attempts.js';
import type { Staff } from '../../../src/domain/staff/staff.js';
import { NOW } from '../../support/builders.js';
import {
  inSession,
  OWN_PASSWORD,
  servicesWithRobin,
  servicesWithSecondFactor,
  toPassword,
  UNKNOWN_BROWSER,
} from '../../support/in-memory-staff.js';

const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);
const failed = (count: number): Failures => ({ count, lastAt: NOW });

/** Minutes from the last failure to the next allowed attempt. */
function waitAfter(count: number, counter = byName('robin')): number {
  const { notBefore } = countAttempt([counter], [failed(count)], NOW);
  return notBefore ? (notBefore.getTime() - NOW.getTime()) / 60_000 : 0;
}

describe('the wait after failures', () => {
  it.each([
    [0, 0],
    [1, 0],
    [4, 0],
    [5, 1],
    [6, 2],
    [7, 4],
    [8, 8],
    [9, 15],
    [10, 15],
    [1_000, 15],
  ])('for one name: after %d it is %d minutes', (count, wait) => {
    expect(waitAfter(count)).toBe(wait);
  });

  it.each([
    [19, 0],
    [20, 1],
    [24, 15],
  ])('for one address, which several people may share: after %d it is %d minutes', (count, wait) => {
    expect(waitAfter(count, byAddress('192.0.2.1'))).toBe(wait);
  });

  it('never shrinks with another failure, and never exceeds fifteen minutes', () => {
    fc.assert(
      fc.property(fc.nat(10_000), (count) => {
        expect(waitAfter(count + 1)).toBeGreaterThanOrEqual(waitAfter(count));
        expect(waitAfter(count)).toBeLessThanOrEqual(15);
      }),
    );
  });

  it('is the longest of all counters', () => {
    const counters = [byName('robin'), byAddress('192.0.2.1')];
    expect(countAttempt(counters, [failed(5), failed(22)], NOW).notBefore).toEqual(minutes(4));
    expect(countAttempt(counters, [failed(8), failed(20)], NOW).notBefore).toEqual(minutes(8));
    expect(countAttempt(counters, [null, failed(20)], NOW).notBefore).toEqual(minutes(1));
  });

  it.each([
    [4, 14.9, 5],
    [4, 15, 1],
    [5, 1, 6],
    [5, 15.9, 6],
    [5, 16, 1],
    [9, 15, 10],
    [9, 29.9, 10],
    [9, 30, 1],
  ])('%d failures, %d minutes later, become %d with the next', (count, later, expected) => {
    const { notBefore, counted } = countAttempt([byName('robin')], [failed(count)], minutes(later));
    expect(notBefore).toBeNull();
    expect(counted).toEqual([{ count: expected, lastAt: minutes(later) }]);
  });

  it('does not apply to an attempt that started just before the last failure was counted', () => {
    const moment = new Date(NOW.getTime() - 5);
    expect(countAttempt([byName('robin')], [failed(4)], moment)).toMatchObject({ notBefore: null, failures: 4 });
  });

  it('ends when the counter is cleared', () => {
    fc.assert(
      fc.property(fc.nat(100), (count) => {
        const old = { count, lastAt: new Date(expiredBefore(NOW).getTime() - 1) };
        expect(countAttempt([byName('robin')], [old], NOW)).toMatchObject({ notBefore: null, failures: 0 });
      }),
    );
  });

  it.each([
    [minutes(15), 'Too many failed attempts. Please wait 15 minutes and try again.', 900],
    [minutes(1), 'Too many failed attempts. Please wait 1 minute and try again.', 60],
    [minutes(1.5), 'Too many failed attempts. Please wait 2 minutes and try again.', 90],
    [minutes(0.5), 'Too many failed attempts. Please wait 30 seconds and try again.', 30],
    [minutes(0.001), 'Too many failed attempts. Please wait 1 second and try again.', 1],
  ])('until %j is worded as %j', (notBefore, message, retryAfterSeconds) => {
    expect(new TooManyAttempts(notBefore, NOW)).toMatchObject({ kind: 'too-many', message, retryAfterSeconds });
  });
});

async function guessFiveTimes(staff: Staff, browser = UNKNOWN_BROWSER): Promise<void> {
  for (let n = 0; n < 5; n += 1) await expect(staff.signIn('robin', 'a guess', browser)).rejects.toThrow(SignInFailed);
}

describe('signing in', () => {
  const elsewhere = { ...UNKNOWN_BROWSER, address: '198.51.100.9' };

  it.each(['robin', 'nobody'])('as %j: five guesses are checked, the sixth has to wait', async (name) => {
    const { staff } = await servicesWithRobin();
    const guess = () => staff.signIn(name, 'a guess', UNKNOWN_BROWSER);
    for (let n = 0; n < 5; n += 1) await expect(guess()).rejects.toEqual(new SignInFailed());
    await expect(guess()).rejects.toEqual(new TooManyAttempts(minutes(1), NOW));
    await expect(staff.signIn(name, 'a guess', elsewhere)).rejects.toThrow(TooManyAttempts);
  });

  it('waits longer with each failure, but not for trying too soon', async () => {
    const { staff, clock } = await servicesWithRobin();
    const guess = () => staff.signIn('robin', 'a guess', UNKNOWN_BROWSER);
    await guessFiveTimes(staff);
    for (let n = 0; n < 9; n += 1) await expect(guess()).rejects.toEqual(new TooManyAttempts(minutes(1), NOW));
    clock.goOn(1 / 60);
    await expect(guess()).rejects.toThrow(SignInFailed);
    await expect(guess()).rejects.toEqual(new TooManyAttempts(minutes(3), minutes(1)));
  });

  it('from one address waits after twenty guesses at many names', async () => {
    const { staff } = await servicesWithRobin();
    const guess = (n: number, from = UNKNOWN_BROWSER) => staff.signIn(`name-${n}`, 'a guess', from);
    for (let n = 0; n < 20; n += 1) await expect(guess(n)).rejects.toThrow(SignInFailed);
    await expect(guess(20)).rejects.toThrow(TooManyAttempts);
    await expect(guess(20, elsewhere)).rejects.toThrow(SignInFailed);
  });

  it('with the right password clears the count, and the audit log has the number of failures', async () => {
    const { staff, signIn, accounts } = await servicesWithRobin();
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 4; n += 1)
        await expect(staff.signIn('robin', 'a guess', UNKNOWN_BROWSER)).rejects.toThrow(SignInFailed);
      await signIn();
      expect(accounts.audit.at(-1)).toMatchObject({
        action: 'account.signed-in-after-failures',
        after: { failures: 4 },
      });
    }
    const entries = accounts.audit.length;
    await signIn();
    expect(accounts.audit).toHaveLength(entries);
  });

  it('on a known device is not blocked by unknown devices', async () => {
    const { staff, signIn } = await servicesWithRobin();
    const { trustedDeviceToken } = await signIn();
    const known = { ...UNKNOWN_BROWSER, trustedDeviceToken };
    await guessFiveTimes(staff);
    await expect(signIn()).rejects.toThrow(TooManyAttempts);
    expect((await signIn('robin', OWN_PASSWORD, known)).member.name).toBe('robin');
    await expect(signIn()).rejects.toThrow(TooManyAttempts); // and does not unblock unknown devices
  });

  it('on a known device waits for its own failures, whatever its address', async () => {
    const { staff, signIn } = await servicesWithRobin();
    const known = { ...UNKNOWN_BROWSER, trustedDeviceToken: (await signIn()).trustedDeviceToken };
    const moved = { ...elsewhere, trustedDeviceToken: (await signIn('robin', OWN_PASSWORD, known)).trustedDeviceToken };
    await guessFiveTimes(staff, known);
    await expect(signIn('robin', OWN_PASSWORD, moved)).rejects.toThrow(TooManyAttempts);
    expect((await signIn('robin', OWN_PASSWORD, elsewhere)).member.name).toBe('robin');
  });

  it.each(['made up', 'device-of-another'])('treats a device token that is %s as an unknown device', async (kind) => {
    const { staff, signIn, administration } = await servicesWithRobin();
    const { oneTimePassword } = await administration.create('kim', ['editor'], { id: 'system', name: 'system' });
    const tokens: Record<string, string> = {
      'made up': 'made up',
      'device-of-another': (await signIn('kim', oneTimePassword)).trustedDeviceToken,
    };
    await guessFiveTimes(staff);
    await expect(
      signIn('robin', OWN_PASSWORD, { ...UNKNOWN_BROWSER, trustedDeviceToken: tokens[kind] ?? '' }),
    ).rejects.toThrow(TooManyAttempts);
  });
});

describe('codes', () => {
  it('wait as passwords do, and the right password does not clear the count', async () => {
    const { staff, challenge, code } = await servicesWithSecondFactor();
    const guess = async () => staff.signInWithCode(await challenge(), '000000', UNKNOWN_BROWSER);
    for (let n = 0; n < 5; n += 1) await expect(guess()).rejects.toThrow(CodeRefused);
    await expect(guess()).rejects.toThrow(TooManyAttempts);
    await expect(staff.signInWithCode(await challenge(), code(), UNKNOWN_BROWSER)).rejects.toThrow(TooManyAttempts);
  });

  it('on a known device wait for its own failures only', async () => {
    const { staff, challenge, code, clock } = await servicesWithSecondFactor();
    const { trustedDeviceToken } = await staff.signInWithCode(await challenge(), code(), UNKNOWN_BROWSER);
    clock.goOn(1 / 60);
    const known = { ...UNKNOWN_BROWSER, trustedDeviceToken };
    for (let n = 0; n < 5; n += 1) {
      await expect(staff.signInWithCode(await challenge(), '000000', UNKNOWN_BROWSER)).rejects.toThrow(CodeRefused);
    }
    expect((await staff.signInWithCode(await challenge(known), code(), known)).member.name).toBe('robin');
    for (let n = 0; n < 5; n += 1) {
      await expect(staff.signInWithCode(await challenge(known), '000000', known)).rejects.toThrow(CodeRefused);
    }
    await expect(staff.signInWithCode(await challenge(known), code(1), known)).rejects.toThrow(TooManyAttempts);
  });

  it('that failed are reported with failed passwords', async () => {
    const { staff, challenge, code, accounts } = await servicesWithSecondFactor();
    for (let n = 0; n < 2; n += 1)
      await expect(staff.signIn('robin', 'a guess', UNKNOWN_BROWSER)).rejects.toThrow(SignInFailed);
    const waiting = await challenge();
    await expect(staff.signInWithCode(waiting, '000000', UNKNOWN_BROWSER)).rejects.toThrow(CodeRefused);
    await staff.signInWithCode(waiting, code(), UNKNOWN_BROWSER);
    expect(accounts.audit.at(-1)).toMatchObject({ action: 'account.signed-in-after-failures', after: { failures: 3 } });
    expect(JSON.stringify(accounts.audit)).not.toMatch(/192\.0\.2|guess|"000000"/);
  });

  it('wait when turning the second factor off, too', async () => {
    const { secondFactors, token, code } = await servicesWithSecondFactor();
    const guess = (typed: string) => secondFactors.remove(inSession(token), { password: OWN_PASSWORD, code: typed });
    for (let n = 0; n < 5; n += 1) await expect(guess('000000')).rejects.toMatchObject({ fields: [{ field: 'code' }] });
    await expect(guess(code())).rejects.toThrow(TooManyAttempts);
  });
});

describe('in a session', () => {
  const chosen = 'yet another sentence';
  const wrongField = (field: string) => ({ fields: [{ field }] });

  it('passwords wait after five failures for all purposes together, and a right one clears the count', async () => {
    const { staff, secondFactors, signIn, clock } = await servicesWithRobin();
    const { token, trustedDeviceToken } = await signIn();
    const robin = { ...inSession(token), trustedDeviceToken };
    for (let n = 0; n < 3; n += 1) {
      const guess = staff.changePassword(robin, toPassword('a guess', chosen));
      await expect(guess).rejects.toMatchObject(wrongField('currentPassword'));
    }
    for (let n = 0; n < 2; n += 1) {
      await expect(secondFactors.begin(robin, 'a guess')).rejects.toMatchObject(wrongField('password'));
    }
    await expect(secondFactors.begin(robin, OWN_PASSWORD)).rejects.toEqual(new TooManyAttempts(minutes(1), NOW));
    clock.goOn(1 / 60);
    await secondFactors.begin(robin, OWN_PASSWORD);
    for (let n = 0; n < 5; n += 1) {
      await expect(secondFactors.begin(robin, 'a guess')).rejects.toMatchObject(wrongField('password'));
    }
    await expect(secondFactors.begin(robin, OWN_PASSWORD)).rejects.toThrow(TooManyAttempts);
  });

  it('signed-in users are not blocked by guesses at their name', async () => {
    const { staff, signIn } = await servicesWithRobin();
    const { token, trustedDeviceToken } = await signIn();
    await guessFiveTimes(staff);
    const { member } = await staff.changePassword(
      { ...inSession(token), trustedDeviceToken },
      toPassword(OWN_PASSWORD, chosen),
    );
    expect(member.name).toBe('robin');
  });

  it('a new password needs the code if a second factor is on, and a rejected one does not use it up', async () => {
    const { staff, token, recoveryCodes, accounts } = await servicesWithSecondFactor();
    const [code = ''] = recoveryCodes;
    const robin = inSession(token);
    for (const [current, next, sent, field] of [
      [OWN_PASSWORD, chosen, null, 'code'],
      [OWN_PASSWORD, chosen, '000000', 'code'],
      [OWN_PASSWORD, 'short', code, 'newPassword'],
      ['a guess', chosen, code, 'currentPassword'],
    ] as const) {
      await expect(staff.changePassword(robin, toPassword(current, next, sent))).rejects.toMatchObject(
        wrongField(field),
      );
    }
    const { member } = await staff.changePassword(robin, toPassword(OWN_PASSWORD, chosen, code));
    expect(member).toMatchObject({ name: 'robin', hasSecondFactor: true });
    expect(accounts.audit.map(({ action }) => action).slice(-2)).toEqual([
      'account.recovery-code-used',
      'account.password-changed',
    ]);
  });
});
