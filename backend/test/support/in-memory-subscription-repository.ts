import type { SubscriptionRepository } from '../../src/domain/newsletter/ports.js';
import type { StatusChange, StoredSubscription, Subscription } from '../../src/domain/newsletter/subscription.js';
import { onlyInDatabase } from './stub.js';

/** A map of subscriptions by address. It has no lists. */
export class InMemorySubscriptionRepository implements SubscriptionRepository {
  private readonly subscriptions = new Map<string, StoredSubscription>();

  async upsert(subscription: Subscription, askedBefore: Date): Promise<number | null> {
    const { email, status, subscribedAt, source } = subscription;
    const existing = this.subscriptions.get(email.toLowerCase());
    if (existing?.status === 'active') return null;
    const waitsAgain = existing?.status === 'pending' && status === 'pending';
    if (existing && waitsAgain && existing.subscribedAt >= askedBefore) return null;
    this.put({ email, source, ...existing, status, subscribedAt, unsubscribedAt: null });
    return this.subscriptions.get(email.toLowerCase())?.id ?? null;
  }

  async byId(id: number): Promise<StoredSubscription | null> {
    return this.all().find((one) => one.id === id) ?? null;
  }

  async changeStatus(id: number, { from, to }: StatusChange, at: Date): Promise<boolean> {
    const found = this.all().find((one) => one.id === id);
    if (!found || !from.includes(found.status)) return false;
    const dates = to === 'active' ? { subscribedAt: at, unsubscribedAt: null } : { unsubscribedAt: at };
    this.put({ ...found, ...dates, status: to });
    return true;
  }

  async byAddress(email: string) {
    const found = this.subscriptions.get(email.toLowerCase());
    if (!found) return { subscription: null, mail: [] };
    const { id, ...subscription } = found;
    return { subscription, mail: [] };
  }

  async remove(email: string) {
    return { subscriptions: this.subscriptions.delete(email.toLowerCase()) ? 1 : 0, mail: 0 };
  }

  /** In the order of their numbers. */
  all(): StoredSubscription[] {
    return [...this.subscriptions.values()];
  }

  stored(): Subscription[] {
    return this.all().map(({ id, ...subscription }) => subscription);
  }

  put(subscription: Subscription): void {
    const key = subscription.email.toLowerCase();
    const id = this.subscriptions.get(key)?.id ?? this.subscriptions.size + 1;
    this.subscriptions.set(key, { ...subscription, id });
  }

  readonly page = onlyInDatabase;
  readonly counts = onlyInDatabase;
  readonly exportAll = onlyInDatabase;
}
