import type { Actor, AuditEntry } from '../shared/audit.js';
import { InvalidInput } from '../shared/domain-error.js';
import type { Page } from '../shared/page.js';
import { Clock, Ids, Transactions } from '../shared/ports.js';
import {
  PENDING_TESTS_MAX,
  redeliver,
  TooManyTestEvents,
  type WebhookAttempt,
  type WebhookDelivery,
  WebhookDeliveryNotFound,
} from './delivery.js';
import {
  changeEndpoint,
  openEndpoint,
  rotateSecret,
  type WebhookEndpoint,
  type WebhookEndpointChange,
  WebhookEndpointDisabled,
  type WebhookEndpointDraft,
  WebhookEndpointNotFound,
} from './endpoint.js';
import { type NewWebhookEvent, WEBHOOK_TEST, webhookEvent } from './event.js';
import { type DeliveryCursor, type DeliveryQuery, WebhookRepository, WebhookSecrets, WebhookSender } from './ports.js';

/** An endpoint with its secret, which is shown this once. */
export interface EndpointWithSecret {
  readonly endpoint: WebhookEndpoint;
  readonly secret: string;
}

/** Where labs are told of what happens to their certificates, and what was sent there. */
export class Webhooks {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly sender: WebhookSender,
    private readonly secrets: WebhookSecrets,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Tells a lab, in the transaction that is open: the news leaves when that is committed, and not otherwise. */
  async queueEvents(labId: string, ...event: readonly NewWebhookEvent[]): Promise<void> {
    const now = this.clock.now();
    await this.webhooks.queueEvents(
      labId,
      event.map((one) => webhookEvent(labId, one, this.ids.uuid(), now)),
    );
  }

  endpoints(labId: string): Promise<readonly WebhookEndpoint[]> {
    return this.webhooks.endpointsOf(labId);
  }

  /** Whoever's it is: for what the registry itself does with it. @returns null when it was deleted */
  endpoint(id: string): Promise<WebhookEndpoint | null> {
    return this.webhooks.endpoint(id);
  }

  /** @throws InvalidInput, TooManyWebhookEndpoints, WebhookAddressTaken */
  async open(labId: string, draft: WebhookEndpointDraft, actor: Actor): Promise<EndpointWithSecret> {
    this.assertAddress(draft.url);
    const secret = this.secrets.create();
    const owner = { id: this.ids.uuid(), labId, secret: this.secrets.encrypt(secret) };
    const endpoint = openEndpoint(draft, owner, this.clock.now());
    await this.webhooks.addEndpoint(endpoint, this.entry(actor, 'webhook-endpoint.created', null, endpoint));
    return { endpoint, secret };
  }

  /** @throws WebhookEndpointNotFound, InvalidInput, WebhookAddressTaken */
  async change(labId: string, id: string, change: WebhookEndpointChange, actor: Actor): Promise<WebhookEndpoint> {
    if (change.url !== undefined) this.assertAddress(change.url);
    return this.changing(labId, id, async (before) => {
      const after = changeEndpoint(before, change, this.clock.now());
      await this.webhooks.saveEndpoint(after, this.entry(actor, 'webhook-endpoint.changed', before, after));
      return after;
    });
  }

  /** @throws WebhookEndpointNotFound */
  remove(labId: string, id: string, actor: Actor): Promise<void> {
    return this.changing(labId, id, (before) =>
      this.webhooks.removeEndpoint(id, this.entry(actor, 'webhook-endpoint.deleted', before, null)),
    );
  }

  /** @throws WebhookEndpointNotFound */
  rotate(labId: string, id: string, actor: Actor): Promise<EndpointWithSecret> {
    return this.changing(labId, id, async (before) => {
      const secret = this.secrets.create();
      const endpoint = rotateSecret(before, this.secrets.encrypt(secret), this.clock.now());
      const entry = this.entry(actor, 'webhook-endpoint.secret-rotated', before, endpoint);
      await this.webhooks.saveEndpoint(endpoint, entry);
      return { endpoint, secret };
    });
  }

  /** Puts a test event into the queue. @throws WebhookEndpointNotFound, WebhookEndpointDisabled, TooManyTestEvents */
  test(labId: string, id: string): Promise<WebhookDelivery> {
    return this.changing(labId, id, async ({ enabled }) => {
      if (!enabled) throw new WebhookEndpointDisabled();
      await this.assertRoomForTest(id);
      const now = this.clock.now();
      const data = { message: 'This is a test. Nothing happened to any certificate.' };
      const event = webhookEvent(labId, { type: WEBHOOK_TEST, at: now, data }, this.ids.uuid(), now);
      const delivery = deliveryOf(event.id, id, labId, this.ids.uuid(), now);
      await this.webhooks.add(event, delivery);
      return delivery;
    });
  }

  /** What was sent to a lab, newest first. */
  deliveries(query: DeliveryQuery): Promise<Page<WebhookDelivery, DeliveryCursor>> {
    return this.webhooks.page(query);
  }

  /** @throws WebhookDeliveryNotFound */
  async delivery(
    labId: string,
    id: string,
  ): Promise<WebhookDelivery & { readonly history: readonly WebhookAttempt[] }> {
    const delivery = ofLab(labId, await this.webhooks.delivery(id));
    return { ...delivery, history: await this.webhooks.attemptsOf(id) };
  }

  /**
   * Puts a delivery back into the queue, to be sent now under the same `webhook-id`.
   * @param actor the staff member who asked; null when the lab did
   * @throws WebhookDeliveryNotFound, WebhookEndpointDisabled, TooManyTestEvents
   */
  redeliver(labId: string, id: string, actor: Actor | null): Promise<WebhookDelivery> {
    return this.transactions.run(async () => {
      const before = ofLab(labId, await this.webhooks.deliveryToChange(id));
      const endpoints = await this.webhooks.endpointsOf(labId);
      if (!endpoints.some((endpoint) => endpoint.id === before.endpointId && endpoint.enabled)) {
        throw new WebhookEndpointDisabled();
      }
      if (before.type === WEBHOOK_TEST && before.state !== 'pending') await this.assertRoomForTest(before.endpointId);
      const after = redeliver(before, this.clock.now());
      await this.webhooks.requeue(after, actor && this.redeliveryEntry(actor, before, after));
      return after;
    });
  }

  private changing<T>(labId: string, id: string, work: (before: WebhookEndpoint) => Promise<T>): Promise<T> {
    return this.transactions.run(async () => {
      const before = await this.webhooks.endpointToChange(id);
      if (before?.labId !== labId) throw new WebhookEndpointNotFound();
      return work(before);
    });
  }

  /** @throws TooManyTestEvents */
  private async assertRoomForTest(endpointId: string): Promise<void> {
    if ((await this.webhooks.pendingTests(endpointId)) >= PENDING_TESTS_MAX) throw new TooManyTestEvents();
  }

  private assertAddress(url: string): void {
    const message = this.sender.objectionTo(url);
    if (message) throw new InvalidInput([{ field: 'url', message }]);
  }

  private redeliveryEntry(actor: Actor, before: WebhookDelivery, after: WebhookDelivery): AuditEntry {
    return {
      at: this.clock.now(),
      actor,
      action: 'webhook-delivery.redelivered',
      subject: `webhook-delivery:${before.id}`,
      before: { state: before.state },
      after: { state: after.state },
    };
  }

  private entry(
    actor: Actor,
    action: string,
    before: WebhookEndpoint | null,
    after: WebhookEndpoint | null,
  ): AuditEntry {
    const subject = `webhook-endpoint:${(after ?? before)?.id}`;
    return {
      at: this.clock.now(),
      actor,
      action,
      subject,
      before: before && endpointAuditFields(before),
      after: after && endpointAuditFields(after),
    };
  }
}

/** What the audit log says of an endpoint. No secret, not even sealed: that log is never deleted. */
export const endpointAuditFields = ({ labId, url, types, enabled, disabledReason }: WebhookEndpoint) => ({
  labId,
  url,
  types,
  enabled,
  disabledReason,
});

function ofLab(labId: string, delivery: WebhookDelivery | null): WebhookDelivery {
  if (delivery?.labId !== labId) throw new WebhookDeliveryNotFound();
  return delivery;
}

function deliveryOf(eventId: string, endpointId: string, labId: string, id: string, now: Date): WebhookDelivery {
  return {
    id,
    eventId,
    endpointId,
    labId,
    type: WEBHOOK_TEST,
    state: 'pending',
    attempts: 0,
    tries: 0,
    nextAttemptAt: now,
    leasedUntil: null,
    createdAt: now,
    finishedAt: null,
  };
}
