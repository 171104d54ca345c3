import type { AuditEntry } from '../shared/audit.js';
import type { Page } from '../shared/page.js';
import type { AttemptOutcome, DeliveryState, WebhookAttempt, WebhookDelivery } from './delivery.js';
import type { WebhookEndpoint } from './endpoint.js';
import type { WebhookEvent } from './event.js';

export interface DeliveryCursor {
  readonly createdAt: Date;
  readonly id: string;
}

export interface DeliveryQuery {
  readonly labId: string;
  readonly endpointId: string | null;
  readonly state: DeliveryState | null;
  readonly limit: number;
  readonly after: DeliveryCursor | null;
}

/** A delivery that one worker has to itself for a while, with what it needs to send it. */
export interface ClaimedDelivery {
  readonly delivery: WebhookDelivery;
  readonly endpoint: WebhookEndpoint;
  readonly body: string;
}

/** Where endpoints and deliveries are kept. The deliveries are the log and the queue in one. */
export abstract class WebhookRepository {
  /** @throws TooManyWebhookEndpoints, WebhookAddressTaken */
  abstract addEndpoint(endpoint: WebhookEndpoint, entry: AuditEntry): Promise<void>;

  /** Oldest first. */
  abstract endpointsOf(labId: string): Promise<readonly WebhookEndpoint[]>;

  abstract endpoint(id: string): Promise<WebhookEndpoint | null>;

  /** Nobody else changes it until the transaction around this ends. */
  abstract endpointToChange(id: string): Promise<WebhookEndpoint | null>;

  /**
   * @param entry null for what only counts successes and failures
   * @throws WebhookAddressTaken
   */
  abstract saveEndpoint(endpoint: WebhookEndpoint, entry: AuditEntry | null): Promise<void>;

  /** With everything that was sent there, or waits to be. */
  abstract removeEndpoint(id: string, entry: AuditEntry): Promise<void>;

  /** Puts word to the lab into the outgoing mail. */
  abstract announceDisabled(endpoint: WebhookEndpoint, at: Date): Promise<void>;

  /** Stores the events and a delivery to each enabled endpoint of the lab that chose their type; else nothing. */
  abstract queueEvents(labId: string, events: readonly WebhookEvent[]): Promise<void>;

  /** Stores an event and its delivery to one endpoint. */
  abstract add(event: WebhookEvent, delivery: WebhookDelivery): Promise<void>;

  /** How many test events wait for an endpoint. */
  abstract pendingTests(endpointId: string): Promise<number>;

  /**
   * Leases due deliveries that no other instance holds: labs take turns, the longest due first within a lab, and at most
   * {@link AT_ONCE_PER_ENDPOINT} and {@link AT_ONCE_PER_LAB} at a time,
   * so that a hanging endpoint does not delay the others.
   */
  abstract claim(limit: number, now: Date, leasedUntil: Date): Promise<readonly ClaimedDelivery[]>;

  /**
   * Stores what came of an attempt.
   * @param leasedUntil of the claim under which it was made
   * @returns false, and stores nothing, when that claim is over
   */
  abstract completeAttempt(delivery: WebhookDelivery, leasedUntil: Date | null, attempt: WebhookAttempt): Promise<boolean>;

  /** Newest first. */
  abstract page(query: DeliveryQuery): Promise<Page<WebhookDelivery, DeliveryCursor>>;

  abstract delivery(id: string): Promise<WebhookDelivery | null>;

  /** Oldest first. */
  abstract attemptsOf(deliveryId: string): Promise<readonly WebhookAttempt[]>;

  /** Nobody else changes it until the transaction around this ends. */
  abstract deliveryToChange(id: string): Promise<WebhookDelivery | null>;

  /** @param entry null when the lab asked for it itself */
  abstract requeue(delivery: WebhookDelivery, entry: AuditEntry | null): Promise<void>;

  /** Forgets what was made before a time, unless it is still to be sent. @returns how many deliveries */
  abstract purge(before: Date): Promise<number>;
}

/** What is sent once. */
export interface WebhookMessage {
  readonly url: string;
  /** `webhook-id` */
  readonly id: string;
  readonly body: string;
  /** `webhook-timestamp` */
  readonly at: Date;
  /** Sealed; each gives a signature. */
  readonly secrets: readonly string[];
}

/** The way out to servers that others name. */
export abstract class WebhookSender {
  /** What speaks against an address before anything is sent there, as a sentence; null for nothing. */
  abstract objectionTo(url: string): string | null;

  /** Sends once. Never throws: what goes wrong is the outcome. */
  abstract send(message: WebhookMessage): Promise<AttemptOutcome>;
}

/** Secrets that sign webhooks. */
export abstract class WebhookSecrets {
  /** A new one, as the lab is shown it. */
  abstract create(): string;

  /** As it is stored. */
  abstract encrypt(secret: string): string;
}
