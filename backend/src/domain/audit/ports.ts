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

export type AuditCursor = Pick<RecordedEntry, 'at' | 'id'>;

export interface AuditQuery extends AuditFilter {
  readonly limit: number;
  readonly after: AuditCursor | null;
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
