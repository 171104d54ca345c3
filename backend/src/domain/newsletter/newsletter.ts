import type { Actor } from '../shared/audit.js';
import { InvalidInput } from '../shared/domain-error.js';
import type { Page } from '../shared/page.js';
import type { ErasedSection, ExportSection, PersonalDataProvider } from '../shared/personal-data.js';
import { Clock, Transactions } from '../shared/ports.js';
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

/** How long until an address is asked to confirm again, so that the form cannot flood someone's mailbox. */
export const RESEND_CONFIRMATION_HOURS = 24;

/** Subscriptions are numbered from 1. */
const NO_SUBSCRIPTION = 0;

const HOUR_MS = 3_600_000;

/** The list of the newsletter, and how one gets on and off it. */
export class Newsletter implements PersonalDataProvider {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly tokens: SubscriptionTokens,
    private readonly mailer: NewsletterMailer,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    /** Double opt-in: whether an address stays pending until its confirmation link is followed. */
    readonly asksToConfirm: boolean,
  ) {}

  /**
   * Subscribes an address. The answer is the same whether or not it was on the list, and so is the work before it, so that
   * neither text nor timing reveals it. A subscribed address gets no email, so that others can't flood its mailbox: the
   * queued email names no subscription, and the mail worker drops it.
   * @throws InvalidInput when the text cannot be an address
   */
  async subscribe(email: string, source: string | null): Promise<void> {
    if (!email.trim().includes('@')) {
      throw new InvalidInput([{ field: 'email', message: 'Enter a valid email address' }]);
    }
    const now = this.clock.now();
    const subscription: Subscription = {
      email: email.trim(),
      status: this.asksToConfirm ? 'pending' : 'active',
      subscribedAt: now,
      unsubscribedAt: null,
      source,
    };
    await this.transactions.run(async () => {
      const askedBefore = new Date(now.getTime() - RESEND_CONFIRMATION_HOURS * HOUR_MS);
      const id = (await this.subscriptions.enter(subscription, askedBefore)) ?? NO_SUBSCRIPTION;
      await (this.asksToConfirm ? this.mailer.askToConfirm(id, now) : this.mailer.welcome(id, now));
    });
  }

  /** Activates a subscription by its confirmation link. Idempotent. @throws NewsletterLinkInvalid */
  async confirm(token: string): Promise<void> {
    const id = this.opened(token, 'confirm');
    const now = this.clock.now();
    await this.transactions.run(async () => {
      if (await this.subscriptions.changeStatus(id, STATUS_CHANGES.confirm, now)) await this.mailer.welcome(id, now);
    });
  }

  /**
   * Unsubscribes by the link in an email. The answer is the same when the subscription is inactive or deleted.
   * @throws NewsletterLinkInvalid
   */
  async unsubscribe(token: string): Promise<void> {
    await this.subscriptions.changeStatus(
      this.opened(token, 'unsubscribe'),
      STATUS_CHANGES.unsubscribe,
      this.clock.now(),
    );
  }

  /** Subscribes again by the same link. The link proves that email arrives there, so no confirmation is needed. @throws NewsletterLinkInvalid */
  async comeBack(token: string): Promise<void> {
    await this.subscriptions.changeStatus(this.opened(token, 'unsubscribe'), STATUS_CHANGES.comeBack, this.clock.now());
  }

  /** The address permanently rejects our email. */
  async bounced(id: number): Promise<void> {
    await this.subscriptions.changeStatus(id, STATUS_CHANGES.bounce, this.clock.now());
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
    const { subscription, mail } = await this.subscriptions.ofAddress(address);
    return [
      { part: 'subscription', records: subscription ? [{ ...subscription }] : [] },
      { part: 'mail', records: mail.map((one) => ({ ...one })) },
    ];
  }

  /** Nothing is left that says whether the address ever was on the list. */
  async erase(address: string): Promise<readonly ErasedSection[]> {
    const { subscriptions, mail } = await this.subscriptions.remove(address);
    return [
      { part: 'subscription', count: subscriptions },
      { part: 'mail', count: mail },
    ];
  }

  private opened(token: string, purpose: 'unsubscribe' | 'confirm'): number {
    const id = this.tokens.verify(token, purpose);
    if (id === null) throw new NewsletterLinkInvalid();
    return id;
  }
}
