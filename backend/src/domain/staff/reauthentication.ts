import { InvalidInput } from '../shared/domain-error.js';
import type { Account } from './account.js';
import type { AttemptLimit } from './login-throttle.js';
import type { CodeCheck } from './second-factor-verifier.js';
import type { Secrets, Vault } from './ports.js';
import { CODE_DOES_NOT_MATCH } from './second-factor.js';
import { codeCounters, passwordCounters } from './sign-in-attempts.js';

/** Where a request of staff comes from. */
export interface Visitor {
  readonly address: string;
  readonly userAgent: string;
  /** What a sign-in left in this browser; null when there is none. */
  readonly deviceMark: string | null;
  /** The session that this browser has so far; null when it has none. */
  readonly sessionToken: string | null;
}

/** What a device mark is sealed for. */
export const markOf = (account: Pick<Account, 'id'>) => `device:${account.id}`;

/**
 * Asks for the password or a code again inside a session. A wrong one counts exactly like one at sign-in, under the same
 * counters: a stolen session is no way to guess without waiting.
 */
export class Reauthentication {
  constructor(
    private readonly limit: AttemptLimit,
    private readonly check: CodeCheck,
    private readonly secrets: Secrets,
    private readonly vault: Vault,
  ) {}

  /** @param field what the password is called in the request @throws TooManyAttempts, InvalidInput */
  async assertPassword(account: Account, password: string, visitor: Visitor, field: string): Promise<void> {
    const counters = passwordCounters(account.username, this.deviceOf(account, visitor), visitor.address);
    await this.limit.begin(counters);
    if (!(await this.secrets.passwordMatches(account.password, password))) {
      throw new InvalidInput([{ field, message: "This doesn't match your current password" }]);
    }
    await this.limit.succeed(counters);
  }

  /** Uses a code up. @returns the account as it is then @throws TooManyAttempts, InvalidInput */
  async useCode(account: Account, code: string, visitor: Visitor): Promise<Account> {
    const used = await this.check.useIfGood(account, code, this.codeCountersOf(account, visitor));
    if (!used) throw wrongCode();
    return used.account;
  }

  /** The step of a first code for a key that is not in force yet. @throws TooManyAttempts, InvalidInput */
  async firstStep(account: Account, code: string, visitor: Visitor): Promise<number> {
    const counters = this.codeCountersOf(account, visitor);
    await this.limit.begin(counters);
    const step = this.check.stepOf(account, code);
    if (step === null) throw wrongCode();
    await this.limit.succeed(counters);
    return step;
  }

  /** The known device that the mark stands for; null for a stranger, and for a mark of another account. */
  deviceOf(account: Account, { deviceMark }: Visitor): string | null {
    return deviceMark && this.vault.open(deviceMark, markOf(account));
  }

  private codeCountersOf(account: Account, visitor: Visitor) {
    return codeCounters(account.id, this.deviceOf(account, visitor), visitor.address);
  }
}

const wrongCode = () => new InvalidInput([{ field: 'code', message: CODE_DOES_NOT_MATCH }]);
