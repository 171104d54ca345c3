import type { AuditEntry } from '../shared/audit.js';
import type { Account, Challenge, SecondFactor, Session } from './account.js';
import type { Attempt, Counter } from './sign-in-attempts.js';

/** One session goes on under another token, and every other one of the account ends. */
export interface Renewal {
  /** Of the token so far: it opens nothing any more. */
  readonly tokenDigest: string;
  readonly renewed: string;
}

/** Where accounts, sessions and half sign-ins are kept. */
export abstract class StaffRepository {
  /** @throws UsernameTaken */
  abstract add(account: Account, entry: AuditEntry): Promise<void>;
  abstract byUsername(username: string): Promise<Account | null>;
  abstract byId(id: string): Promise<Account | null>;
  /** Nobody else changes it, its holder included, before the transaction around this ends. */
  abstract accountToChange(id: string): Promise<Account | null>;
  /** By name. There are as many as there are staff. */
  abstract all(): Promise<readonly Account[]>;
  abstract count(): Promise<number>;
  /** Ids of the administrators that are not disabled. Nobody else changes any of them before the transaction ends. */
  abstract lockAdministrators(): Promise<readonly string[]>;
  /**
   * Stores what an administrator decides on, and counts the version up.
   * @param endsSessions whether whoever is signed in, or about to, is signed out
   * @throws AccountChanged when the stored version is not the account's
   */
  abstract change(account: Account, endsSessions: boolean, entry: AuditEntry): Promise<void>;
  /**
   * Stores the new password and renews the session.
   * @returns false, and nothing is done, when the password is no longer the one before
   */
  abstract changePassword(before: Account, after: Account, renewal: Renewal, entry: AuditEntry): Promise<boolean>;
  /**
   * @param renewal null where how one signs in stays the same, as when a code is used up
   * @returns false, and nothing is done, when the second factor is no longer the one before: of two at once, one wins
   */
  abstract changeSecondFactor(
    before: Account,
    after: SecondFactor,
    renewal: Renewal | null,
    entry: AuditEntry | null,
  ): Promise<boolean>;

  /** @returns false, and nothing is done, when the account was disabled or given another password meanwhile */
  abstract openSession(session: Session, account: Account, entry: AuditEntry | null): Promise<boolean>;
  /** A session that has not expired at the given time, and the enabled account behind it. */
  abstract bySession(tokenDigest: string, now: Date): Promise<{ account: Account; session: Session } | null>;
  abstract touchSession(tokenDigest: string, at: Date): Promise<void>;
  /** Those that have not expired, last used first. */
  abstract sessionsOf(accountId: string, now: Date): Promise<readonly Session[]>;
  abstract closeSession(tokenDigest: string): Promise<void>;
  /** @returns whether the account had such a session */
  abstract endSession(accountId: string, id: string, entry: AuditEntry): Promise<boolean>;
  /** Ends all, or all but one. */
  abstract endSessions(accountId: string, keepTokenDigest: string | null, entry: AuditEntry): Promise<void>;

  abstract openChallenge(challenge: Challenge, now: Date): Promise<void>;
  abstract byChallenge(tokenDigest: string, now: Date): Promise<{ account: Account; challenge: Challenge } | null>;
  /** @returns whether it was still open: it is good for one session */
  abstract closeChallenge(tokenDigest: string): Promise<boolean>;
}

/** Where failed attempts to sign in are counted. */
export abstract class AttemptRepository {
  /** Counts an attempt under all counters as failed before it is made, or says until when none is made. */
  abstract begin(counters: readonly Counter[], now: Date): Promise<Attempt>;
  /** The attempt that was begun succeeded: each counter says what that changes. */
  abstract succeed(counters: readonly Counter[], now: Date): Promise<void>;
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
  /** A code for one use that a person can keep on paper: random, readable. */
  abstract recoveryCode(): string;
  abstract digest(token: string): string;
}

/** Somebody who guesses well: common passwords, rows of keys, dates and repetitions come first. */
export abstract class PasswordStrengthEstimator {
  /**
   * @param words known of whose password it is, in small letters: they are tried before all others
   * @returns after how many guesses, roughly, the password is found
   */
  abstract guessesFor(password: string, words: readonly string[]): Promise<number>;
}

/** Time-based one-time codes (RFC 6238). */
export abstract class Totp {
  /** A new secret in base32, as authenticator apps take it. */
  abstract newSecret(): string;
  abstract matches(secret: string, step: number, code: string): boolean;
}

/** What the server's own key protects. */
export abstract class SecretEncryption {
  /** @param purpose what it is for and whose it is: nothing opens it for another one */
  abstract encrypt(text: string, purpose: string): string;
  /** @returns null when it was not sealed with this key, for this purpose */
  abstract decrypt(sealed: string, purpose: string): string | null;
  /** A digest that only this key makes: the text cannot be found by trying. */
  abstract pseudonym(text: string): string;
}
