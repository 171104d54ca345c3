import { Accounts } from '../../src/domain/staff/accounts.js';
import { LoginThrottle } from '../../src/domain/staff/login-throttle.js';
import { Totp } from '../../src/domain/staff/ports.js';
import { Reauthentication, type SignInContext } from '../../src/domain/staff/reauthentication.js';
import { SecondFactorVerifier } from '../../src/domain/staff/second-factor-verifier.js';
import { SecondFactors } from '../../src/domain/staff/second-factors.js';
import { Staff } from '../../src/domain/staff/staff.js';
import { AesSecretEncryption } from '../../src/modules/staff/crypto/aes-secret-encryption.js';
import { RandomTokenGenerator } from '../../src/modules/staff/crypto/random-token-generator.js';
import { ACTOR } from './builders.js';
import { DistinctCharacters } from './distinct-characters.js';
import { InMemoryAttemptRepository } from './in-memory-attempt-repository.js';
import { ImmediateTransactions, NumberedIds, StoppedClock } from './in-memory-clock-and-ids.js';
import { InMemoryPasswordHasher } from './in-memory-password-hasher.js';
import { InMemoryStaffRepository } from './in-memory-staff-repository.js';

export const OWN_PASSWORD = 'a sentence of my own';
export const ROBIN_ID = '00000001-0000-4000-8000-000000000000';

/** A browser without cookies. */
export const UNKNOWN_BROWSER: SignInContext = {
  address: '192.0.2.1',
  userAgent: 'Firefox/140.0 (Windows)',
  trustedDeviceToken: null,
  sessionToken: null,
};

/** A browser with a session cookie but no device token. */
export const inSession = (sessionToken: string | null): SignInContext => ({ ...UNKNOWN_BROWSER, sessionToken });

/** A password change without a second factor. */
export const toPassword = (current: string, chosen: string, code: string | null = null) => ({ current, chosen, code });

/** Codes that are the number of their time step. */
class NumberedCodes extends Totp {
  private made = 0;

  newSecret(): string {
    this.made += 1;
    return `SECRET${this.made}`;
  }

  matches(_secret: string, step: number, code: string): boolean {
    return code === numberedCode(step);
  }
}

const numberedCode = (step: number): string => String(step % 1_000_000).padStart(6, '0');

/** The staff use cases with in-memory storage. */
export function createStaffServices() {
  const accounts = new InMemoryStaffRepository();
  const clock = new StoppedClock();
  const ids = new NumberedIds();
  const passwords = new InMemoryPasswordHasher();
  const tokens = new RandomTokenGenerator();
  const encryption = new AesSecretEncryption('a secret for tests that is long enough');
  const codes = new NumberedCodes();
  const limit = new LoginThrottle(new InMemoryAttemptRepository(), encryption, clock);
  const check = new SecondFactorVerifier(accounts, limit, tokens, codes, encryption, clock);
  const again = new Reauthentication(limit, check, passwords, encryption);
  const staff = new Staff(
    accounts,
    limit,
    check,
    again,
    passwords,
    tokens,
    new DistinctCharacters(),
    encryption,
    clock,
    ids,
  );
  return {
    accounts,
    clock,
    encryption,
    staff,
    secondFactors: new SecondFactors(staff, accounts, again, tokens, codes, encryption, clock),
    administration: new Accounts(accounts, passwords, tokens, new ImmediateTransactions(), clock, ids),
    /** The current code, or one some steps away. */
    code: (steps = 0) => numberedCode(Math.floor(clock.now().getTime() / 30_000) + steps),
    /** Signs in an account without a second factor. */
    signIn: async (username = 'robin', password = OWN_PASSWORD, visitor = UNKNOWN_BROWSER) => {
      const outcome = await staff.signIn(username, password, visitor);
      if ('member' in outcome) return outcome;
      throw new Error('a code is required');
    },
    /** Signs in up to the second factor. */
    challenge: async (visitor = UNKNOWN_BROWSER) => {
      const outcome = await staff.signIn('robin', OWN_PASSWORD, visitor);
      if ('challenge' in outcome) return outcome.challenge;
      throw new Error('no code is required');
    },
  };
}

/** Robin, a reviewer who has replaced the one-time password. */
export async function servicesWithRobin() {
  const services = createStaffServices();
  const { oneTimePassword } = await services.administration.create('robin', ['reviewer'], ACTOR);
  const { token } = await services.signIn('robin', oneTimePassword);
  const { renewedToken } = await services.staff.changePassword(
    inSession(token),
    toPassword(oneTimePassword, OWN_PASSWORD),
  );
  await services.staff.signOut(renewedToken);
  return services;
}

/** Robin with a second factor, signed in. */
export async function servicesWithSecondFactor() {
  const services = await servicesWithRobin();
  const { token } = await services.signIn();
  await services.secondFactors.begin(inSession(token), OWN_PASSWORD);
  const { recoveryCodes, renewedToken } = await services.secondFactors.confirm(inSession(token), services.code(-1));
  return { ...services, token: renewedToken, recoveryCodes };
}
