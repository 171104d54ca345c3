import { domainError } from '../shared/domain-error.js';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../shared/durations.js';
import { jitterOf, maxAttempts, retryDelayMs } from '../shared/retry-policy.js';
import type { WebhookEvent } from './event.js';

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
/** `failed`: given up; sent again only on request. */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The delivery of one event to one endpoint: a log entry, and a job in the queue while it is pending. */
export interface WebhookDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly endpointId: string;
  readonly labId: string;
  readonly type: WebhookEvent['type'];
  readonly state: DeliveryState;
  /** Attempts in total, over all redeliveries. */
  readonly attempts: number;
  /** Attempts since it was last queued; after {@link MAX_ATTEMPTS} it is given up. */
  readonly tries: number;
  /** Null when no attempt follows. */
  readonly nextAttemptAt: Date | null;
  /** The end of a worker's lease; null when no worker has one. Identifies the claim, because no two leases end together. */
  readonly leasedUntil: Date | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** Why an attempt failed, when the response status does not say it. */
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

/** The result of one attempt. */
export interface AttemptOutcome {
  readonly durationMs: number;
  /** Null without a response. */
  readonly status: number | null;
  readonly error: AttemptError | null;
  /** The beginning of a text response, for the lab's developers; the target of a redirect. */
  readonly answer: string | null;
  /** The receiver's `Retry-After`. */
  readonly retryAfterSeconds: number | null;
}

/** An entry in a delivery's history. */
export interface WebhookAttempt extends Omit<AttemptOutcome, 'retryAfterSeconds'> {
  /** 1 for the first. */
  readonly number: number;
  readonly startedAt: Date;
}

export class WebhookDeliveryNotFound extends domainError(
  'not-found',
  'webhook-delivery-not-found',
  "We couldn't find this webhook delivery.",
) {}

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

/** `Retry-After` can lengthen a delay up to this. */
const RETRY_AFTER_MAX_MS = 6 * HOUR_MS;

/** No attempt takes longer than a quarter of this, so a lease runs out only if its process died. */
export const LEASE_SECONDS = 60;

/** Deliveries to one endpoint at a time: enough for a fast receiver, few enough that a slow one leaves capacity for others. */
export const CONCURRENCY_PER_ENDPOINT = 4;

/**
 * Deliveries of one lab at a time, over all instances. Limits how much a lab whose servers all hang can slow down
 * others.
 */
export const CONCURRENCY_PER_LAB = 8;

/** Test events that can be pending for one endpoint, including retries. */
export const PENDING_TESTS_MAX = 5;

export class TooManyTestEvents extends domainError(
  'conflict',
  'too-many-test-events',
  `${PENDING_TESTS_MAX} test events are still waiting to reach this endpoint. Look at their deliveries to see why, or wait until they are done.`,
) {}

/** Statuses whose `Retry-After` counts (RFC 9110 section 10.2.3, RFC 6585 section 4). */
const HONORS_RETRY_AFTER: readonly (number | null)[] = [429, 503];

/** 410: the endpoint is gone permanently (RFC 9110 section 15.5.11). */
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

/** The delivery after an attempt: delivered, given up, or due again after a delay. */
export function afterAttempt(delivery: WebhookDelivery, outcome: AttemptOutcome, now: Date): WebhookDelivery {
  const tries = delivery.tries + 1;
  const attempted = { ...delivery, tries, attempts: delivery.attempts + 1, leasedUntil: null };
  const finished = { nextAttemptAt: null, finishedAt: now };
  if (isSuccess(outcome)) return { ...attempted, ...finished, state: 'delivered' };
  const delay = deliveryDelayMs(tries, outcome, jitterOf(delivery.id, tries));
  if (delay === null) return { ...attempted, ...finished, state: 'failed' };
  return { ...attempted, nextAttemptAt: new Date(now.getTime() + delay) };
}

/** Makes the delivery due now. A finished one gets all its attempts again; a pending one keeps those it has left. */
export function redeliver(delivery: WebhookDelivery, now: Date): WebhookDelivery {
  if (delivery.state === 'pending') return { ...delivery, nextAttemptAt: now };
  return { ...delivery, state: 'pending', tries: 0, nextAttemptAt: now, finishedAt: null };
}
