/** What a lab can be told of. */
export const WEBHOOK_EVENT_TYPES = [
  'certificate.published',
  'certificate.changes_requested',
  'certificate.rejected',
  'certificate.amended',
  'certificate.withdrawn',
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/** What a lab sends to itself, to see whether its receiver works. Goes to the endpoint it was asked for, whatever that chose. */
export const WEBHOOK_TEST = 'webhook.test';

/** Something that happened, as the context that knows of it tells it. */
export interface NewWebhookEvent {
  readonly type: WebhookEventType | typeof WEBHOOK_TEST;
  readonly at: Date;
  /** Plain JSON. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** What is sent, the same bytes to every endpoint and at every attempt. */
export interface WebhookEvent {
  /** The `webhook-id` of every delivery: a receiver that has seen it knows the message already. */
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
