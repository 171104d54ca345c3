import type { AuditEntry } from '../shared/audit.js';
import type { RetentionRule } from './retention-days.js';

/** Tells two addresses apart, and knows one again, without keeping either. */
export abstract class Fingerprints {
  /** The same for an address in any case. Nobody without the key can find it by trying addresses. */
  abstract of(address: string): string;
}

/** Keeps, in the transaction that is open, who did what for a person that it does not name. */
export abstract class PrivacyLog {
  abstract write(entry: AuditEntry): Promise<void>;
}

/** Where that is which a rule removes. */
export abstract class RetentionStore {
  /**
   * Part of the transaction that is open. What another instance is at, it passes over.
   * @param before what a rule counts from has to lie before this
   * @returns how many records, at most as many as asked for
   */
  abstract remove(rule: RetentionRule, before: Date, atMost: number): Promise<number>;
}
