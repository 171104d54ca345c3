import { domainError } from '../shared/domain-error.js';
import { DAY_MS } from '../shared/durations.js';

/** Event types that a lab can choose. */
export const WEBHOOK_EVENT_TYPES = [
  'certificate.published',
  'certificate.changes_requested',
  'certificate.rejected',
  'certificate.amended',
  'certificate.withdrawn',
  'certificate.document_missing',
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/** Lets a lab test its receiver. Sent to one endpoint, whichever types that has chosen. */
export const WEBHOOK_TEST = 'webhook.test';

/** An event as another context reports it. */
export interface NewWebhookEvent {
  readonly type: WebhookEventType | typeof WEBHOOK_TEST;
  readonly at: Date;
  /** Plain JSON. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A stored event. Every endpoint gets the same bytes at every attempt. */
export interface WebhookEvent {
  /** The `webhook-id` of every delivery, by which receivers recognize duplicates. */
  readonly id: string;
  readonly labId: string;
  readonly type: NewWebhookEvent['type'];
  /** JSON: type, timestamp, data. */
  readonly body: string;
  readonly createdAt: Date;
}

/** How long a lab can read events after they happened. */
export const EVENT_DAYS = 30;

/** How far a lab has read its events. */
export interface EventCursor {
  /** Of the last event that was read; 0 before the first. */
  readonly position: number;
  /** The time up to which the lab has read everything. */
  readonly at: Date;
}

/** A part of a lab's events, in the order in which every reader gets them. */
export interface EventPage {
  readonly events: readonly WebhookEvent[];
  /** Where the next page begins, also after the last event. */
  readonly next: EventCursor;
  readonly hasMore: boolean;
}

/** Events that were not read in time were deleted, so continuing would skip them. */
export class EventsExpired extends domainError(
  'gone',
  'events-expired',
  'You last read your events more than 30 days ago, and we keep them for 30 days. List your certificates to see what changed, and read events again without "after".',
) {}

/** @throws EventsExpired */
export function assertNotExpired({ at }: EventCursor, now: Date): void {
  if (now.getTime() - at.getTime() > EVENT_DAYS * DAY_MS) throw new EventsExpired();
}

/**
 * The time up to which a reader with more pages to read has read. A reader at the oldest events gets a day for the next
 * page.
 */
export function readUntil({ createdAt }: WebhookEvent, now: Date): Date {
  return new Date(Math.max(createdAt.getTime(), now.getTime() - (EVENT_DAYS - 1) * DAY_MS));
}

export function webhookEvent(labId: string, { type, at, data }: NewWebhookEvent, id: string, now: Date): WebhookEvent {
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  return { id, labId, type, body, createdAt: now };
}
