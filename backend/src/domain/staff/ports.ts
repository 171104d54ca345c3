import type { AuditEntry } from '../shared/audit.js';
import type { Account, Session } from './account.js';

/** Where accounts and sessions are kept. */
export abstract class StaffRepository {
  /** @throws UsernameTaken */
  abstract add(account: Account, entry: AuditEntry): Promise<void>;
  abstract byUsername(username: string): Promise<Account | null>;
  abstract count(): Promise<number>;
  abstract openSession(session: Session): Promise<void>;
  /** The account behind a session that has not expired at the given time. */
  abstract bySession(tokenDigest: string, now: Date): Promise<Account | null>;
  abstract closeSession(tokenDigest: string): Promise<void>;
  /** Stores the new password and ends every other session of the account. */
  abstract changePassword(account: Account, keepTokenDigest: string, entry: AuditEntry): Promise<void>;
}

/** Secrets: hashing passwords and making tokens. */
export abstract class Secrets {
  abstract hashPassword(password: string): Promise<string>;
  /** Takes as long for an unknown account (null) as for a known one, so that timing tells nothing. */
  abstract passwordMatches(hash: string | null, password: string): Promise<boolean>;
  /** A random token that cannot be guessed. */
  abstract token(): string;
  /** A password for one use that a person can copy: random, readable. */
  abstract oneTimePassword(): string;
  abstract digest(token: string): string;
}
