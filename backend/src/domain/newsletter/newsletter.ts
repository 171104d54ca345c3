import type { Actor } from '../shared/audit.js';
import { InvalidInput } from '../shared/domain-error.js';
import { HOUR_MS } from '../shared/durations.js';
import type { Page } from '../shared/page.js';
import type { ErasedSection, ExportSection, PersonalDataProvider } from '../shared/personal-data.js';
import { Clock, Transactions } from '../shared/ports.js';
import { Follows } from './follows.js';
import {
  NewsletterMailer,
  type SubscriptionCursor,
  type SubscriptionQuery,
  SubscriptionRepository,
  SubscriptionTokens,
} from './ports.js';
import {
  NewsletterLinkInvalid,
  STATUS_CHANGES,
  type StoredSubscription,
  type Subscription,
  type SubscriptionFilter,
  type SubscriptionStatus,
} from './subscription.js';

/** Other contexts see only this file. */
export { Follows };

/** Hours before an address can get another confirmation email, so that the form can't be used to flood a mailbox. */
export const RESEND_CONFIRMATION_HOURS = 24;

/** An id that matches no subscription; they are numbered from 1. */
const NO_SUBSCRIPTION = 0;

/** The newsletter's subscriptions: subscribing, confirming, and unsubscribing. */
export class Newsletter implements PersonalDataProvider {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly tokens: SubscriptionTokens,
    private readonly mailer: NewsletterMailer,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    /** Double opt-in: a new subscription stays pending until the link in the confirmation email is opened. */
    readonly doubleOptIn: boolean,
  ) {}

  /**
   * Subscribes an address. The response and the work done are the same whether or not the address was subscribed, so
   * neither text nor timing reveals it. An address that is already subscribed gets no email, so that others can't flood
   * its mailbox: the queued email names no subscription, and the mail worker drops it.
   * @throws InvalidInput if the text can't be an address
   */
  async subscribe(email: string, source: string | null): Promise<void> {
    if (!email.trim().includes('@')) {
      throw new InvalidInput([{ field: 'email', message: 'Enter a valid email address' }]);
    }
    const now = this.clock.now();
    const subscription: Subscription = {
      email: email.trim(),
      status: this.doubleOptIn ? 'pending' : 'active',
      subscribedAt: now,
      unsubscribedAt: null,
      source,
    };
    await this.transactions.run(async () => {
      const askedBefore = new Date(now.getTime() - RESEND_CONFIRMATION_HOURS * HOUR_MS);
      const id = (await this.subscriptions.upsert(subscription, askedBefore)) ?? NO_SUBSCRIPTION;
      await (this.doubleOptIn ? this.mailer.requestConfirmation(id, now) : this.mailer.welcome(id, now));
    });
  }

  /** Confirms a subscription by the link in the confirmation email. Idempotent. @throws NewsletterLinkInvalid */
  async confirm(token: string): Promise<void> {
    const id = this.verifyToken(token, 'confirm');
    const now = this.clock.now();
    await this.transactions.run(async () => {
      if (await this.subscriptions.changeStatus(id, STATUS_CHANGES.confirm, now)) await this.mailer.welcome(id, now);
    });
  }

  /**
   * Unsubscribes by the link in an email. Succeeds if the address is already unsubscribed or erased.
   * @throws NewsletterLinkInvalid
   */
  async unsubscribe(token: string): Promise<void> {
    await this.subscriptions.changeStatus(
      this.verifyToken(token, 'unsubscribe'),
      STATUS_CHANGES.unsubscribe,
      this.clock.now(),
    );
  }

  /** Undoes {@link unsubscribe} with the same link. No new confirmation: the link proves access to the mailbox. @throws NewsletterLinkInvalid */
  async resubscribe(token: string): Promise<void> {
    await this.subscriptions.changeStatus(
      this.verifyToken(token, 'unsubscribe'),
      STATUS_CHANGES.resubscribe,
      this.clock.now(),
    );
  }

  /** Marks a subscription whose server rejects our emails permanently. */
  async markBounced(id: number): Promise<void> {
    await this.subscriptions.changeStatus(id, STATUS_CHANGES.bounce, this.clock.now());
  }

  /** Newest first. */
  page(query: SubscriptionQuery): Promise<Page<StoredSubscription, SubscriptionCursor>> {
    return this.subscriptions.page(query);
  }

  counts(): Promise<Record<SubscriptionStatus, number>> {
    return this.subscriptions.counts();
  }

  /** Exports addresses. The audit log records that a search was used, not its text, which is part of an address. */
  exportSubscribers(filter: SubscriptionFilter, actor: Actor): Promise<AsyncIterable<readonly Subscription[]>> {
    const at = this.clock.now();
    return this.subscriptions.exportAll(filter, (count) => ({
      at,
      actor,
      action: 'subscribers.exported',
      subject: 'newsletter:subscribers',
      before: null,
      after: { status: filter.status ?? 'all', searched: filter.search !== null, count },
    }));
  }

  async exportOf(address: string): Promise<readonly ExportSection[]> {
    const { subscription, mail } = await this.subscriptions.byAddress(address);
    return [
      { part: 'subscription', records: subscription ? [{ ...subscription }] : [] },
      { part: 'mail', records: mail.map((record) => ({ ...record })) },
    ];
  }

  /** Deletes everything, so that no record shows whether the address was ever subscribed. */
  async erase(address: string): Promise<readonly ErasedSection[]> {
    const { subscriptions, mail } = await this.subscriptions.remove(address);
    return [
      { part: 'subscription', count: subscriptions },
      { part: 'mail', count: mail },
    ];
  }

  private verifyToken(token: string, purpose: 'unsubscribe' | 'confirm'): number {
    const id = this.tokens.verify(token, purpose);
    if (id === null) throw new NewsletterLinkInvalid();
    return id;
  }
}
