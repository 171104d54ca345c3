import type { AuditEntry } from '../shared/audit.js';
import { DomainError, InvalidInput } from '../shared/domain-error.js';
import type { Role } from '../shared/role.js';

/** What an account has besides its password to prove who signs in. */
export interface SecondFactor {
  /** The sealed secret that codes are computed from; null when there is none. */
  readonly codeSecret: string | null;
  /** Since when signing in asks for a code; null while the secret is not confirmed with one. */
  readonly secondFactorSince: Date | null;
  /** The time step of the last code that was used: neither it nor an older one is taken again. */
  readonly lastCodeStep: number;
  /** Digests of the recovery codes that are not used yet. */
  readonly recoveryDigests: readonly string[];
}

/** A staff member. Nobody else has an account. */
export interface Account extends SecondFactor {
  readonly id: string;
  readonly username: string;
  /** Argon2id hash in PHC string format; the password itself is never kept. */
  readonly password: string;
  /** True while the password is a generated one-time password: it opens nothing but the change of itself. */
  readonly passwordIsOneTime: boolean;
  /** At least one. */
  readonly roles: readonly Role[];
  /** Since when nobody can sign in with it; null while one can. */
  readonly disabledAt: Date | null;
  readonly lastSignInAt: Date | null;
  /** Goes up with every change by an administrator: of two at once, the second is refused. */
  readonly version: number;
}

/** A signed-in browser. */
export interface Session {
  /** Digest of the token that the browser holds; the token itself is never kept. */
  readonly tokenDigest: string;
  /** Names the session in lists; opens nothing. */
  readonly id: string;
  readonly accountId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** To within {@link USED_WITHIN_MINUTES}. */
  readonly lastUsedAt: Date;
  /** Roughly what signed in, see `device-name.ts`. */
  readonly device: string;
}

/** Half a sign-in: the password was right, the code is still to come. It opens nothing else. */
export interface Challenge {
  /** Digest of the token that the browser holds. */
  readonly tokenDigest: string;
  readonly accountId: string;
  readonly expiresAt: Date;
  /** Failed attempts before the right password, for the audit log. */
  readonly failures: number;
}

/** How long a session lasts from sign-in, however much it is used (NIST SP 800-63B-4 section 2.2.3: at most 24 hours). */
export const SESSION_HOURS = 12;

/** After how long without any use a session ends (the same section: at most an hour), to within {@link USED_WITHIN_MINUTES}. */
export const SESSION_IDLE_MINUTES = 60;

/** Whether it was left alone for too long. That it expires, the store knows. */
export const isForgotten = ({ lastUsedAt }: Session, now: Date): boolean =>
  now.getTime() - lastUsedAt.getTime() >= SESSION_IDLE_MINUTES * 60_000;

/** How long a code may be awaited after the password. */
export const CHALLENGE_MINUTES = 5;

/** A session's last use is noted no more often than this: reading is not to become writing. */
export const USED_WITHIN_MINUTES = 10;

export const USERNAME_PATTERN = /^[a-z0-9][a-z0-9._-]{1,62}$/;

/** Wrong name or wrong password: which of the two is not said. */
export class SignInFailed extends DomainError {
  constructor() {
    super('unauthenticated', 'sign-in-failed', "The name and password don't match. Check both and try again.");
  }
}

export class NotSignedIn extends DomainError {
  constructor() {
    super('unauthenticated', 'not-signed-in', 'Please sign in to continue.');
  }
}

/** Said only to those who know the password. */
export class AccountDisabled extends DomainError {
  constructor() {
    super('forbidden', 'account-disabled', 'This account is disabled. An administrator can enable it again.');
  }
}

/** Role or standing that the person themselves may not decide on. */
export class OwnAccount extends DomainError {
  constructor() {
    super('forbidden', 'own-account', 'This is your own account. Ask another administrator to do this.');
  }
}

export class LastAdministrator extends DomainError {
  constructor() {
    super(
      'conflict',
      'last-administrator',
      'This is the only administrator. Make someone else an administrator first.',
    );
  }
}

export class AccountNotFound extends DomainError {
  constructor() {
    super('not-found', 'account-not-found', "We couldn't find this account.");
  }
}

export class AccountChanged extends DomainError {
  constructor() {
    super('conflict', 'account-changed', 'Someone else changed this account. Reload it and try again.');
  }
}

export class SessionNotFound extends DomainError {
  constructor() {
    super('not-found', 'session-not-found', 'This session has already ended.');
  }
}

export class PasswordChangeRequired extends DomainError {
  constructor() {
    super('forbidden', 'password-change-required', 'Choose your own password before you continue.');
  }
}

/** A role is missing; the sentence says which would do. */
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

/** A new account, with a password for one use. */
export const newAccount = (given: Pick<Account, 'id' | 'username' | 'password' | 'roles'>): Account => ({
  ...given,
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

/** An administrator may do everything; a route that names no role is for all staff. @throws NotPermitted */
export function assertPermitted(roles: readonly Role[], allowed: readonly Role[]): void {
  if (allowed.length === 0 || roles.includes('administrator') || allowed.some((role) => roles.includes(role))) return;
  throw new NotPermitted(allowed);
}

/**
 * Whoever could let the others back in must remain.
 * @param administrators ids of the accounts that are administrators now and not disabled
 * @throws LastAdministrator
 */
export function assertAdministratorRemains(changed: Account, administrators: readonly string[]): void {
  if (changed.roles.includes('administrator') && !changed.disabledAt) return;
  if (administrators.includes(changed.id) && administrators.length === 1) throw new LastAdministrator();
}

/** What somebody did to an account. */
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
