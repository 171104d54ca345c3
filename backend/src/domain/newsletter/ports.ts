import type { Subscription } from './subscription.js';

/** Where newsletter subscriptions are kept. Addresses compare case-insensitively. */
export abstract class SubscriptionRepository {
  /** Stores the subscription, or makes an existing one of that address active again. */
  abstract activate(subscription: Subscription): Promise<void>;
}
