import { domainError } from '../shared/domain-error.js';
import { foldSpaces } from '../shared/name-key.js';

/**
 * `active`: gets the newsletter; `pending`: not confirmed yet by the link in the confirmation email; `unsubscribed`:
 * removed by its owner; `bounced`: removed because its server rejects our emails permanently.
 */
export const SUBSCRIPTION_STATUSES = ['active', 'pending', 'unsubscribed', 'bounced'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** An address on the newsletter's list. */
export interface Subscription {
  readonly email: string;
  readonly status: SubscriptionStatus;
  readonly subscribedAt: Date;
  /** When it was unsubscribed or bounced. */
  readonly unsubscribedAt: Date | null;
  /** Where on the site the address was entered, e.g. "homepage". */
  readonly source: string | null;
}

/** A subscription and its number. Page cursors use the number, because URLs must not contain email addresses. */
export interface StoredSubscription extends Subscription {
  readonly id: number;
}

/** Filters subscriptions. */
export interface SubscriptionFilter {
  /** Null for all. */
  readonly status: SubscriptionStatus | null;
  /** Lowercase substring of the address; null for any. */
  readonly search: string | null;
}

export const normalizeSearch = (typed: string | undefined): string | null =>
  foldSpaces(typed ?? '').toLowerCase() || null;

/** A status transition. It does nothing to a subscription that is not in one of the `from` statuses. */
export interface StatusChange {
  readonly from: readonly SubscriptionStatus[];
  readonly to: SubscriptionStatus;
}

export const STATUS_CHANGES = {
  confirm: { from: ['pending'], to: 'active' },
  unsubscribe: { from: ['active', 'pending', 'bounced'], to: 'unsubscribed' },
  resubscribe: { from: ['unsubscribed', 'bounced'], to: 'active' },
  bounce: { from: ['active', 'pending'], to: 'bounced' },
} as const satisfies Record<string, StatusChange>;

/** What a signed link in an email does; a token is valid for one purpose only. */
export type LinkPurpose = 'unsubscribe' | 'confirm' | 'follow';

export class NewsletterLinkInvalid extends domainError(
  'not-found',
  'newsletter-link-invalid',
  "This link is incomplete. Open it from the email again, or write to us and we'll do it for you. Nothing was changed.",
) {}
