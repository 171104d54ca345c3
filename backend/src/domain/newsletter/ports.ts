import type { AuditEntry } from '../shared/audit.js';
import type { Page } from '../shared/page.js';
import type { StoredSubscription, Subscription, SubscriptionFilter, SubscriptionStatus } from './subscription.js';

export type SubscriptionCursor = Pick<StoredSubscription, 'subscribedAt' | 'id'>;

export interface SubscriptionQuery extends SubscriptionFilter {
  readonly limit: number;
  readonly after: SubscriptionCursor | null;
}

/** Where newsletter subscriptions are kept. Addresses compare case-insensitively. */
export abstract class SubscriptionRepository {
  /** Stores the subscription, or makes an existing one of that address active again. */
  abstract activate(subscription: Subscription): Promise<void>;

  /** Newest first. */
  abstract page(query: SubscriptionQuery): Promise<Page<StoredSubscription, SubscriptionCursor>>;

  abstract counts(): Promise<Record<SubscriptionStatus, number>>;

  /**
   * Hands out everything that matches, newest first, part by part. Nothing is handed out before it is written down.
   * @param entryOf says who takes how many
   */
  abstract handOut(
    filter: SubscriptionFilter,
    entryOf: (count: number) => AuditEntry,
  ): Promise<AsyncIterable<readonly Subscription[]>>;
}
