import type { AuditEntry } from '../shared/audit.js';
import type { RetentionRule } from './retention-days.js';

/** Makes pseudonyms for email addresses, so that logs can tell people apart without storing addresses. */
export abstract class Pseudonymizer {
  /** Keyed digest; ignores case. Without the key, it can't be reversed by trying addresses. */
  abstract pseudonymize(address: string): string;
}

/** Writes audit entries in the current transaction. */
export abstract class PrivacyLog {
  abstract write(entry: AuditEntry): Promise<void>;
}

/** The words that identify a person in texts written by others. */
export interface PersonalWords {
  readonly address: string;
  /** Full names that came with the address. */
  readonly names: readonly string[];
}

/** Texts written by others that may mention a person: reasons, notes, comments, stored idempotent responses. */
export abstract class Mentions {
  /** Runs in the current transaction. @returns the number of records changed */
  abstract redact(words: PersonalWords): Promise<number>;
}

/** Emails written to files, on installations without a mail server. */
export abstract class MailFiles {
  /** Deletes emails to or about a person. @returns the number of files deleted */
  abstract remove(words: PersonalWords): Promise<number>;
}

/** Removes the records that a retention rule covers. Every context registers which of its rows those are. */
export abstract class RetentionRepository {
  /**
   * Runs in the current transaction and skips rows locked by other instances.
   * @param before the rule's retention period must have started before this time
   * @returns the number of records removed, at most `atMost`
   */
  abstract remove(rule: RetentionRule, before: Date, atMost: number): Promise<number>;
}
