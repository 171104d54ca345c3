import {
  type SubscriptionCursor,
  type SubscriptionQuery,
  SubscriptionRepository,
} from '../../src/domain/newsletter/ports.js';
import type {
  StatusChange,
  StoredSubscription,
  Subscription,
  SubscriptionFilter,
  SubscriptionStatus,
} from '../../src/domain/newsletter/subscription.js';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { type Page, totalOf } from '../../src/domain/shared/page.js';

export class InMemorySubscriptionRepository extends SubscriptionRepository {
  readonly audit: AuditEntry[] = [];
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
    return this.numbered(id);
  }

  async changeStatus(id: number, { from, to }: StatusChange, at: Date): Promise<boolean> {
    const found = this.numbered(id);
    if (!found || !from.includes(found.status)) return false;
    const dates = to === 'active' ? { subscribedAt: at, unsubscribedAt: null } : { unsubscribedAt: at };
    this.put({ ...found, ...dates, status: to });
    return true;
  }

  async page({ limit, after, ...filter }: SubscriptionQuery): Promise<Page<StoredSubscription, SubscriptionCursor>> {
    const found = this.found(filter);
    const rest = found.filter((one) => after === null || newestFirst(after, one) < 0);
    const items = rest.slice(0, limit);
    const last = items.at(-1);
    const next = rest.length > limit && last ? { subscribedAt: last.subscribedAt, id: last.id } : null;
    return { items, next, total: totalOf(found.length) };
  }

  async counts(): Promise<Record<SubscriptionStatus, number>> {
    const count = (status: SubscriptionStatus) => this.found({ status, search: null }).length;
    return {
      active: count('active'),
      pending: count('pending'),
      unsubscribed: count('unsubscribed'),
      bounced: count('bounced'),
    };
  }

  async exportAll(
    filter: SubscriptionFilter,
    entryOf: (count: number) => AuditEntry,
  ): Promise<AsyncIterable<readonly Subscription[]>> {
    const found = this.found(filter).map(({ id, ...subscription }) => subscription);
    this.audit.push(entryOf(found.length));
    return (async function* () {
      yield found;
    })();
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

  stored(): Subscription[] {
    return [...this.subscriptions.values()].map(({ id, ...subscription }) => subscription);
  }

  put(subscription: Subscription): void {
    const key = subscription.email.toLowerCase();
    const id = this.subscriptions.get(key)?.id ?? this.subscriptions.size + 1;
    this.subscriptions.set(key, { ...subscription, id });
  }

  private numbered(id: number): StoredSubscription | null {
    return [...this.subscriptions.values()].find((one) => one.id === id) ?? null;
  }

  private found({ status, search }: SubscriptionFilter): StoredSubscription[] {
    return [...this.subscriptions.values()]
      .filter((one) => status === null || one.status === status)
      .filter((one) => search === null || one.email.toLowerCase().includes(search))
      .toSorted(newestFirst);
  }
}

const newestFirst = (a: SubscriptionCursor, b: SubscriptionCursor) =>
  b.subscribedAt.getTime() - a.subscribedAt.getTime() || b.id - a.id;
