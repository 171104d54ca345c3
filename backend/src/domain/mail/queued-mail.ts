import { domainError } from '../shared/domain-error.js';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../shared/durations.js';
import { jitterOf, maxAttempts, retryDelayMs } from '../shared/retry-policy.js';

export const MAIL_STATES = ['waiting', 'sent', 'dead', 'closed', 'not-needed'] as const;
/**
 * `dead`: given up, until a person sends it again or closes it. `closed`: a person decided not to send it.
 * `not-needed`: its subject no longer existed when it was due.
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
/** Why an email was not sent. A fixed set, so that no address or server response is stored. */
export type MailError = (typeof MAIL_ERRORS)[number];

/** An email: a job in the queue while it waits, and a log entry afterwards. */
export interface QueuedMail {
  readonly id: string;
  readonly kind: string;
  /** Refers to what the email is about, by ID. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  readonly state: MailState;
  /** Attempts in total. */
  readonly attempts: number;
  /** Attempts since it was last queued; after {@link MAX_ATTEMPTS} it is given up. */
  readonly tries: number;
  readonly nextAttemptAt: Date;
  /** The end of a worker's lease; null when no worker has one. Identifies the claim, because no two leases end together. */
  readonly leasedUntil: Date | null;
  /** Of the last attempt; null when there was none or it succeeded. */
  readonly lastError: MailError | null;
  /**
   * The same for every attempt (RFC 5322 section 3.6.4), so that mail programs recognize a duplicate. A duplicate is sent
   * when a process dies between the server's acceptance and saving the result. Null before the first attempt.
   */
  readonly messageId: string | null;
  readonly finishedAt: Date | null;
}

/** The result of one attempt. `refused` is permanent: a retry cannot succeed. */
export type SendResult =
  | { readonly result: 'sent' | 'not-needed' }
  | { readonly result: 'refused' | 'failed'; readonly error: MailError };

export class MailNotFound extends domainError(
  'not-found',
  'mail-not-found',
  "We couldn't find this email. Sent email is kept for 30 days.",
) {}

export class MailAlreadyFinished extends domainError(
  'conflict',
  'mail-is-over',
  'This email was already sent or closed. Reload to see what happened.',
) {}

export class MailIsBeingSent extends domainError(
  'conflict',
  'mail-is-being-sent',
  'This email is being sent right now. Check again in a few minutes.',
) {}

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

/** No attempt takes longer than half of this, so a lease runs out only if its process died. */
export const LEASE_SECONDS = 300;

/** How long finished email stays in the log. Dead email stays until a person deals with it. */
export const RETENTION_DAYS = 30;

/** The email after an attempt: finished, given up, or due again after a delay. */
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

/** Makes the email due now. A dead one gets all its attempts again; a waiting one keeps those it has left. */
export function sendAgain(mail: QueuedMail, now: Date): QueuedMail {
  assertUndecided(mail, now);
  if (mail.state === 'waiting') return { ...mail, nextAttemptAt: now };
  return { ...mail, state: 'waiting', tries: 0, nextAttemptAt: now, finishedAt: null };
}

/** Gives the email up by a person's decision. */
export function close(mail: QueuedMail, now: Date): QueuedMail {
  assertUndecided(mail, now);
  return { ...mail, state: 'closed', finishedAt: now };
}

/** A person can decide only about email that is not finished and that no worker is sending. */
function assertUndecided({ state, leasedUntil }: QueuedMail, now: Date): void {
  if (state !== 'waiting' && state !== 'dead') throw new MailAlreadyFinished();
  if (leasedUntil !== null && leasedUntil > now) throw new MailIsBeingSent();
}
