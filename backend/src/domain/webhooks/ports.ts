import type { AuditEntry } from '../shared/audit.js';
import type { Page } from '../shared/page.js';
import type { AttemptOutcome, DeliveryState, WebhookAttempt, WebhookDelivery } from './delivery.js';
import type { WebhookEndpoint } from './endpoint.js';
import type { EventCursor, WebhookEvent } from './event.js';

export type DeliveryCursor = Pick<WebhookDelivery, 'createdAt' | 'id'>;

export interface DeliveryQuery {
  readonly labId: string;
  readonly endpointId: string | null;
  readonly state: DeliveryState | null;
  readonly limit: number;
  readonly after: DeliveryCursor | null;
}

/** A delivery leased to a worker, with what it needs to send it. */
export interface ClaimedDelivery {
  readonly delivery: WebhookDelivery;
  readonly endpoint: WebhookEndpoint;
  readonly body: string;
}

/** Events with their positions, and whether there are more. */
export interface EventsRead {
  readonly events: readonly (WebhookEvent & Pick<EventCursor, 'position'>)[];
  readonly hasMore: boolean;
}

/** Stores endpoints, events and deliveries. The deliveries are both the log and the queue. */
export abstract class WebhookRepository {
  /** @throws TooManyWebhookEndpoints, WebhookAddressTaken */
  abstract addEndpoint(endpoint: WebhookEndpoint, entry: AuditEntry): Promise<void>;

  /** Oldest first. */
  abstract endpointsOf(labId: string): Promise<readonly WebhookEndpoint[]>;

  abstract endpoint(id: string): Promise<WebhookEndpoint | null>;

  /** Locks the row until the transaction ends. */
  abstract endpointForUpdate(id: string): Promise<WebhookEndpoint | null>;

  /**
   * @param entry null when only the success and failure counters changed
   * @throws WebhookAddressTaken
   */
  abstract saveEndpoint(endpoint: WebhookEndpoint, entry: AuditEntry | null): Promise<void>;

  /** Also removes its deliveries, sent or pending. */
  abstract removeEndpoint(id: string, entry: AuditEntry): Promise<void>;

  /** Queues an email that tells the lab. */
  abstract queueDisabledEmail(endpoint: WebhookEndpoint, at: Date): Promise<void>;

  /** Stores the events, and a delivery to each of the lab's enabled endpoints that chose their type. */
  abstract queueEvents(labId: string, events: readonly WebhookEvent[]): Promise<void>;

  /**
   * A lab's events after a position, in the order in which they were first read. An event gets its position after its
   * transaction has committed, from one reader at a time: no event turns up later before one that was read.
   */
  abstract eventsAfter(labId: string, position: EventCursor['position'], limit: number): Promise<EventsRead>;

  /** Stores an event and its delivery to one endpoint. */
  abstract addDelivery(event: WebhookEvent, delivery: WebhookDelivery): Promise<void>;

  /** Counts an endpoint's pending test events. */
  abstract pendingTests(endpointId: string): Promise<number>;

  /**
   * Leases due deliveries: round robin over labs, the longest due first within a lab. CONCURRENCY_PER_ENDPOINT and
   * CONCURRENCY_PER_LAB limit how many are in flight, so that an endpoint that hangs does not delay the others.
   */
  abstract claim(limit: number, now: Date, leasedUntil: Date): Promise<readonly ClaimedDelivery[]>;

  /**
   * Saves the result of an attempt and ends its lease.
   * @param leasedUntil of the claim; optimistic lock
   * @returns false, and saves nothing, when that lease ran out and the delivery was claimed again
   */
  abstract completeAttempt(
    delivery: WebhookDelivery,
    leasedUntil: Date | null,
    attempt: WebhookAttempt,
  ): Promise<boolean>;

  /** Newest first. */
  abstract page(query: DeliveryQuery): Promise<Page<WebhookDelivery, DeliveryCursor>>;

  abstract delivery(id: string): Promise<WebhookDelivery | null>;

  /** Oldest first. */
  abstract attemptsOf(deliveryId: string): Promise<readonly WebhookAttempt[]>;

  /** Locks the row until the transaction ends. */
  abstract deliveryForUpdate(id: string): Promise<WebhookDelivery | null>;

  /** @param entry null when the lab itself asked for it */
  abstract requeue(delivery: WebhookDelivery, entry: AuditEntry | null): Promise<void>;

  /**
   * Deletes deliveries created before a time, except pending ones of enabled endpoints, and events created before a
   * second time that have no delivery left.
   * @returns how many deliveries
   */
  abstract purge(before: Date, eventsBefore: Date): Promise<number>;
}

/** What one attempt sends. */
export interface WebhookMessage {
  readonly url: string;
  /** `webhook-id` */
  readonly id: string;
  readonly body: string;
  /** `webhook-timestamp` */
  readonly at: Date;
  /** Encrypted. Each adds a signature. */
  readonly secrets: readonly string[];
}

/** Sends to servers that labs choose. */
export abstract class WebhookSender {
  /** Why a URL is not acceptable, as a sentence for the lab; null when it is. */
  abstract urlProblem(url: string): string | null;

  /** Sends once. Never throws: errors are part of the outcome. */
  abstract send(message: WebhookMessage): Promise<AttemptOutcome>;
}

/** Creates and encrypts signing secrets. */
export abstract class WebhookSecrets {
  /** A new secret in the form that the lab sees. */
  abstract create(): string;

  /** The form in which it is stored. */
  abstract encrypt(secret: string): string;
}
