import type { Actor } from '../shared/audit.js';
import { InvalidInput } from '../shared/domain-error.js';
import { MINUTE_MS } from '../shared/durations.js';
import type { Clock, Ids } from '../shared/ports.js';
import type { Role } from '../shared/role.js';
import {
  type Account,
  AccountDisabled,
  AccountNotFound,
  accountEntry,
  assertPermitted,
  CHALLENGE_MINUTES,
  isIdle,
  LAST_USE_PRECISION_MINUTES,
  NotSignedIn,
  PasswordChangeRequired,
  SESSION_HOURS,
  type Session,
  SessionNotFound,
  SignInFailed,
} from './account.js';
import { deviceName } from './device-name.js';
import type { LoginThrottle } from './login-throttle.js';
import { assertNewPassword } from './new-password.js';
import type {
  PasswordHasher,
  PasswordStrengthEstimator,
  Renewal,
  SecretEncryption,
  StaffRepository,
  TokenGenerator,
} from './ports.js';
import { type Reauthentication, type SignInContext, trustedDevicePurpose } from './reauthentication.js';
import { CodeRefused, hasSecondFactor, SignInExpired } from './second-factor.js';
import type { SecondFactorVerifier } from './second-factor-verifier.js';
import { codeCounters, passwordCounters } from './sign-in-attempts.js';

/** A staff member's own account, as shown to them. */
export interface StaffMember extends Actor {
  readonly passwordIsOneTime: boolean;
  readonly roles: readonly Role[];
  readonly hasSecondFactor: boolean;
}

/** A request to change one's own password. */
export interface PasswordChange {
  readonly current: string;
  readonly chosen: string;
  /** Required if a second factor is on. */
  readonly code: string | null;
}

/** A session that continues with a new token. */
export interface RenewedSession {
  /** For the browser's cookie only. */
  readonly renewedToken: string;
}

export interface OpenSession {
  /** For the browser's cookie only. */
  readonly token: string;
  readonly expiresAt: Date;
  readonly member: StaffMember;
  /** For a persistent cookie: attempts from this browser have their own counter, so other people's failures don't block it. */
  readonly trustedDeviceToken: string;
}

/** The password was right; a code is required next. */
export interface CodeRequired {
  /** For the browser's cookie only. */
  readonly challenge: string;
}

/** One of a person's own sessions. */
export interface OwnSession extends Session {
  readonly isThisOne: boolean;
}

/** Staff sign-in, sessions, and their own passwords. */
export class Staff {
  constructor(
    private readonly accounts: StaffRepository,
    private readonly throttle: LoginThrottle,
    private readonly verifier: SecondFactorVerifier,
    private readonly reauthentication: Reauthentication,
    private readonly passwords: PasswordHasher,
    private readonly tokens: TokenGenerator,
    private readonly strengthEstimator: PasswordStrengthEstimator,
    private readonly encryption: SecretEncryption,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** @throws TooManyAttempts, SignInFailed, AccountDisabled */
  async signIn(username: string, password: string, context: SignInContext): Promise<OpenSession | CodeRequired> {
    const name = username.trim().toLowerCase();
    const account = await this.accounts.byUsername(name);
    const device = account && this.reauthentication.deviceOf(account, context);
    const counters = passwordCounters(name, device, context.address);
    const failures = await this.throttle.begin(counters);
    const matches = await this.passwords.matches(account?.password ?? null, password);
    if (!account || !matches) throw new SignInFailed();
    await this.throttle.succeed(counters);
    if (account.disabledAt) throw new AccountDisabled();
    return hasSecondFactor(account) ? this.awaitCode(account, failures) : this.open(account, failures, context);
  }

  /** The second step, if the account has a second factor. @throws SignInExpired, TooManyAttempts, CodeRefused */
  async signInWithCode(challenge: string | null, code: string, context: SignInContext): Promise<OpenSession> {
    const tokenDigest = this.tokens.digest(challenge ?? '');
    const found = challenge && (await this.accounts.byChallenge(tokenDigest, this.clock.now()));
    if (!found) throw new SignInExpired();
    const device = this.reauthentication.deviceOf(found.account, context);
    const counters = codeCounters(found.account.id, device, context.address);
    const used = await this.verifier.verify(found.account, code, counters);
    if (!used) throw new CodeRefused();
    if (!(await this.accounts.closeChallenge(tokenDigest))) throw new SignInExpired();
    return this.open(used.account, found.challenge.failures + used.failures, context);
  }

  async signOut(token: string | null): Promise<void> {
    if (token) await this.accounts.closeSession(this.tokens.digest(token));
  }

  /** The staff member with this session token. @throws NotSignedIn */
  async currentMember(token: string | null): Promise<StaffMember> {
    return toStaffMember(await this.accountOf(token));
  }

  /**
   * Authorizes a request: requires a session, a password chosen by the user, and one of the roles.
   * @param allowed empty for all staff
   * @throws NotSignedIn, PasswordChangeRequired, NotPermitted
   */
  async authorize(token: string | null, allowed: readonly Role[] = []): Promise<Actor> {
    const account = await this.accountOf(token);
    assertMayWork(account, allowed);
    return actorOf(account);
  }

  /**
   * Authorizes an action that an account's owner requested earlier and that is carried out now, without a session.
   * @param allowed empty for all staff
   * @throws AccountNotFound, AccountDisabled, PasswordChangeRequired, NotPermitted
   */
  async authorizeAccount(id: string, allowed: readonly Role[]): Promise<void> {
    const account = await this.accounts.byId(id);
    if (!account) throw new AccountNotFound();
    if (account.disabledAt) throw new AccountDisabled();
    assertMayWork(account, allowed);
  }

  /**
   * Changes the password, renews the session and ends all others. Checks the code last, so that a failure elsewhere does
   * not consume it.
   * @throws NotSignedIn, TooManyAttempts, InvalidInput if the current password or the code is wrong, or the new password
   * is too weak
   */
  async changePassword(
    context: SignInContext,
    { current, chosen, code }: PasswordChange,
  ): Promise<RenewedSession & { readonly member: StaffMember }> {
    const token = context.sessionToken;
    const found = await this.accountOf(token);
    await this.reauthentication.assertPassword(found, current, context, 'currentPassword');
    await assertNewPassword(chosen, found.username, this.strengthEstimator);
    const account = hasSecondFactor(found)
      ? await this.reauthentication.useCode(found, requireCode(code), context)
      : found;
    const password = await this.passwords.hash(chosen);
    const changed = { ...account, password, passwordIsOneTime: false };
    const entry = this.entry(account, 'password-changed');
    const { renewal, renewedToken } = this.renewalOf(token);
    if (!(await this.accounts.changePassword(account, changed, renewal, entry))) throw new NotSignedIn();
    return { member: toStaffMember(changed), renewedToken };
  }

  /** @throws NotSignedIn */
  async sessions(token: string | null): Promise<readonly OwnSession[]> {
    const { id } = await this.accountOf(token);
    const currentDigest = this.tokens.digest(token ?? '');
    const now = this.clock.now();
    const sessions = await this.accounts.sessionsOf(id, now);
    return sessions
      .filter((session) => !isIdle(session, now))
      .map((session) => ({ ...session, isThisOne: session.tokenDigest === currentDigest }));
  }

  /** @throws NotSignedIn, SessionNotFound */
  async endSession(token: string | null, id: string): Promise<void> {
    const account = await this.accountOf(token);
    const isEnded = await this.accounts.endSession(account.id, id, this.entry(account, 'sessions-ended'));
    if (!isEnded) throw new SessionNotFound();
  }

  /** Ends all sessions of the account except this one. @throws NotSignedIn */
  async endOtherSessions(token: string | null): Promise<void> {
    const account = await this.accountOf(token);
    const keep = this.tokens.digest(token ?? '');
    await this.accounts.endSessions(account.id, keep, this.entry(account, 'sessions-ended'));
  }

  /** A new token for a session, for use when the account's credentials change. */
  renewalOf(token: string | null): RenewedSession & { readonly renewal: Renewal } {
    const renewedToken = this.tokens.token();
    const renewal = { tokenDigest: this.tokens.digest(token ?? ''), renewed: this.tokens.digest(renewedToken) };
    return { renewedToken, renewal };
  }

  /** The account of a session; also records the session's use. @throws NotSignedIn */
  async accountOf(token: string | null): Promise<Account> {
    const now = this.clock.now();
    const found = token && (await this.accounts.bySession(this.tokens.digest(token), now));
    if (!found || isIdle(found.session, now)) throw new NotSignedIn();
    const { tokenDigest, lastUsedAt } = found.session;
    if (now.getTime() - lastUsedAt.getTime() >= LAST_USE_PRECISION_MINUTES * MINUTE_MS) {
      await this.accounts.touchSession(tokenDigest, now);
    }
    return found.account;
  }

  private async awaitCode(account: Account, failures: number): Promise<CodeRequired> {
    const challenge = this.tokens.token();
    const tokenDigest = this.tokens.digest(challenge);
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + CHALLENGE_MINUTES * MINUTE_MS);
    await this.accounts.openChallenge({ tokenDigest, accountId: account.id, expiresAt, failures }, now);
    return { challenge };
  }

  /** Opens a session and ends the browser's earlier one, so that an attacker who planted or knows its token gains nothing. */
  private async open(account: Account, failures: number, context: SignInContext): Promise<OpenSession> {
    const token = this.tokens.token();
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + SESSION_HOURS * 60 * MINUTE_MS);
    const session = {
      tokenDigest: this.tokens.digest(token),
      id: this.ids.uuid(),
      accountId: account.id,
      createdAt,
      expiresAt,
      lastUsedAt: createdAt,
      device: deviceName(context.userAgent),
    };
    const entry = failures > 0 ? this.entry(account, 'signed-in-after-failures', { failures }) : null;
    if (!(await this.accounts.openSession(session, account, entry))) throw new SignInFailed();
    await this.signOut(context.sessionToken);
    const device = this.reauthentication.deviceOf(account, context) ?? this.ids.uuid();
    return {
      token,
      expiresAt,
      member: toStaffMember(account),
      trustedDeviceToken: this.encryption.encrypt(device, trustedDevicePurpose(account)),
    };
  }

  private entry(account: Account, action: string, after: Record<string, unknown> | null = null) {
    return accountEntry(account, { at: this.clock.now(), actor: actorOf(account), action }, null, after);
  }
}

/** @throws PasswordChangeRequired, NotPermitted */
function assertMayWork({ passwordIsOneTime, roles }: Account, allowed: readonly Role[]): void {
  if (passwordIsOneTime) throw new PasswordChangeRequired();
  assertPermitted(roles, allowed);
}

/** @throws InvalidInput if there is none */
function requireCode(code: string | null): string {
  if (code !== null) return code;
  throw new InvalidInput([
    { field: 'code', message: 'Enter the code from your authenticator app, or a recovery code' },
  ]);
}

/** The account's owner as an actor of the audit log. */
export const actorOf = ({ id, username }: Account): Actor => ({ id, name: username });

function toStaffMember(account: Account): StaffMember {
  const { passwordIsOneTime, roles } = account;
  return { ...actorOf(account), passwordIsOneTime, roles, hasSecondFactor: hasSecondFactor(account) };
}
