import type { Actor } from '../shared/audit.js';
import { Clock, Transactions } from '../shared/ports.js';
import { leaseUntil } from '../shared/retry-policy.js';
import {
  type AttemptOutcome,
  afterAttempt,
  isGone,
  isSuccess,
  LEASE_SECONDS,
  type WebhookAttempt,
} from './delivery.js';
import { afterFailure, afterSuccess, signingSecrets, type WebhookEndpoint } from './endpoint.js';
import { type ClaimedDelivery, WebhookRepository, WebhookSender } from './ports.js';
import { endpointAuditFields } from './webhooks.js';

/** Who disables what nobody answers at. */
const SYSTEM: Actor = { id: 'system', name: 'system' };

/** How long the log remembers. */
export const RETENTION_DAYS = 30;

const DAY_MS = 86_400_000;

/** Empties the queue. */
export class WebhookDispatcher {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly sender: WebhookSender,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Deliveries that are due, which are the caller's to send now. */
  claim(limit: number): Promise<readonly ClaimedDelivery[]> {
    const now = this.clock.now();
    return this.webhooks.claim(limit, now, leaseUntil(now, LEASE_SECONDS));
  }

  /**
   * Sends once and stores what came of it. A process that dies in between leaves a lease, and whoever comes after it
   * sends again.
   * @returns whether it was received
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
    return this.webhooks.purge(new Date(this.clock.now().getTime() - RETENTION_DAYS * DAY_MS));
  }

  private async completeAttempt({ delivery }: ClaimedDelivery, startedAt: Date, outcome: AttemptOutcome): Promise<void> {
    const now = this.clock.now();
    const endpoint = await this.webhooks.endpointToChange(delivery.endpointId);
    if (!endpoint) return; // deleted while it was sent, and the delivery with it
    const after = afterAttempt(delivery, outcome, now);
    if (!(await this.webhooks.completeAttempt(after, delivery.leasedUntil, attemptOf(after.attempts, startedAt, outcome))))
      return;
    const standing = isSuccess(outcome)
      ? afterSuccess(endpoint, now)
      : afterFailure(endpoint, { isGone: isGone(outcome), isGivenUp: after.state === 'failed' }, now);
    await this.store(endpoint, standing, now);
  }

  private async store(before: WebhookEndpoint, after: WebhookEndpoint, now: Date): Promise<void> {
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
    await this.webhooks.announceDisabled(after, now);
  }
}

function attemptOf(
  number: number,
  startedAt: Date,
  { durationMs, status, error, answer }: AttemptOutcome,
): WebhookAttempt {
  return { number, startedAt, durationMs, status, error, answer };
}
