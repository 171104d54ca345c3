import { DomainError, InvalidInput } from '../shared/domain-error.js';

/** A staff member. Nobody else has an account. */
export interface Account {
  readonly id: string;
  readonly username: string;
  /** Argon2id hash in PHC string format; the password itself is never kept. */
  readonly password: string;
  /** True while the password is a generated one-time password: it opens nothing but the change of itself. */
  readonly passwordIsOneTime: boolean;
}

/** A signed-in browser. */
export interface Session {
  /** Digest of the token that the browser holds; the token itself is never kept. */
  readonly tokenDigest: string;
  readonly accountId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** How long a session lasts from sign-in. */
export const SESSION_HOURS = 12;

/** NIST SP 800-63B-4 section 3.1.1.2: 15 characters where the password is the only factor. */
export const PASSWORD_LENGTH = { min: 15, max: 128 } as const;

export const USERNAME_PATTERN = /^[a-z0-9][a-z0-9._-]{1,62}$/;

/** Wrong name or wrong password: which of the two is not said. */
export class SignInFailed extends DomainError {
  constructor() {
    super('unauthenticated', 'sign-in-failed', 'Name and password do not match. Please check both and try again.');
  }
}

export class NotSignedIn extends DomainError {
  constructor() {
    super('unauthenticated', 'not-signed-in', 'Please sign in to go on.');
  }
}

export class PasswordChangeRequired extends DomainError {
  constructor() {
    super('forbidden', 'password-change-required', 'Choose a password of your own before you go on.');
  }
}

export class UsernameTaken extends DomainError {
  constructor(username: string) {
    super('conflict', 'username-taken', `There is already an account named ${username}.`);
  }
}

/** @throws InvalidInput */
export function assertUsername(username: string): void {
  if (USERNAME_PATTERN.test(username)) return;
  throw new InvalidInput([
    { field: 'username', message: 'A name has 2 to 63 small letters, digits, dots, dashes or underscores' },
  ]);
}

/** @throws InvalidInput */
export function assertNewPassword(password: string, username: string): void {
  const message = newPasswordProblem(password, username);
  if (message) throw new InvalidInput([{ field: 'newPassword', message }]);
}

function newPasswordProblem(password: string, username: string): string | null {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH.min) return `Use at least ${PASSWORD_LENGTH.min} characters; a sentence works well`;
  if (length > PASSWORD_LENGTH.max) return `Use at most ${PASSWORD_LENGTH.max} characters`;
  if (password.toLowerCase().includes(username)) return 'Leave your name out of the password';
  return null;
}
