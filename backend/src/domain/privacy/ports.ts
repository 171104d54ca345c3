import type { AuditEntry } from '../shared/audit.js';
import type { RetentionRule } from './retention-days.js';

/** Tells two addresses apart, and knows one again, without keeping either. */
export abstract class Pseudonymizer {
  /** The same for an address in any case. Nobody without the key can find it by trying addresses. */
  abstract of(address: string): string;
}

/** Keeps, in the transaction that is open, who did what for a person that it does not name. */
export abstract class PrivacyLog {
  abstract write(entry: AuditEntry): Promise<void>;
}

/** What a person is found by in what others wrote. */
export interface PersonalWords {
  readonly address: string;
  /** Full names that came with the address. */
  readonly names: readonly string[];
}

/** Texts of others in which a person is named: reasons, notes, comments, answers that were kept for repetition. */
export abstract class Mentions {
  /** Names that are stored beside an address. One word alone, like "Sam", is left out: it is other people's name as well. */
  abstract namesOf(address: string): Promise<readonly string[]>;

  /** Part of the transaction that is open. @returns how many records were changed */
  abstract redact(words: PersonalWords): Promise<number>;
}

/** Letters that became files on this server, because it has no mail server. */
export abstract class MailFiles {
  /** Deletes those to a person or about them. @returns how many */
  abstract remove(words: PersonalWords): Promise<number>;
}

/** Where that is which a rule removes. */
export abstract class RetentionRepository {
  /**
   * Part of the transaction that is open. What another instance is at, it passes over.
   * @param before what a rule counts from has to lie before this
   * @returns how many records, at most as many as asked for
   */
  abstract remove(rule: RetentionRule, before: Date, atMost: number): Promise<number>;
}
