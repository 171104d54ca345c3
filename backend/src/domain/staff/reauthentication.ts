import { InvalidInput } from '../shared/domain-error.js';
import type { Account } from './account.js';
import type { LoginThrottle } from './login-throttle.js';
import type { SecretEncryption, Secrets } from './ports.js';
import { CODE_DOES_NOT_MATCH } from './second-factor.js';
import type { SecondFactorVerifier } from './second-factor-verifier.js';
import { codeCounters, passwordCounters } from './sign-in-attempts.js';

/** Where a request of staff comes from. */
export interface SignInContext {
  readonly address: string;
  readonly userAgent: string;
  /** What a sign-in left in this browser; null when there is none. */
  readonly deviceMark: string | null;
  /** The session that this browser has so far; null when it has none. */
  readonly sessionToken: string | null;
}

/** What a device mark is sealed for. */
export const trustedDeviceToken = (account: Pick<Account, 'id'>) => `device:${account.id}`;

/**
 * Asks for the password or a code again inside a session. A wrong one counts exactly like one at sign-in, under the same
 * counters: a stolen session is no way to guess without waiting.
 */
export class Reauthentication {
  constructor(
    private readonly limit: LoginThrottle,
    private readonly check: SecondFactorVerifier,
    private readonly secrets: Secrets,
    private readonly encryption: SecretEncryption,
  ) {}

  /** @param field what the password is called in the request @throws TooManyAttempts, InvalidInput */
  async assertPassword(account: Account, password: string, visitor: SignInContext, field: string): Promise<void> {
    const counters = passwordCounters(account.username, this.deviceOf(account, visitor), visitor.address);
    await this.limit.begin(counters);
    if (!(await this.secrets.passwordMatches(account.password, password))) {
      throw new InvalidInput([{ field, message: "This doesn't match your current password" }]);
    }
    await this.limit.succeed(counters);
  }

  /** Uses a code up. @returns the account as it is then @throws TooManyAttempts, InvalidInput */
  async useCode(account: Account, code: string, visitor: SignInContext): Promise<Account> {
    const used = await this.check.useIfGood(account, code, this.codeCountersOf(account, visitor));
    if (!used) throw wrongCode();
    return used.account;
  }

  /** The step of a first code for a key that is not in force yet. @throws TooManyAttempts, InvalidInput */
  async firstStep(account: Account, code: string, visitor: SignInContext): Promise<number> {
    const counters = this.codeCountersOf(account, visitor);
    await this.limit.begin(counters);
    const step = this.check.stepOf(account, code);
    if (step === null) throw wrongCode();
    await this.limit.succeed(counters);
    return step;
  }

  /** The known device that the mark stands for; null for a stranger, and for a mark of another account. */
  deviceOf(account: Account, { deviceMark: trustedDevice }: SignInContext): string | null {
    return trustedDevice && this.encryption.decrypt(trustedDevice, trustedDeviceToken(account));
  }

  private codeCountersOf(account: Account, visitor: SignInContext) {
    return codeCounters(account.id, this.deviceOf(account, visitor), visitor.address);
  }
}

const wrongCode = () => new InvalidInput([{ field: 'code', message: CODE_DOES_NOT_MATCH }]);
