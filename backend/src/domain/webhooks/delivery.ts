import { DomainError } from '../shared/domain-error.js';
import { jitterOf, maxAttempts, retryDelayMs } from '../shared/retry-policy.js';
import type { WebhookEvent } from './event.js';

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
/** `failed`: given up; it is sent again only when somebody asks for it. */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One event on its way to one endpoint: a line of the log, and of the queue while it is pending. */
export interface WebhookDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly endpointId: string;
  readonly labId: string;
  readonly type: WebhookEvent['type'];
  readonly state: DeliveryState;
  /** Attempts that were made, over all redeliveries. */
  readonly attempts: number;
  /** Attempts since it was last put into the queue; after {@link MAX_ATTEMPTS} it is given up. */
  readonly tries: number;
  /** Null when there will be none. */
  readonly nextAttemptAt: Date | null;
  /** Until then one worker has it to itself; null while nobody does. Also names the claim, since no two end at once. */
  readonly leasedUntil: Date | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** What went wrong, where it was not the receiver's status alone. */
export const ATTEMPT_ERRORS = [
  'name-not-found',
  'address-not-allowed',
  'connection-refused',
  'connection-reset',
  'unreachable',
  'tls',
  'timeout',
  'redirect',
  'invalid-answer',
  'secret-unreadable',
] as const;
export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

/** What came of sending once. */
export interface AttemptOutcome {
  readonly durationMs: number;
  /** Null when there was no answer. */
  readonly status: number | null;
  readonly error: AttemptError | null;
  /** The beginning of an answer that is text, for the lab's developer; for a redirect, where it points. */
  readonly answer: string | null;
  /** How long the receiver asked us to wait. */
  readonly retryAfterSeconds: number | null;
}

/** One line of a delivery's history. */
export interface WebhookAttempt extends Omit<AttemptOutcome, 'retryAfterSeconds'> {
  /** 1 for the first. */
  readonly number: number;
  readonly startedAt: Date;
}

export class WebhookDeliveryNotFound extends DomainError {
  constructor() {
    super('not-found', 'webhook-delivery-not-found', "We couldn't find this webhook delivery.");
  }
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Short delays bridge a restart of the receiver, long ones a night: about a day in all. */
const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  8 * HOUR_MS,
  14 * HOUR_MS,
] as const;

export const MAX_ATTEMPTS = maxAttempts(RETRY_DELAYS_MS);

/** A receiver may ask for a longer wait than ours, but not for one that outlasts everybody's memory of it. */
const RETRY_AFTER_MAX_MS = 6 * HOUR_MS;

/** No attempt lasts longer than a quarter of this; what is not settled by then was in a process that died. */
export const LEASE_SECONDS = 60;

/** Deliveries to one endpoint at once: enough for a quick receiver, and few enough that a slow one leaves room for others. */
export const CONCURRENCY_PER_ENDPOINT = 4;

/** Deliveries of one lab at once, over all instances: a lab whose servers all hang takes no more than this from others. */
export const CONCURRENCY_PER_LAB = 8;

/** Test events that may wait for one endpoint, the retries of failed ones included. */
export const PENDING_TESTS_MAX = 5;

export class TooManyTestEvents extends DomainError {
  constructor() {
    super(
      'conflict',
      'too-many-test-events',
      `${PENDING_TESTS_MAX} test events are still waiting to reach this endpoint. Look at their deliveries to see why, or wait until they are done.`,
    );
  }
}

/** Answers by which a receiver says when to come back (RFC 9110 section 10.2.3, RFC 6585 section 4). */
const HONORS_RETRY_AFTER: readonly (number | null)[] = [429, 503];

/** The answer with which a receiver says that nobody will ever listen there again (RFC 9110 section 15.5.11). */
const GONE = 410;

export const isSuccess = ({ status }: Pick<AttemptOutcome, 'status'>) =>
  status !== null && status >= 200 && status < 300;

export const isGone = ({ status }: Pick<AttemptOutcome, 'status'>) => status === GONE;

/**
 * The delay before a failed delivery is sent again; null when it is given up.
 * @param jitter from 0 to 1
 */
export function deliveryDelayMs(
  tries: number,
  { status, retryAfterSeconds }: Pick<AttemptOutcome, 'status' | 'retryAfterSeconds'>,
  jitter: number,
): number | null {
  const delay = retryDelayMs(RETRY_DELAYS_MS, tries, jitter);
  if (delay === null || status === GONE) return null;
  if (!HONORS_RETRY_AFTER.includes(status)) return delay;
  return Math.max(delay, Math.min((retryAfterSeconds ?? 0) * SECOND_MS, RETRY_AFTER_MAX_MS));
}

export function afterAttempt(delivery: WebhookDelivery, outcome: AttemptOutcome, now: Date): WebhookDelivery {
  const tries = delivery.tries + 1;
  const attempted = { ...delivery, tries, attempts: delivery.attempts + 1, leasedUntil: null };
  const over = { nextAttemptAt: null, finishedAt: now };
  if (isSuccess(outcome)) return { ...attempted, ...over, state: 'delivered' };
  const delay = deliveryDelayMs(tries, outcome, jitterOf(delivery.id, tries));
  if (delay === null) return { ...attempted, ...over, state: 'failed' };
  return { ...attempted, nextAttemptAt: new Date(now.getTime() + delay) };
}

/** To be sent now: what was over has all its tries before it again, what still waits goes on with those it has left. */
export function redeliver(delivery: WebhookDelivery, now: Date): WebhookDelivery {
  if (delivery.state === 'pending') return { ...delivery, nextAttemptAt: now };
  return { ...delivery, state: 'pending', tries: 0, nextAttemptAt: now, finishedAt: null };
}
