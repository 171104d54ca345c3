import { SubscriptionRepository } from '../../src/domain/newsletter/ports.js';
import type { Subscription } from '../../src/domain/newsletter/subscription.js';

export class InMemorySubscriptionRepository extends SubscriptionRepository {
  private readonly subscriptions = new Map<string, Subscription>();

  async activate({ email, subscribedAt, source }: Subscription): Promise<void> {
    const existing = this.subscriptions.get(email.toLowerCase());
    if (existing?.status === 'active') return;
    this.put({ email, source, ...existing, status: 'active', subscribedAt, unsubscribedAt: null });
  }

  stored(): Subscription[] {
    return [...this.subscriptions.values()];
  }

  put(subscription: Subscription): void {
    this.subscriptions.set(subscription.email.toLowerCase(), subscription);
  }
}
