import type { AuditEntry } from '../shared/audit.js';
import type { Page } from '../shared/page.js';

/** An entry with the number under which the log keeps it. */
export interface RecordedEntry extends AuditEntry {
  readonly id: string;
}

/** Which entries are meant; null wherever it does not matter. */
export interface AuditFilter {
  /** How the action begins, e.g. `submission.` */
  readonly action: string | null;
  /** Name of the actor. */
  readonly actor: string | null;
  readonly subject: string | null;
  /** The first instant. */
  readonly from: Date | null;
  /** The first instant after the last. */
  readonly until: Date | null;
}

/** An entry as staff read it. */
export interface NamedEntry extends RecordedEntry {
  /** Reference of the certificate it was done to, e.g. `CB-7K3M-9QXD`; null when it was done to something else. */
  readonly reference: string | null;
}

export type AuditCursor = Pick<RecordedEntry, 'at' | 'id'>;

export interface AuditQuery extends AuditFilter {
  readonly limit: number;
  readonly after: AuditCursor | null;
}

/** The certificates that entries are about. The log names them by id, people by reference. */
export abstract class CertificateReferences {
  abstract idOf(reference: string): Promise<string | null>;
  /** References by id; ids that name no certificate are left out. */
  abstract of(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** What has been written into the audit log. */
export abstract class AuditLog {
  /** Newest first. */
  abstract page(query: AuditQuery): Promise<Page<RecordedEntry, AuditCursor>>;

  /**
   * Hands out everything that matches, newest first, part by part. Nothing is handed out before it is written down.
   * @param entryOf says who takes how many
   */
  abstract handOut(
    filter: AuditFilter,
    entryOf: (count: number) => AuditEntry,
  ): Promise<AsyncIterable<readonly RecordedEntry[]>>;
}
