import { DomainError } from '../shared/domain-error.js';
import { foldSpaces } from '../shared/name-key.js';

/**
 * `active`: the newsletter goes there; `pending`: the confirmation link has not been followed yet;
 * `unsubscribed`: by its owner; `bounced`: its server permanently rejects our email.
 */
export const SUBSCRIPTION_STATUSES = ['active', 'pending', 'unsubscribed', 'bounced'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** An address on the newsletter's list. */
export interface Subscription {
  readonly email: string;
  readonly status: SubscriptionStatus;
  readonly subscribedAt: Date;
  /** When it was taken off the list, by its owner or by a refusal. */
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

/** A subscription's change of status, and from which ones it is made; from any other it changes nothing. */
export interface StatusChange {
  readonly from: readonly SubscriptionStatus[];
  readonly to: SubscriptionStatus;
}

export const STATUS_CHANGES = {
  confirm: { from: ['pending'], to: 'active' },
  unsubscribe: { from: ['active', 'pending', 'bounced'], to: 'unsubscribed' },
  comeBack: { from: ['unsubscribed', 'bounced'], to: 'active' },
  bounce: { from: ['active', 'pending'], to: 'bounced' },
} as const satisfies Record<string, StatusChange>;

/** What a link in an email is for. A token for one purpose is not valid for the other. */
export type LinkPurpose = 'unsubscribe' | 'confirm';

export class NewsletterLinkInvalid extends DomainError {
  constructor() {
    super(
      'not-found',
      'newsletter-link-invalid',
      "This link is incomplete. Open it from the email again, or write to us and we'll do it for you. Nothing was changed.",
    );
  }
}
