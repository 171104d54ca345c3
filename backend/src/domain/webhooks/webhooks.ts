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
  newEndpoint,
  rotateSecret,
  type WebhookEndpoint,
  type WebhookEndpointChange,
  WebhookEndpointDisabled,
  type WebhookEndpointDraft,
  WebhookEndpointNotFound,
} from './endpoint.js';
import {
  assertNotExpired,
  type EventCursor,
  type EventPage,
  type NewWebhookEvent,
  readUntil,
  WEBHOOK_TEST,
  webhookEvent,
} from './event.js';
import { type DeliveryCursor, type DeliveryQuery, WebhookRepository, WebhookSecrets, WebhookSender } from './ports.js';

/** An endpoint with its secret, which is shown only once. */
export interface EndpointWithSecret {
  readonly endpoint: WebhookEndpoint;
  readonly secret: string;
}

/** Lets labs manage their webhook endpoints and read what was sent to them. */
export class Webhooks {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly sender: WebhookSender,
    private readonly secrets: WebhookSecrets,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Queues events for a lab in the open transaction, so that they are sent only if it commits. */
  async queueEvents(labId: string, ...events: readonly NewWebhookEvent[]): Promise<void> {
    const now = this.clock.now();
    await this.webhooks.queueEvents(
      labId,
      events.map((event) => webhookEvent(labId, event, this.ids.uuid(), now)),
    );
  }

  /**
   * A lab's events, whether or not an endpoint got them.
   * @param after where the caller's last page ended; null for the oldest events
   * @throws EventsExpired
   */
  async events(labId: string, after: EventCursor | null, limit: number): Promise<EventPage> {
    const now = this.clock.now();
    if (after) assertNotExpired(after, now);
    const from = after?.position ?? 0;
    const { events, hasMore } = await this.webhooks.eventsAfter(labId, from, limit);
    const last = events.at(-1);
    const at = hasMore && last ? readUntil(last, now) : now;
    return { events, next: { position: last?.position ?? from, at }, hasMore };
  }

  endpoints(labId: string): Promise<readonly WebhookEndpoint[]> {
    return this.webhooks.endpointsOf(labId);
  }

  /** Without a check of the owner, for internal use. @returns null when it was deleted */
  endpoint(id: string): Promise<WebhookEndpoint | null> {
    return this.webhooks.endpoint(id);
  }

  /** @throws InvalidInput, TooManyWebhookEndpoints, WebhookAddressTaken */
  async create(labId: string, draft: WebhookEndpointDraft, actor: Actor): Promise<EndpointWithSecret> {
    this.assertUrlAllowed(draft.url);
    const secret = this.secrets.create();
    const owner = { id: this.ids.uuid(), labId, secret: this.secrets.encrypt(secret) };
    const endpoint = newEndpoint(draft, owner, this.clock.now());
    await this.webhooks.addEndpoint(endpoint, this.entry(actor, 'webhook-endpoint.created', null, endpoint));
    return { endpoint, secret };
  }

  /** @throws WebhookEndpointNotFound, InvalidInput, WebhookAddressTaken */
  async change(labId: string, id: string, change: WebhookEndpointChange, actor: Actor): Promise<WebhookEndpoint> {
    if (change.url !== undefined) this.assertUrlAllowed(change.url);
    return this.withEndpoint(labId, id, async (before) => {
      const after = changeEndpoint(before, change, this.clock.now());
      await this.webhooks.saveEndpoint(after, this.entry(actor, 'webhook-endpoint.changed', before, after));
      return after;
    });
  }

  /** @throws WebhookEndpointNotFound */
  remove(labId: string, id: string, actor: Actor): Promise<void> {
    return this.withEndpoint(labId, id, (before) =>
      this.webhooks.removeEndpoint(id, this.entry(actor, 'webhook-endpoint.deleted', before, null)),
    );
  }

  /** @throws WebhookEndpointNotFound */
  rotate(labId: string, id: string, actor: Actor): Promise<EndpointWithSecret> {
    return this.withEndpoint(labId, id, async (before) => {
      const secret = this.secrets.create();
      const endpoint = rotateSecret(before, this.secrets.encrypt(secret), this.clock.now());
      const entry = this.entry(actor, 'webhook-endpoint.secret-rotated', before, endpoint);
      await this.webhooks.saveEndpoint(endpoint, entry);
      return { endpoint, secret };
    });
  }

  /** Queues a test event. @throws WebhookEndpointNotFound, WebhookEndpointDisabled, TooManyTestEvents */
  test(labId: string, id: string): Promise<WebhookDelivery> {
    return this.withEndpoint(labId, id, async ({ enabled }) => {
      if (!enabled) throw new WebhookEndpointDisabled();
      await this.assertRoomForTest(id);
      const now = this.clock.now();
      const data = { message: 'This is a test. Nothing happened to any certificate.' };
      const event = webhookEvent(labId, { type: WEBHOOK_TEST, at: now, data }, this.ids.uuid(), now);
      const delivery = newTestDelivery(event.id, id, labId, this.ids.uuid(), now);
      await this.webhooks.addDelivery(event, delivery);
      return delivery;
    });
  }

  /** A lab's deliveries, newest first. */
  deliveries(query: DeliveryQuery): Promise<Page<WebhookDelivery, DeliveryCursor>> {
    return this.webhooks.page(query);
  }

  /** @throws WebhookDeliveryNotFound */
  async delivery(
    labId: string,
    id: string,
  ): Promise<WebhookDelivery & { readonly history: readonly WebhookAttempt[] }> {
    const delivery = assertLab(labId, await this.webhooks.delivery(id));
    return { ...delivery, history: await this.webhooks.attemptsOf(id) };
  }

  /**
   * Queues a delivery again, due now, with the same `webhook-id`.
   * @param actor the staff member who asked for it; null when the lab did
   * @throws WebhookDeliveryNotFound, WebhookEndpointDisabled, TooManyTestEvents
   */
  redeliver(labId: string, id: string, actor: Actor | null): Promise<WebhookDelivery> {
    return this.transactions.run(async () => {
      const before = assertLab(labId, await this.webhooks.deliveryForUpdate(id));
      const endpoint = await this.webhooks.endpoint(before.endpointId);
      if (!endpoint?.enabled) throw new WebhookEndpointDisabled();
      if (before.type === WEBHOOK_TEST && before.state !== 'pending') await this.assertRoomForTest(before.endpointId);
      const after = redeliver(before, this.clock.now());
      const entry = actor && {
        at: this.clock.now(),
        actor,
        action: 'webhook-delivery.redelivered',
        subject: `webhook-delivery:${id}`,
        before: { state: before.state },
        after: { state: after.state },
      };
      await this.webhooks.requeue(after, entry);
      return after;
    });
  }

  private withEndpoint<T>(labId: string, id: string, work: (before: WebhookEndpoint) => Promise<T>): Promise<T> {
    return this.transactions.run(async () => {
      const before = await this.webhooks.endpointForUpdate(id);
      if (before?.labId !== labId) throw new WebhookEndpointNotFound();
      return work(before);
    });
  }

  /** @throws TooManyTestEvents */
  private async assertRoomForTest(endpointId: string): Promise<void> {
    if ((await this.webhooks.pendingTests(endpointId)) >= PENDING_TESTS_MAX) throw new TooManyTestEvents();
  }

  private assertUrlAllowed(url: string): void {
    const message = this.sender.urlProblem(url);
    if (message) throw new InvalidInput([{ field: 'url', message }]);
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

/** An endpoint in the audit log. Without its secret, not even encrypted, because that log is never deleted. */
export const endpointAuditFields = ({ labId, url, types, enabled, disabledReason }: WebhookEndpoint) => ({
  labId,
  url,
  types,
  enabled,
  disabledReason,
});

function assertLab(labId: string, delivery: WebhookDelivery | null): WebhookDelivery {
  if (delivery?.labId !== labId) throw new WebhookDeliveryNotFound();
  return delivery;
}

function newTestDelivery(eventId: string, endpointId: string, labId: string, id: string, now: Date): WebhookDelivery {
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
