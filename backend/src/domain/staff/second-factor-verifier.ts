import type { Clock } from '../shared/ports.js';
import { type Account, accountEntry } from './account.js';
import type { LoginThrottle } from './login-throttle.js';
import type { SecretEncryption, StaffRepository, TokenGenerator, Totp } from './ports.js';
import { isTotpCode, matchingStep, normalizeCode } from './second-factor.js';
import type { Counter } from './sign-in-attempts.js';

/** Encryption purpose of a TOTP secret. */
export const secretPurpose = (account: Pick<Account, 'id'>): string => `second-factor:${account.id}`;

/** Verifies TOTP codes and recovery codes; each works once. */
export class SecondFactorVerifier {
  constructor(
    private readonly accounts: StaffRepository,
    private readonly throttle: LoginThrottle,
    private readonly tokens: TokenGenerator,
    private readonly totp: Totp,
    private readonly encryption: SecretEncryption,
    private readonly clock: Clock,
  ) {}

  /**
   * Verifies and consumes a code.
   * @returns the updated account and the number of earlier failures; null if the code is wrong
   * @throws TooManyAttempts
   */
  async verify(
    account: Account,
    typed: string,
    counters: readonly Counter[],
  ): Promise<{ account: Account; failures: number } | null> {
    const failures = await this.throttle.begin(counters);
    const code = normalizeCode(typed);
    const after = isTotpCode(code) ? await this.useTotpCode(account, code) : await this.useRecoveryCode(account, code);
    if (!after) return null;
    await this.throttle.succeed(counters);
    return { account: after, failures };
  }

  /** The time step of a valid code; null if it is wrong or the secret was encrypted with another key. */
  matchingStepOf(account: Account, code: string): number | null {
    const secret = account.codeSecret && this.encryption.decrypt(account.codeSecret, secretPurpose(account));
    if (!secret) return null;
    return matchingStep(this.clock.now(), account.lastCodeStep, (step) => this.totp.matches(secret, step, code));
  }

  private async useTotpCode(account: Account, code: string): Promise<Account | null> {
    const lastCodeStep = this.matchingStepOf(account, code);
    if (lastCodeStep === null) return null;
    const after = { ...account, lastCodeStep };
    return (await this.accounts.changeSecondFactor(account, after, null, null)) ? after : null;
  }

  private async useRecoveryCode(account: Account, code: string): Promise<Account | null> {
    const used = this.tokens.digest(code);
    if (!account.recoveryDigests.includes(used)) return null;
    const recoveryDigests = account.recoveryDigests.filter((digest) => digest !== used);
    const after = { ...account, recoveryDigests };
    const actor = { id: account.id, name: account.username };
    const what = { at: this.clock.now(), actor, action: 'recovery-code-used' };
    const entry = accountEntry(account, what, null, { left: recoveryDigests.length });
    return (await this.accounts.changeSecondFactor(account, after, null, entry)) ? after : null;
  }
}
