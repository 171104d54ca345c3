import { InvalidInput } from '../shared/domain-error.js';
import type { Account } from './account.js';
import type { LoginThrottle } from './login-throttle.js';
import type { PasswordHasher, SecretEncryption } from './ports.js';
import { CODE_DOES_NOT_MATCH } from './second-factor.js';
import type { SecondFactorVerifier } from './second-factor-verifier.js';
import { codeCounters, passwordCounters } from './sign-in-attempts.js';

/** The client of a staff request. */
export interface SignInContext {
  readonly address: string;
  readonly userAgent: string;
  /** Token from an earlier sign-in in this browser; null if there is none. */
  readonly trustedDeviceToken: string | null;
  /** The browser's current session; null if it has none. */
  readonly sessionToken: string | null;
}

/** Encryption purpose of a trusted-device token. */
export const trustedDevicePurpose = (account: Pick<Account, 'id'>) => `device:${account.id}`;

/**
 * Checks the password or a code again within a session. Failures use the same counters as sign-in, so a stolen session
 * does not bypass the throttle.
 */
export class Reauthentication {
  constructor(
    private readonly throttle: LoginThrottle,
    private readonly verifier: SecondFactorVerifier,
    private readonly passwords: PasswordHasher,
    private readonly encryption: SecretEncryption,
  ) {}

  /** @param field the password's field in the request @throws TooManyAttempts, InvalidInput */
  async assertPassword(account: Account, password: string, context: SignInContext, field: string): Promise<void> {
    const counters = passwordCounters(account.username, this.deviceOf(account, context), context.address);
    await this.throttle.begin(counters);
    if (!(await this.passwords.matches(account.password, password))) {
      throw new InvalidInput([{ field, message: "This doesn't match your current password" }]);
    }
    await this.throttle.succeed(counters);
  }

  /** Verifies and consumes a code. @returns the updated account @throws TooManyAttempts, InvalidInput */
  async useCode(account: Account, code: string, context: SignInContext): Promise<Account> {
    const used = await this.verifier.verify(account, code, this.codeCountersOf(account, context));
    if (!used) throw wrongCode();
    return used.account;
  }

  /** Verifies the first code for a secret that is not active yet. @returns its time step @throws TooManyAttempts, InvalidInput */
  async verifyFirstCode(account: Account, code: string, context: SignInContext): Promise<number> {
    const counters = this.codeCountersOf(account, context);
    await this.throttle.begin(counters);
    const step = this.verifier.matchingStepOf(account, code);
    if (step === null) throw wrongCode();
    await this.throttle.succeed(counters);
    return step;
  }

  /** Id of the trusted device; null without a valid token for this account. */
  deviceOf(account: Account, { trustedDeviceToken }: SignInContext): string | null {
    return trustedDeviceToken && this.encryption.decrypt(trustedDeviceToken, trustedDevicePurpose(account));
  }

  private codeCountersOf(account: Account, context: SignInContext) {
    return codeCounters(account.id, this.deviceOf(account, context), context.address);
  }
}

const wrongCode = () => new InvalidInput([{ field: 'code', message: CODE_DOES_NOT_MATCH }]);
