import type { AuditEntry } from '../shared/audit.js';
import { DomainError, domainError, InvalidInput } from '../shared/domain-error.js';
import type { Role } from '../shared/role.js';

/** The second factor of an account. */
export interface SecondFactor {
  /** The encrypted TOTP secret; null if there is none. */
  readonly codeSecret: string | null;
  /** When it was turned on; null until a code confirms the secret. */
  readonly secondFactorSince: Date | null;
  /** Time step of the last code used; this and older codes are rejected. */
  readonly lastCodeStep: number;
  /** Digests of the unused recovery codes. */
  readonly recoveryDigests: readonly string[];
}

/** A staff account. Visitors have no accounts. */
export interface Account extends SecondFactor {
  readonly id: string;
  readonly username: string;
  /** Argon2id hash in PHC string format; the password itself is never stored. */
  readonly password: string;
  /** True if the password was generated. It only lets the user choose a new one. */
  readonly passwordIsOneTime: boolean;
  /** At least one. */
  readonly roles: readonly Role[];
  /** When the account was disabled; null if it is enabled. */
  readonly disabledAt: Date | null;
  readonly lastSignInAt: Date | null;
  /** Optimistic lock; increments with each change by an administrator. */
  readonly version: number;
}

/** A signed-in browser. */
export interface Session {
  /** Digest of the browser's token; the token itself is never stored. */
  readonly tokenDigest: string;
  /** Identifies the session in lists; it grants no access. */
  readonly id: string;
  readonly accountId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Accurate to {@link LAST_USE_PRECISION_MINUTES}. */
  readonly lastUsedAt: Date;
  /** Browser and system, see `device-name.ts`. */
  readonly device: string;
}

/** A pending sign-in: the password was right, the code is still missing. It grants no other access. */
export interface Challenge {
  /** Digest of the browser's token. */
  readonly tokenDigest: string;
  readonly accountId: string;
  readonly expiresAt: Date;
  /** Failed attempts before the right password, for the audit log. */
  readonly failures: number;
}

/** Hours a session lasts from sign-in, regardless of use (NIST SP 800-63B-4 section 2.2.3: at most 24 hours). */
export const SESSION_HOURS = 12;

/** Minutes without use after which a session ends (same section: at most an hour), accurate to {@link LAST_USE_PRECISION_MINUTES}. */
export const SESSION_IDLE_MINUTES = 60;

/** Whether the session was idle for too long. The repository checks expiry. */
export const isIdle = ({ lastUsedAt }: Session, now: Date): boolean =>
  now.getTime() - lastUsedAt.getTime() >= SESSION_IDLE_MINUTES * 60_000;

/** Minutes to enter the code after the password. */
export const CHALLENGE_MINUTES = 5;

/** Minutes between updates of a session's last use, so that reads don't cause a write each. */
export const LAST_USE_PRECISION_MINUTES = 10;

export const USERNAME_PATTERN = /^[a-z0-9][a-z0-9._-]{1,62}$/;

/** Wrong name or wrong password; deliberately doesn't say which. */
export class SignInFailed extends domainError(
  'unauthenticated',
  'sign-in-failed',
  "The name and password don't match. Check both and try again.",
) {}

export class NotSignedIn extends domainError('unauthenticated', 'not-signed-in', 'Please sign in to continue.') {}

/** Thrown only after the right password. */
export class AccountDisabled extends domainError(
  'forbidden',
  'account-disabled',
  'This account is disabled. An administrator can enable it again.',
) {}

/** Administrators can't change the role or state of their own account. */
export class OwnAccount extends domainError(
  'forbidden',
  'own-account',
  'This is your own account. Ask another administrator to do this.',
) {}

export class LastAdministrator extends domainError(
  'conflict',
  'last-administrator',
  'This is the only administrator. Make someone else an administrator first.',
) {}

export class AccountNotFound extends domainError('not-found', 'account-not-found', "We couldn't find this account.") {}

export class AccountChanged extends domainError(
  'conflict',
  'account-changed',
  'Someone else changed this account. Reload it and try again.',
) {}

export class SessionNotFound extends domainError('not-found', 'session-not-found', 'This session has already ended.') {}

export class PasswordChangeRequired extends domainError(
  'forbidden',
  'password-change-required',
  'Choose your own password before you continue.',
) {}

/** A role is missing; the message lists the sufficient ones. */
export class NotPermitted extends DomainError {
  constructor(allowed: readonly Role[]) {
    const sufficient = allowed.map((role) => WITH_ARTICLE[role]).join(' or ');
    super('forbidden', 'not-permitted', `Only ${sufficient} can do this. An administrator can give you the role.`);
  }
}

const WITH_ARTICLE: Record<Role, string> = {
  reviewer: 'a reviewer',
  editor: 'an editor',
  administrator: 'an administrator',
};

export class UsernameTaken extends DomainError {
  constructor(username: string) {
    super('conflict', 'username-taken', `There is already an account named ${username}.`);
  }
}

/** A new account with a one-time password. */
export const newAccount = (fields: Pick<Account, 'id' | 'username' | 'password' | 'roles'>): Account => ({
  ...fields,
  passwordIsOneTime: true,
  disabledAt: null,
  lastSignInAt: null,
  ...WITHOUT_SECOND_FACTOR,
  version: 1,
});

export const WITHOUT_SECOND_FACTOR: SecondFactor = {
  codeSecret: null,
  secondFactorSince: null,
  lastCodeStep: 0,
  recoveryDigests: [],
};

/** Administrators may do everything; without `allowed` roles, all staff may. @throws NotPermitted */
export function assertPermitted(roles: readonly Role[], allowed: readonly Role[]): void {
  if (allowed.length === 0 || roles.includes('administrator') || allowed.some((role) => roles.includes(role))) return;
  throw new NotPermitted(allowed);
}

/**
 * At least one enabled administrator must remain, or no one could manage accounts.
 * @param administrators ids of the currently enabled administrators
 * @throws LastAdministrator
 */
export function assertAdministratorRemains(changed: Account, administrators: readonly string[]): void {
  if (changed.roles.includes('administrator') && !changed.disabledAt) return;
  if (administrators.includes(changed.id) && administrators.length === 1) throw new LastAdministrator();
}

/** An audit entry about an account. */
export const accountEntry = (
  account: Pick<Account, 'id'>,
  { at, actor, action }: Pick<AuditEntry, 'at' | 'actor' | 'action'>,
  before: AuditEntry['before'] = null,
  after: AuditEntry['after'] = null,
): AuditEntry => ({ at, actor, action: `account.${action}`, subject: `account:${account.id}`, before, after });

/** @throws InvalidInput */
export function assertUsername(username: string): void {
  if (USERNAME_PATTERN.test(username)) return;
  throw new InvalidInput([
    { field: 'username', message: 'Use 2 to 63 lowercase letters, digits, dots, dashes or underscores' },
  ]);
}
