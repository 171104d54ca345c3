import type { AuditEntry } from '../shared/audit.js';
import type { Page } from '../shared/page.js';
import type { MailState, QueuedMail, SendResult } from './queued-mail.js';

export interface MailCursor {
  readonly createdAt: Date;
  readonly id: string;
}

/** What mail is about, as a part of its payload, e.g. `{ certificateId }`. */
export type MailSubject = Readonly<Record<string, string | number>>;

/** Mail of any of these kinds, and mail about any of these things. */
export interface MailMatch {
  readonly kinds: readonly string[];
  readonly topics: readonly MailSubject[];
}

export interface MailQuery {
  readonly states: readonly MailState[];
  /** Null for all mail in these states. */
  readonly match: MailMatch | null;
  readonly limit: number;
  readonly after: MailCursor | null;
}

/** How many mails stand so; counted up to `COUNTED_EXACTLY_UP_TO` + 1 each. */
export type MailCounts = Readonly<Record<MailState, number>>;

export abstract class MailQueue {
  /** Takes what is due first, of these kinds, gives it its message id, and keeps it from others until the lease ends. */
  abstract claim(limit: number, kinds: readonly string[], now: Date, leasedUntil: Date): Promise<readonly QueuedMail[]>;

  /** Stores what came of an attempt. @returns false when the claim of that name has ended, and nothing was stored */
  abstract completeAttempt(mail: QueuedMail, leasedUntil: Date | null): Promise<boolean>;

  /** Newest first. */
  abstract page(query: MailQuery): Promise<Page<QueuedMail, MailCursor>>;

  abstract counts(): Promise<MailCounts>;

  abstract byId(id: string): Promise<QueuedMail | null>;

  /** Nobody else decides about it until the transaction ends. */
  abstract toChange(id: string): Promise<QueuedMail | null>;

  abstract change(mail: QueuedMail, entry: AuditEntry): Promise<void>;

  /** Kinds of waiting mail other than these. */
  abstract otherKinds(kinds: readonly string[]): Promise<readonly string[]>;

  /** Forgets what was over before; dead mail stays. @returns how many */
  abstract purge(before: Date): Promise<number>;
}

/** Carries letters. */
export abstract class EmailDispatcher {
  /** Kinds of mail that somebody writes. */
  abstract kinds(): readonly string[];

  abstract send(mail: QueuedMail): Promise<SendResult>;

  /** Tells whoever wants to know that a mail was given up; part of the transaction that notes it. */
  abstract notifyGivenUp(mail: QueuedMail): Promise<void>;
}

/** Knows what staff may mean by what they type into the search of the mail page. */
export abstract class MailSearch {
  /**
   * @param typed a whole address or reference, or words of what an email is for or of a newsletter's subject. The queue
   * stores neither addresses nor subjects, so that erasing a person's data erases them there, too.
   */
  abstract find(typed: string): Promise<MailMatch>;
}
