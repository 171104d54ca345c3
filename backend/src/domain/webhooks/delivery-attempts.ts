import type { Actor } from '../shared/audit.js';
import { DAY_MS } from '../shared/durations.js';
import { Clock, Transactions } from '../shared/ports.js';
import { leaseUntil } from '../shared/retry-policy.js';
import { type AttemptOutcome, afterAttempt, isGone, isSuccess, LEASE_SECONDS } from './delivery.js';
import { afterFailure, afterSuccess, signingSecrets, type WebhookEndpoint } from './endpoint.js';
import { EVENT_DAYS } from './event.js';
import { type ClaimedDelivery, WebhookRepository, WebhookSender } from './ports.js';
import { endpointAuditFields } from './webhooks.js';

/** The actor in audit entries for endpoints that are disabled automatically. */
const SYSTEM: Actor = { id: 'system', name: 'system' };

/** How long deliveries stay in the log. */
export const RETENTION_DAYS = 30;

/** A day longer than labs are promised: an event can be a little older than the transaction in which it became visible. */
const EVENT_RETENTION_DAYS = EVENT_DAYS + 1;

/** Sends queued deliveries. */
export class WebhookDispatcher {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly sender: WebhookSender,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Leases due deliveries to the caller, who sends them with {@link deliver}. */
  claim(limit: number): Promise<readonly ClaimedDelivery[]> {
    const now = this.clock.now();
    return this.webhooks.claim(limit, now, leaseUntil(now, LEASE_SECONDS));
  }

  /**
   * Sends once and saves the result. If the process dies in between, the lease runs out and the delivery is sent again.
   * @returns whether the receiver accepted it
   */
  async deliver(claimed: ClaimedDelivery): Promise<boolean> {
    const { delivery, endpoint, body } = claimed;
    const startedAt = this.clock.now();
    const outcome = await this.sender.send({
      url: endpoint.url,
      id: delivery.eventId,
      body,
      at: startedAt,
      secrets: signingSecrets(endpoint, startedAt),
    });
    await this.transactions.run(() => this.completeAttempt(claimed, startedAt, outcome));
    return isSuccess(outcome);
  }

  purge(): Promise<number> {
    const daysAgo = (days: number) => new Date(this.clock.now().getTime() - days * DAY_MS);
    return this.webhooks.purge(daysAgo(RETENTION_DAYS), daysAgo(EVENT_RETENTION_DAYS));
  }

  private async completeAttempt(
    { delivery }: ClaimedDelivery,
    startedAt: Date,
    outcome: AttemptOutcome,
  ): Promise<void> {
    const now = this.clock.now();
    const endpoint = await this.webhooks.endpointForUpdate(delivery.endpointId);
    if (!endpoint) return; // deleted while the delivery was being sent, together with the delivery
    const after = afterAttempt(delivery, outcome, now);
    const { retryAfterSeconds: _, ...result } = outcome;
    const attempt = { number: after.attempts, startedAt, ...result };
    if (!(await this.webhooks.completeAttempt(after, delivery.leasedUntil, attempt))) return;
    const updated = isSuccess(outcome)
      ? afterSuccess(endpoint, now)
      : afterFailure(endpoint, { isGone: isGone(outcome), isGivenUp: after.state === 'failed' }, now);
    await this.saveEndpoint(endpoint, updated, now);
  }

  private async saveEndpoint(before: WebhookEndpoint, after: WebhookEndpoint, now: Date): Promise<void> {
    if (after === before) return;
    if (before.enabled === after.enabled) return this.webhooks.saveEndpoint(after, null);
    await this.webhooks.saveEndpoint(after, {
      at: now,
      actor: SYSTEM,
      action: 'webhook-endpoint.disabled',
      subject: `webhook-endpoint:${after.id}`,
      before: endpointAuditFields(before),
      after: endpointAuditFields(after),
    });
    await this.webhooks.queueDisabledEmail(after, now);
  }
}
