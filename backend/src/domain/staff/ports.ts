import type { AuditEntry } from '../shared/audit.js';
import type { Account, Challenge, SecondFactor, Session } from './account.js';
import type { Attempt, Counter } from './sign-in-attempts.js';

/** Gives one session a new token and ends all other sessions of the account. */
export interface Renewal {
  /** Digest of the old token, which stops working. */
  readonly tokenDigest: string;
  readonly renewed: string;
}

/** Stores accounts, sessions and pending sign-ins. */
export abstract class StaffRepository {
  /** @throws UsernameTaken */
  abstract add(account: Account, entry: AuditEntry): Promise<void>;
  abstract byUsername(username: string): Promise<Account | null>;
  abstract byId(id: string): Promise<Account | null>;
  /** Locks the account until the transaction ends, also against its owner. */
  abstract findForUpdate(id: string): Promise<Account | null>;
  /** By name; not paged, because there are few. */
  abstract all(): Promise<readonly Account[]>;
  abstract count(): Promise<number>;
  /** Ids of the enabled administrators; locks them until the transaction ends. */
  abstract lockAdministrators(): Promise<readonly string[]>;
  /**
   * Stores an administrator's change and increments the version.
   * @param endsSessions whether to end the account's sessions and pending sign-ins
   * @throws AccountChanged if the stored version is not the account's
   */
  abstract change(account: Account, endsSessions: boolean, entry: AuditEntry): Promise<void>;
  /**
   * Stores the new password and renews the session.
   * @returns false, without any change, if the stored password is no longer the one before
   */
  abstract changePassword(before: Account, after: Account, renewal: Renewal, entry: AuditEntry): Promise<boolean>;
  /**
   * @param renewal null if the credentials stay the same, e.g. when a code is consumed
   * @returns false, without any change, if the stored second factor is no longer the one before (optimistic lock)
   */
  abstract changeSecondFactor(
    before: Account,
    after: SecondFactor,
    renewal: Renewal | null,
    entry: AuditEntry | null,
  ): Promise<boolean>;

  /** @returns false, without any change, if the account was disabled or its password changed in the meantime */
  abstract openSession(session: Session, account: Account, entry: AuditEntry | null): Promise<boolean>;
  /** A session that has not expired, and its account, which must be enabled. */
  abstract bySession(tokenDigest: string, now: Date): Promise<{ account: Account; session: Session } | null>;
  abstract touchSession(tokenDigest: string, at: Date): Promise<void>;
  /** Sessions that have not expired, most recently used first. */
  abstract sessionsOf(accountId: string, now: Date): Promise<readonly Session[]>;
  abstract closeSession(tokenDigest: string): Promise<void>;
  /** @returns whether the account had such a session */
  abstract endSession(accountId: string, id: string, entry: AuditEntry): Promise<boolean>;
  /** Ends all sessions, or all but one. */
  abstract endSessions(accountId: string, keepTokenDigest: string | null, entry: AuditEntry): Promise<void>;

  abstract openChallenge(challenge: Challenge, now: Date): Promise<void>;
  abstract byChallenge(tokenDigest: string, now: Date): Promise<{ account: Account; challenge: Challenge } | null>;
  /** @returns whether it was still open, so that it opens one session only */
  abstract closeChallenge(tokenDigest: string): Promise<boolean>;
}

/** Stores counters of failed sign-in attempts. */
export abstract class AttemptRepository {
  /** Counts an attempt as failed under all counters before it is made, or returns when the next one is allowed. */
  abstract begin(counters: readonly Counter[], now: Date): Promise<Attempt>;
  /** Records that the attempt succeeded; see {@link Counter.onSuccess}. */
  abstract succeed(counters: readonly Counter[], now: Date): Promise<void>;
}

/** Hashes passwords, slowly on purpose. */
export abstract class PasswordHasher {
  abstract hash(password: string): Promise<string>;
  /** Takes equally long for an unknown account (null), so that timing doesn't reveal which accounts exist. */
  abstract matches(hash: string | null, password: string): Promise<boolean>;
}

/** Generates what cannot be guessed. */
export abstract class TokenGenerator {
  /** A cryptographically random token. */
  abstract token(): string;
  /** A random one-time password that is easy to read and copy. */
  abstract oneTimePassword(): string;
  /** A random recovery code that is easy to read and write down. */
  abstract recoveryCode(): string;
  /** What is stored of a token; the token can't be derived from it. */
  abstract digest(token: string): string;
}

/** Estimates how many guesses find a password: common passwords, keyboard rows, dates and repetitions come first. */
export abstract class PasswordStrengthEstimator {
  /**
   * @param words lowercase words related to the user or site, which are guessed first
   * @returns estimated number of guesses
   */
  abstract guessesFor(password: string, words: readonly string[]): Promise<number>;
}

/** Time-based one-time codes (RFC 6238). */
export abstract class Totp {
  /** A new secret in base32, as authenticator apps take it. */
  abstract newSecret(): string;
  abstract matches(secret: string, step: number, code: string): boolean;
}

/** Encryption with the server's key. */
export abstract class SecretEncryption {
  /** @param purpose what and whose the text is; decryption needs the same purpose */
  abstract encrypt(text: string, purpose: string): string;
  /** @returns null unless it was encrypted with this key for this purpose */
  abstract decrypt(encrypted: string, purpose: string): string | null;
  /** A keyed digest; without the key, it can't be reversed by guessing. */
  abstract pseudonym(text: string): string;
}
