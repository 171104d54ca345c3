import { foldSpaces } from '../shared/name-key.js';

export const SUBSCRIPTION_STATUSES = ['active', 'unsubscribed'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** An address on the newsletter's list. */
export interface Subscription {
  readonly email: string;
  readonly status: SubscriptionStatus;
  readonly subscribedAt: Date;
  readonly unsubscribedAt: Date | null;
  /** Where on the site the address was entered, e.g. "homepage". */
  readonly source: string | null;
}

/** A subscription and its number, by which lists go on: an address has no place in an address of the web. */
export interface StoredSubscription extends Subscription {
  readonly id: number;
}

/** Which subscriptions are meant. */
export interface SubscriptionFilter {
  /** Null for all. */
  readonly status: SubscriptionStatus | null;
  /** A part of the address, in small letters; null for any. */
  readonly search: string | null;
}

export const addressPart = (typed: string | undefined): string | null => foldSpaces(typed ?? '').toLowerCase() || null;
