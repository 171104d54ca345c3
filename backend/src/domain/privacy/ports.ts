import type { AuditEntry } from '../shared/audit.js';

/** Tells two addresses apart, and knows one again, without keeping either. */
export abstract class Fingerprints {
  /** The same for an address in any case. Nobody without the key can find it by trying addresses. */
  abstract of(address: string): string;
}

/** Keeps, in the transaction that is open, who did what for a person that it does not name. */
export abstract class PrivacyLog {
  abstract write(entry: AuditEntry): Promise<void>;
}
