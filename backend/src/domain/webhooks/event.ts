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

export function webhookEvent(labId: string, { type, at, data }: NewWebhookEvent, id: string, now: Date): WebhookEvent {
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  return { id, labId, type, body, createdAt: now };
}
