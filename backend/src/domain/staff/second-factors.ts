import type { Clock } from '../shared/ports.js';
import { type Account, accountEntry, type SecondFactor, WITHOUT_SECOND_FACTOR } from './account.js';
import type { SecretEncryption, StaffRepository, TokenGenerator, Totp } from './ports.js';
import type { Reauthentication, SignInContext } from './reauthentication.js';
import { hasSecondFactor, normalizeCode, RECOVERY_CODES, SecondFactorOff, SecondFactorOn } from './second-factor.js';
import { secretPurpose } from './second-factor-verifier.js';
import { actorOf, type RenewedSession, type Staff } from './staff.js';

/** Password and second-factor code. */
export interface Proof {
  readonly password: string;
  readonly code: string;
}

export interface NewRecoveryCodes extends RenewedSession {
  /** Shown once. */
  readonly recoveryCodes: readonly string[];
}

/** Lets staff members set up and remove their own second factor. */
export class SecondFactors {
  constructor(
    private readonly staff: Staff,
    private readonly accounts: StaffRepository,
    private readonly reauthentication: Reauthentication,
    private readonly tokens: TokenGenerator,
    private readonly totp: Totp,
    private readonly encryption: SecretEncryption,
    private readonly clock: Clock,
  ) {}

  /**
   * Generates a secret, which becomes active when a code confirms it. Replaces an earlier unconfirmed secret.
   * @returns the secret in base32, shown once, and the account's username
   * @throws NotSignedIn, TooManyAttempts, InvalidInput, SecondFactorOn
   */
  async begin(context: SignInContext, password: string): Promise<{ secret: string; username: string }> {
    const account = await this.staff.accountOf(context.sessionToken);
    await this.reauthentication.assertPassword(account, password, context, 'password');
    if (hasSecondFactor(account)) throw new SecondFactorOn();
    const secret = this.totp.newSecret();
    const codeSecret = this.encryption.encrypt(secret, secretPurpose(account));
    const isStored = await this.accounts.changeSecondFactor(
      account,
      { ...WITHOUT_SECOND_FACTOR, codeSecret },
      null,
      null,
    );
    if (!isStored) throw new SecondFactorOn();
    return { secret, username: account.username };
  }

  /** @throws NotSignedIn, TooManyAttempts, InvalidInput, SecondFactorOn, SecondFactorOff */
  async confirm(context: SignInContext, typed: string): Promise<NewRecoveryCodes> {
    const account = await this.staff.accountOf(context.sessionToken);
    if (hasSecondFactor(account)) throw new SecondFactorOn();
    if (!account.codeSecret) throw new SecondFactorOff();
    const lastCodeStep = await this.reauthentication.verifyFirstCode(account, normalizeCode(typed), context);
    const secondFactorSince = this.clock.now();
    const { recoveryCodes, recoveryDigests } = this.newRecoveryCodes();
    const after = { ...account, secondFactorSince, lastCodeStep, recoveryDigests };
    const { renewedToken } = await this.store(account, after, 'second-factor-on', context);
    return { recoveryCodes, renewedToken };
  }

  /** @throws NotSignedIn, InvalidInput, TooManyAttempts, SecondFactorOff */
  async remove(context: SignInContext, proof: Proof): Promise<RenewedSession> {
    const account = await this.verifyProof(context, proof);
    return this.store(account, WITHOUT_SECOND_FACTOR, 'second-factor-off', context);
  }

  /** Invalidates the old recovery codes. @throws NotSignedIn, InvalidInput, TooManyAttempts, SecondFactorOff */
  async replaceRecoveryCodes(context: SignInContext, proof: Proof): Promise<NewRecoveryCodes> {
    const account = await this.verifyProof(context, proof);
    const { recoveryCodes, recoveryDigests } = this.newRecoveryCodes();
    const after = { ...account, recoveryDigests };
    const { renewedToken } = await this.store(account, after, 'recovery-codes-replaced', context);
    return { recoveryCodes, renewedToken };
  }

  /** Verifies password and code. @returns the updated account */
  private async verifyProof(context: SignInContext, { password, code }: Proof): Promise<Account> {
    const account = await this.staff.accountOf(context.sessionToken);
    if (!hasSecondFactor(account)) throw new SecondFactorOff();
    await this.reauthentication.assertPassword(account, password, context, 'password');
    return this.reauthentication.useCode(account, code, context);
  }

  private newRecoveryCodes(): { recoveryCodes: string[]; recoveryDigests: string[] } {
    const recoveryCodes = Array.from({ length: RECOVERY_CODES }, () => this.tokens.recoveryCode());
    return { recoveryCodes, recoveryDigests: recoveryCodes.map((code) => this.tokens.digest(normalizeCode(code))) };
  }

  /** Also ends the account's other sessions. @throws SecondFactorOff if the account changed in the meantime */
  private async store(
    account: Account,
    after: SecondFactor,
    action: string,
    { sessionToken }: SignInContext,
  ): Promise<RenewedSession> {
    const entry = accountEntry(account, { at: this.clock.now(), actor: actorOf(account), action });
    const { renewal, renewedToken } = this.staff.renewalOf(sessionToken);
    if (!(await this.accounts.changeSecondFactor(account, after, renewal, entry))) throw new SecondFactorOff();
    return { renewedToken };
  }
}
