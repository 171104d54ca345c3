import { DomainError } from '../shared/domain-error.js';
import { jitterOf, maxAttempts, retryDelayMs } from '../shared/retry-policy.js';

export const MAIL_STATES = ['waiting', 'sent', 'dead', 'closed', 'not-needed'] as const;
/**
 * `dead`: given up, until a person sends it again or closes it. `closed`: a person decided that it is not sent.
 * `not-needed`: when it was to be sent, what it was about was gone.
 */
export type MailState = (typeof MAIL_STATES)[number];

export const MAIL_ERRORS = [
  'recipient-refused',
  'mailbox-full',
  'letter-refused',
  'address-unusable',
  'letter-unusable',
  'letter-failed',
  'busy',
  'sender-refused',
  'sign-in-refused',
  'name-not-found',
  'connection-refused',
  'connection-lost',
  'timeout',
  'tls',
  'folder-unwritable',
  'unknown',
] as const;
/** Why a mail did not go out. Never holds an address or what a server wrote. */
export type MailError = (typeof MAIL_ERRORS)[number];

/** One mail on its way: a line of the queue while it waits, and of the log afterwards. */
export interface QueuedMail {
  readonly id: string;
  readonly kind: string;
  /** Names the thing that the mail is about. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  readonly state: MailState;
  /** Attempts that were made in all. */
  readonly attempts: number;
  /** Attempts since it was last put into the queue; after {@link MAX_ATTEMPTS} it is given up. */
  readonly tries: number;
  readonly nextAttemptAt: Date;
  /** Until then one worker has it to itself; null while nobody does. Also names the claim, since no two end at once. */
  readonly leasedUntil: Date | null;
  /** Of the last attempt; null when there was none, or nothing went wrong. */
  readonly lastError: MailError | null;
  /**
   * The same for every attempt (RFC 5322 section 3.6.4), so that a mail that arrives twice because a process died
   * between its acceptance and the note of it can be recognised. Null before the first attempt.
   */
  readonly messageId: string | null;
  readonly finishedAt: Date | null;
}

/** What came of trying once. `refused`: for good, trying again changes nothing. */
export type SendResult =
  | { readonly result: 'sent' | 'not-needed' }
  | { readonly result: 'refused' | 'failed'; readonly error: MailError };

export class MailNotFound extends DomainError {
  constructor() {
    super('not-found', 'mail-not-found', "We couldn't find this email. Sent email is kept for 30 days.");
  }
}

export class MailIsOver extends DomainError {
  constructor() {
    super('conflict', 'mail-is-over', 'This email was already sent or closed. Reload to see what happened.');
  }
}

export class MailIsBeingSent extends DomainError {
  constructor() {
    super('conflict', 'mail-is-being-sent', 'This email is being sent right now. Check again in a few minutes.');
  }
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Short delays bridge a restart of the mail server, long ones a night: about a day in all. */
const RETRY_DELAYS_MS = [
  30 * SECOND_MS,
  3 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  10 * HOUR_MS,
] as const;

export const MAX_ATTEMPTS = maxAttempts(RETRY_DELAYS_MS);

/** No attempt lasts longer than half of this; what is not settled by then was in a process that died. */
export const LEASE_SECONDS = 300;

/** How long the log remembers what is over. Dead mail stays until somebody deals with it. */
export const RETENTION_DAYS = 30;

export function afterAttempt(mail: QueuedMail, outcome: SendResult, now: Date): QueuedMail {
  const tries = mail.tries + 1;
  const attempted = { ...mail, tries, attempts: mail.attempts + 1, leasedUntil: null };
  if (!('error' in outcome)) {
    return { ...attempted, state: outcome.result, lastError: null, finishedAt: now };
  }
  const { result, error } = outcome;
  const delay = result === 'refused' ? null : retryDelayMs(RETRY_DELAYS_MS, tries, jitterOf(mail.id, tries));
  if (delay === null) return { ...attempted, state: 'dead', lastError: error, finishedAt: now };
  return { ...attempted, lastError: error, nextAttemptAt: new Date(now.getTime() + delay) };
}

/** To be sent now: what was given up has all its tries before it again, what still waits goes on with those it has left. */
export function sendAgain(mail: QueuedMail, now: Date): QueuedMail {
  assertInHand(mail, now);
  if (mail.state === 'waiting') return { ...mail, nextAttemptAt: now };
  return { ...mail, state: 'waiting', tries: 0, nextAttemptAt: now, finishedAt: null };
}

export function close(mail: QueuedMail, now: Date): QueuedMail {
  assertInHand(mail, now);
  return { ...mail, state: 'closed', finishedAt: now };
}

/** Only what has not gone out, and is not going out just now, can still be decided about. */
function assertInHand({ state, leasedUntil }: QueuedMail, now: Date): void {
  if (state !== 'waiting' && state !== 'dead') throw new MailIsOver();
  if (leasedUntil !== null && leasedUntil > now) throw new MailIsBeingSent();
}
