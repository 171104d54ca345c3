import type { AuditEntry } from '../shared/audit.js';
import type { Page } from '../shared/page.js';

/** A stored entry with its number in the log. */
export interface StoredEntry extends AuditEntry {
  readonly id: string;
}

/** Filters entries; null matches any. */
export interface AuditFilter {
  /** Prefix of the action, e.g. `submission.` */
  readonly action: string | null;
  /** Name of the actor. */
  readonly actor: string | null;
  readonly subject: string | null;
  /** Inclusive. */
  readonly from: Date | null;
  /** Exclusive. */
  readonly until: Date | null;
}

/** An entry as shown to staff. */
export interface EntryWithReference extends StoredEntry {
  /** Reference of the certificate that is the subject, e.g. `CB-7K3M-9QXD`; null for other subjects. */
  readonly reference: string | null;
}

export type AuditCursor = Pick<StoredEntry, 'at' | 'id'>;

export interface AuditQuery extends AuditFilter {
  readonly limit: number;
  readonly after: AuditCursor | null;
}

/** Translates between certificate ids, which the log stores, and references, which people use. */
export abstract class CertificateReferences {
  abstract idOfReference(reference: string): Promise<string | null>;
  /** References by id; unknown ids are omitted. */
  abstract referencesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Reads the audit log. */
export abstract class AuditLog {
  /** Newest first. */
  abstract page(query: AuditQuery): Promise<Page<StoredEntry, AuditCursor>>;

  /**
   * Streams all matching entries in batches, newest first. Logs the export before it yields the first batch.
   * @param createEntry makes the log entry for an export of `count` entries
   */
  abstract exportAll(
    filter: AuditFilter,
    createEntry: (count: number) => AuditEntry,
  ): Promise<AsyncIterable<readonly StoredEntry[]>>;
}
