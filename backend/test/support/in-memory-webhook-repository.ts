import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { type Page, totalOf } from '../../src/domain/shared/page.js';
import {
  CONCURRENCY_PER_ENDPOINT,
  CONCURRENCY_PER_LAB,
  type WebhookAttempt,
  type WebhookDelivery,
} from '../../src/domain/webhooks/delivery.js';
import {
  MAX_ENDPOINTS,
  TooManyWebhookEndpoints,
  WebhookAddressTaken,
  type WebhookEndpoint,
} from '../../src/domain/webhooks/endpoint.js';
import { WEBHOOK_TEST, type WebhookEvent } from '../../src/domain/webhooks/event.js';
import {
  type ClaimedDelivery,
  type DeliveryCursor,
  type DeliveryQuery,
  type EventsRead,
  WebhookRepository,
} from '../../src/domain/webhooks/ports.js';

export class InMemoryWebhookRepository extends WebhookRepository {
  readonly audit: AuditEntry[] = [];
  /** Endpoints whose lab was written to. */
  readonly announced: string[] = [];
  private endpoints: readonly WebhookEndpoint[] = [];
  private events: readonly WebhookEvent[] = [];
  /** Ids of events in the order in which they were read first. */
  private readonly read: string[] = [];
  private deliveries: readonly WebhookDelivery[] = [];
  private attempts: readonly (WebhookAttempt & { readonly deliveryId: string })[] = [];

  async addEndpoint(endpoint: WebhookEndpoint, entry: AuditEntry): Promise<void> {
    const others = this.endpoints.filter(({ labId }) => labId === endpoint.labId);
    if (others.length >= MAX_ENDPOINTS) throw new TooManyWebhookEndpoints();
    this.assertFree(endpoint);
    this.endpoints = [...this.endpoints, endpoint];
    this.audit.push(entry);
  }

  async endpointsOf(labId: string): Promise<readonly WebhookEndpoint[]> {
    return this.endpoints
      .filter((endpoint) => endpoint.labId === labId)
      .toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt) || (a.id < b.id ? -1 : 1));
  }

  async endpoint(id: string): Promise<WebhookEndpoint | null> {
    return this.endpoints.find((endpoint) => endpoint.id === id) ?? null;
  }

  async endpointForUpdate(id: string): Promise<WebhookEndpoint | null> {
    return this.endpoints.find((endpoint) => endpoint.id === id) ?? null;
  }

  async saveEndpoint(changed: WebhookEndpoint, entry: AuditEntry | null): Promise<void> {
    this.assertFree(changed);
    this.endpoints = this.endpoints.map((endpoint) => (endpoint.id === changed.id ? changed : endpoint));
    if (entry) this.audit.push(entry);
  }

  async removeEndpoint(id: string, entry: AuditEntry): Promise<void> {
    this.endpoints = this.endpoints.filter((endpoint) => endpoint.id !== id);
    this.deliveries = this.deliveries.filter(({ endpointId }) => endpointId !== id);
    this.audit.push(entry);
  }

  async queueDisabledEmail({ id }: WebhookEndpoint): Promise<void> {
    this.announced.push(id);
  }

  async queueEvents(labId: string, events: readonly WebhookEvent[]): Promise<void> {
    for (const event of events) {
      this.events = [...this.events, event];
      const going = this.endpoints.filter(
        (endpoint) =>
          endpoint.labId === labId && endpoint.enabled && (endpoint.types as readonly string[]).includes(event.type),
      );
      for (const { id } of going) this.store(event, waiting(event, id));
    }
  }

  async eventsAfter(labId: string, position: number, limit: number): Promise<EventsRead> {
    const unread = this.events.filter(({ id }) => !this.read.includes(id));
    const byTime = unread.toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt) || (a.id < b.id ? -1 : 1));
    this.read.push(...byTime.map(({ id }) => id));
    const events = this.events
      .filter((event) => event.labId === labId)
      .map((event) => ({ ...event, position: this.read.indexOf(event.id) + 1 }))
      .filter((event) => event.position > position)
      .toSorted((a, b) => a.position - b.position);
    return { events: events.slice(0, limit), hasMore: events.length > limit };
  }

  async addDelivery(event: WebhookEvent, delivery: WebhookDelivery): Promise<void> {
    this.store(event, delivery);
  }

  async pendingTests(endpointId: string): Promise<number> {
    const isMeant = (one: WebhookDelivery) => one.endpointId === endpointId && one.type === WEBHOOK_TEST;
    return this.deliveries.filter((one) => isMeant(one) && one.state === 'pending').length;
  }

  async claim(limit: number, now: Date, leasedUntil: Date): Promise<readonly ClaimedDelivery[]> {
    const due = this.deliveries
      .filter((delivery) => isDue(delivery, now) && this.endpointOf(delivery)?.enabled)
      .toSorted((a, b) => Number(a.nextAttemptAt) - Number(b.nextAttemptAt));
    const taken: WebhookDelivery[] = [];
    const sent = (isMeant: (one: WebhookDelivery) => boolean) =>
      this.deliveries.filter((one) => isMeant(one) && (isLeased(one, now) || taken.includes(one))).length;
    while (taken.length < limit) {
      const ofLab = ({ labId }: WebhookDelivery) => sent((one) => one.labId === labId);
      const ofEndpoint = ({ endpointId }: WebhookDelivery) => sent((one) => one.endpointId === endpointId);
      const [next] = due
        .filter(
          (one) =>
            !taken.includes(one) && ofLab(one) < CONCURRENCY_PER_LAB && ofEndpoint(one) < CONCURRENCY_PER_ENDPOINT,
        )
        .toSorted((a, b) => ofLab(a) - ofLab(b));
      if (!next) break;
      taken.push(next);
    }
    return taken.flatMap((delivery) => {
      const leased = { ...delivery, leasedUntil };
      this.replace(leased);
      const endpoint = this.endpointOf(delivery);
      const event = this.events.find(({ id }) => id === delivery.eventId);
      return endpoint && event ? [{ delivery: leased, endpoint, body: event.body }] : [];
    });
  }

  async completeAttempt(
    delivery: WebhookDelivery,
    leasedUntil: Date | null,
    attempt: WebhookAttempt,
  ): Promise<boolean> {
    const stored = await this.delivery(delivery.id);
    if (stored?.state !== 'pending' || Number(stored.leasedUntil) !== Number(leasedUntil)) return false;
    this.replace(delivery);
    this.attempts = [...this.attempts, { ...attempt, deliveryId: delivery.id }];
    return true;
  }

  async page({
    labId,
    endpointId,
    state,
    limit,
    after,
  }: DeliveryQuery): Promise<Page<WebhookDelivery, DeliveryCursor>> {
    const matching = this.deliveries
      .filter((delivery) => delivery.labId === labId)
      .filter((delivery) => endpointId === null || delivery.endpointId === endpointId)
      .filter((delivery) => state === null || delivery.state === state)
      .toSorted(newestFirst);
    const rest = after ? matching.filter((delivery) => newestFirst(delivery, after) > 0) : matching;
    const items = rest.slice(0, limit);
    const last = items.at(-1);
    const next = rest.length > limit && last ? { createdAt: last.createdAt, id: last.id } : null;
    return { items, next, total: totalOf(matching.length) };
  }

  async delivery(id: string): Promise<WebhookDelivery | null> {
    return this.deliveries.find((delivery) => delivery.id === id) ?? null;
  }

  async attemptsOf(deliveryId: string): Promise<readonly WebhookAttempt[]> {
    return this.attempts
      .filter((attempt) => attempt.deliveryId === deliveryId)
      .map(({ deliveryId: _, ...attempt }) => attempt);
  }

  deliveryForUpdate(id: string): Promise<WebhookDelivery | null> {
    return this.delivery(id);
  }

  async requeue(delivery: WebhookDelivery, entry: AuditEntry | null): Promise<void> {
    this.replace(delivery);
    if (entry) this.audit.push(entry);
  }

  async purge(before: Date, eventsBefore: Date): Promise<number> {
    const isOld = (delivery: WebhookDelivery) =>
      delivery.createdAt < before && (delivery.state !== 'pending' || !this.endpointOf(delivery)?.enabled);
    const old = this.deliveries.filter(isOld);
    this.deliveries = this.deliveries.filter((delivery) => !old.includes(delivery));
    this.attempts = this.attempts.filter(({ deliveryId }) => !old.some(({ id }) => id === deliveryId));
    const hasDelivery = ({ id }: WebhookEvent) => this.deliveries.some(({ eventId }) => eventId === id);
    this.events = this.events.filter((event) => event.createdAt >= eventsBefore || hasDelivery(event));
    return old.length;
  }

  private endpointOf({ endpointId }: WebhookDelivery): WebhookEndpoint | undefined {
    return this.endpoints.find(({ id }) => id === endpointId);
  }

  private store(event: WebhookEvent, delivery: WebhookDelivery): void {
    if (!this.events.some(({ id }) => id === event.id)) this.events = [...this.events, event];
    this.deliveries = [...this.deliveries, delivery];
  }

  private replace(changed: WebhookDelivery): void {
    this.deliveries = this.deliveries.map((delivery) => (delivery.id === changed.id ? changed : delivery));
  }

  private assertFree({ id, labId, url }: WebhookEndpoint): void {
    const isTaken = this.endpoints.some((other) => other.id !== id && other.labId === labId && other.url === url);
    if (isTaken) throw new WebhookAddressTaken();
  }
}

const isLeased = ({ leasedUntil }: WebhookDelivery, now: Date) => leasedUntil !== null && leasedUntil > now;

const isDue = (delivery: WebhookDelivery, now: Date) =>
  delivery.nextAttemptAt !== null && delivery.nextAttemptAt <= now && !isLeased(delivery, now);

const newestFirst = (a: DeliveryCursor, b: DeliveryCursor) =>
  Number(b.createdAt) - Number(a.createdAt) || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

const waiting = (event: WebhookEvent, endpointId: string): WebhookDelivery => ({
  id: randomUUID(),
  eventId: event.id,
  endpointId,
  labId: event.labId,
  type: event.type,
  state: 'pending',
  attempts: 0,
  tries: 0,
  nextAttemptAt: event.createdAt,
  leasedUntil: null,
  createdAt: event.createdAt,
  finishedAt: null,
});
