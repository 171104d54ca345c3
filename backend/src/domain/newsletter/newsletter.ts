import type { Actor } from '../shared/audit.js';
import { InvalidInput } from '../shared/domain-error.js';
import type { Page } from '../shared/page.js';
import { Clock } from '../shared/ports.js';
import { type SubscriptionCursor, type SubscriptionQuery, SubscriptionRepository } from './ports.js';
import type { StoredSubscription, Subscription, SubscriptionFilter, SubscriptionStatus } from './subscription.js';

/** The newsletter. */
export class Newsletter {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Subscribes an address. The answer is the same whether or not it was on the list, so that nobody learns it.
   * @throws InvalidInput when the text cannot be an address
   */
  async subscribe(email: string, source: string | null): Promise<void> {
    if (!email.trim().includes('@')) {
      throw new InvalidInput([{ field: 'email', message: 'Enter a valid email address' }]);
    }
    await this.subscriptions.activate({
      email: email.trim(),
      status: 'active',
      subscribedAt: this.clock.now(),
      unsubscribedAt: null,
      source,
    });
  }
  /** Newest first. */
  page(query: SubscriptionQuery): Promise<Page<StoredSubscription, SubscriptionCursor>> {
    return this.subscriptions.page(query);
  }

  counts(): Promise<Record<SubscriptionStatus, number>> {
    return this.subscriptions.counts();
  }

  /** Hands the addresses to a staff member. The log keeps that there was a search, not its text: that is an address. */
  handOut(filter: SubscriptionFilter, actor: Actor): Promise<AsyncIterable<readonly Subscription[]>> {
    const at = this.clock.now();
    return this.subscriptions.handOut(filter, (count) => ({
      at,
      actor,
      action: 'subscribers.exported',
      subject: 'newsletter:subscribers',
      before: null,
      after: { status: filter.status ?? 'all', searched: filter.search !== null, count },
    }));
  }
}
