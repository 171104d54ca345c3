import { domainError, InvalidInput } from '../shared/domain-error.js';
import { HOUR_MS, MINUTE_MS } from '../shared/durations.js';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from './event.js';

/** Why an endpoint is disabled: the lab asked for it, its server answered 410 Gone, or deliveries failed for too long. */
export const DISABLED_REASONS = ['requested', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** A lab's URL that receives events about its certificates. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly labId: string;
  readonly url: string;
  /** The event types it receives; at least one. */
  readonly types: readonly WebhookEventType[];
  readonly enabled: boolean;
  /** Null while it is enabled. */
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: Date | null;
  /** The signing secret, encrypted, so that a copy of the database cannot sign. */
  readonly secret: string;
  /** The secret before the last rotation, encrypted. Until it expires, messages carry a signature of each secret. */
  readonly previousSecret: string | null;
  readonly previousSecretUntil: Date | null;
  readonly createdAt: Date;
  /** Accurate to the minute. */
  readonly lastSuccessAt: Date | null;
  /** The first failed attempt since the last success. */
  readonly failingSince: Date | null;
  /** Deliveries given up since the last success. */
  readonly givenUpInRow: number;
}

export interface WebhookEndpointDraft {
  readonly url: string;
  readonly types: readonly WebhookEventType[];
}

/** The fields to change. */
export type WebhookEndpointChange = Partial<WebhookEndpointDraft & { readonly enabled: boolean }>;

export const MAX_ENDPOINTS = 5;

/** How long messages are signed with both secrets, so that the lab can deploy the new one to all its servers. */
export const ROTATION_HOURS = 24;

/** After this long without a success, the next delivery that is given up disables the endpoint. */
export const FAILING_DAYS = 5;

/** This many deliveries given up in a row disable the endpoint at once. */
export const FAILURES_BEFORE_DISABLE = 20;

export class WebhookEndpointNotFound extends domainError(
  'not-found',
  'webhook-endpoint-not-found',
  "We couldn't find this webhook endpoint.",
) {}

export class TooManyWebhookEndpoints extends domainError(
  'conflict',
  'too-many-webhook-endpoints',
  `A lab can have ${MAX_ENDPOINTS} webhook endpoints. Delete one before you add another.`,
) {}

export class WebhookAddressTaken extends domainError(
  'conflict',
  'webhook-address-taken',
  'You already have an endpoint with this URL. Change its event types instead.',
) {}

export class WebhookEndpointDisabled extends domainError(
  'conflict',
  'webhook-endpoint-disabled',
  'This endpoint is disabled. Enable it, then send again.',
) {}

/** @throws InvalidInput */
export function newEndpoint(
  { url, types }: WebhookEndpointDraft,
  owner: { readonly id: string; readonly labId: string; readonly secret: string },
  now: Date,
): WebhookEndpoint {
  return {
    ...owner,
    url,
    types: normalizeTypes(types),
    enabled: true,
    disabledReason: null,
    disabledAt: null,
    previousSecret: null,
    previousSecretUntil: null,
    createdAt: now,
    lastSuccessAt: null,
    failingSince: null,
    givenUpInRow: 0,
  };
}

/** @throws InvalidInput */
export function changeEndpoint(endpoint: WebhookEndpoint, change: WebhookEndpointChange, now: Date): WebhookEndpoint {
  const { url = endpoint.url, types = endpoint.types, enabled = endpoint.enabled } = change;
  const changed = { ...endpoint, url, types: normalizeTypes(types) };
  if (enabled === endpoint.enabled) return changed;
  return enabled ? enable(changed) : disable(changed, 'requested', now);
}

/** Removes duplicates and sorts. @throws InvalidInput when none is left */
function normalizeTypes(types: readonly WebhookEventType[]): WebhookEventType[] {
  const known = WEBHOOK_EVENT_TYPES.filter((type) => types.includes(type));
  if (known.length > 0) return known;
  throw new InvalidInput([{ field: 'types', message: 'Choose at least one event type' }]);
}

/** Enables the endpoint and resets its failure counters. */
export function enable(endpoint: WebhookEndpoint): WebhookEndpoint {
  return { ...endpoint, enabled: true, disabledReason: null, disabledAt: null, failingSince: null, givenUpInRow: 0 };
}

export function disable(endpoint: WebhookEndpoint, disabledReason: DisabledReason, now: Date): WebhookEndpoint {
  return { ...endpoint, enabled: false, disabledReason, disabledAt: now };
}

/** @param secret the new one, encrypted */
export function rotateSecret(endpoint: WebhookEndpoint, secret: string, now: Date): WebhookEndpoint {
  const previousSecretUntil = new Date(now.getTime() + ROTATION_HOURS * HOUR_MS);
  return { ...endpoint, secret, previousSecret: endpoint.secret, previousSecretUntil };
}

/** The encrypted secrets to sign with at a time, newest first. */
export function signingSecrets(endpoint: WebhookEndpoint, now: Date): string[] {
  const { secret, previousSecret, previousSecretUntil } = endpoint;
  return previousSecret && previousSecretUntil && now < previousSecretUntil ? [secret, previousSecret] : [secret];
}

/** Returns the same object when nothing needs saving. Successes are recorded once a minute, however many there are. */
export function afterSuccess(endpoint: WebhookEndpoint, now: Date): WebhookEndpoint {
  const { lastSuccessAt, failingSince } = endpoint;
  const isRecent = lastSuccessAt !== null && now.getTime() - lastSuccessAt.getTime() < MINUTE_MS;
  if (isRecent && failingSince === null) return endpoint;
  return { ...endpoint, lastSuccessAt: now, failingSince: null, givenUpInRow: 0 };
}

/** @param failure whether the receiver answered 410 Gone, and whether the delivery was given up */
export function afterFailure(
  endpoint: WebhookEndpoint,
  failure: { readonly isGone: boolean; readonly isGivenUp: boolean },
  now: Date,
): WebhookEndpoint {
  const failingSince = endpoint.failingSince ?? now;
  const givenUpInRow = endpoint.givenUpInRow + (failure.isGivenUp ? 1 : 0);
  const failing = { ...endpoint, failingSince, givenUpInRow };
  if (!endpoint.enabled) return failing;
  if (failure.isGone) return disable(failing, 'gone', now);
  const isTooLong = now.getTime() - failingSince.getTime() >= FAILING_DAYS * 24 * HOUR_MS;
  const isTooOften = givenUpInRow >= FAILURES_BEFORE_DISABLE;
  return failure.isGivenUp && (isTooLong || isTooOften) ? disable(failing, 'failing', now) : failing;
}
