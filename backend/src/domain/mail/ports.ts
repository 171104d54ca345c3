import type { AuditEntry } from '../shared/audit.js';
import type { Page } from '../shared/page.js';
import type { MailState, QueuedMail, SendResult } from './queued-mail.js';

export type MailCursor = Pick<QueuedMail, 'createdAt' | 'id'>;

/** What an email is about: part of its payload, such as `{ certificateId }`. */
export type MailSubject = Readonly<Record<string, string | number>>;

/** Email of any of these kinds or about any of these subjects. */
export interface MailMatch {
  readonly kinds: readonly string[];
  readonly topics: readonly MailSubject[];
}

export interface MailQuery {
  readonly states: readonly MailState[];
  /** Null for all email in these states. */
  readonly match: MailMatch | null;
  readonly limit: number;
  readonly after: MailCursor | null;
}

/** The number of emails in each state, counted up to `COUNTED_EXACTLY_UP_TO` + 1. */
export type MailCounts = Readonly<Record<MailState, number>>;

export abstract class MailQueue {
  /** Leases due email of these kinds, longest due first. The first claim of an email sets its message ID. */
  abstract claim(limit: number, kinds: readonly string[], now: Date, leasedUntil: Date): Promise<readonly QueuedMail[]>;

  /**
   * Saves the result of an attempt and ends its lease.
   * @param leasedUntil of the claim; optimistic lock
   * @returns false, and saves nothing, when that lease ran out and the email was claimed again or decided about
   */
  abstract completeAttempt(mail: QueuedMail, leasedUntil: Date | null): Promise<boolean>;

  /** Newest first. */
  abstract page(query: MailQuery): Promise<Page<QueuedMail, MailCursor>>;

  abstract counts(): Promise<MailCounts>;

  abstract byId(id: string): Promise<QueuedMail | null>;

  /** Locks the row until the transaction ends. */
  abstract byIdForUpdate(id: string): Promise<QueuedMail | null>;

  abstract saveDecision(mail: QueuedMail, entry: AuditEntry): Promise<void>;

  /** Kinds of waiting email that are not among these. */
  abstract unknownKinds(known: readonly string[]): Promise<readonly string[]>;

  /** Deletes email finished before a time, except dead email. @returns how many */
  abstract purge(before: Date): Promise<number>;
}

/** Renders and sends email. */
export abstract class EmailDispatcher {
  /** Kinds of email that have a template. */
  abstract kinds(): readonly string[];

  abstract send(mail: QueuedMail): Promise<SendResult>;

  /** Notifies the context that queued an email that it was given up, in the transaction that records that. */
  abstract notifyGivenUp(mail: QueuedMail): Promise<void>;
}

/** Finds what the search text of the email list can refer to. */
export abstract class MailSearch {
  /**
   * @param typed a whole address or reference, or words from an email's purpose or a newsletter's subject. The queue stores
   * neither addresses nor subjects, so that erasing a person's data also removes it from the queue.
   */
  abstract find(typed: string): Promise<MailMatch>;
}
