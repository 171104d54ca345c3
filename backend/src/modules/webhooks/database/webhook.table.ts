import { EntitySchema } from 'typeorm';
import type { WebhookAttempt, WebhookDelivery } from '../../../domain/webhooks/delivery.js';
import type { WebhookEndpoint } from '../../../domain/webhooks/endpoint.js';
import type { WebhookEvent } from '../../../domain/webhooks/event.js';
import { cascadingKey, foreignKey, uuidKey } from '../../../platform/database/columns.js';
import type { RetentionRules } from '../../../platform/database/retention.js';
import { isEndedSandbox } from '../../partners/partners.sql.js';

export const webhookEndpointTable = new EntitySchema<WebhookEndpoint>({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoints',
  columns: {
    id: uuidKey('webhook_endpoints_pkey'),
    labId: { type: 'uuid' },
    url: { type: 'text' },
    types: { type: 'text', array: true },
    enabled: { type: 'boolean' },
    disabledReason: { type: 'text', nullable: true },
    disabledAt: { type: 'timestamptz', nullable: true },
    secret: { type: 'text' },
    previousSecret: { type: 'text', nullable: true },
    previousSecretUntil: { type: 'timestamptz', nullable: true },
    createdAt: { type: 'timestamptz' },
    lastSuccessAt: { type: 'timestamptz', nullable: true },
    failingSince: { type: 'timestamptz', nullable: true },
    givenUpInRow: { type: 'integer' },
  },
  uniques: [{ name: 'webhook_endpoints_address_key', columns: ['labId', 'url'] }],
  checks: [
    {
      name: 'webhook_endpoints_enabled_check',
      expression: `enabled = ("disabledReason" IS NULL) AND enabled = ("disabledAt" IS NULL)`,
    },
    { name: 'webhook_endpoints_types_check', expression: 'cardinality(types) > 0' },
  ],
  foreignKeys: [foreignKey('webhook_endpoints_lab_fkey', 'labId', 'PartnerLab')],
});

/** `position`: where it is in its lab's list of events; null until the lab first read it. */
export const webhookEventTable = new EntitySchema<WebhookEvent & { readonly position: string | null }>({
  name: 'WebhookEvent',
  tableName: 'webhook_events',
  columns: {
    id: uuidKey('webhook_events_pkey'),
    labId: { type: 'uuid' },
    type: { type: 'text' },
    body: { type: 'text' },
    createdAt: { type: 'timestamptz' },
    position: { type: 'bigint', nullable: true, select: false },
  },
  indices: [
    { name: 'webhook_events_age', columns: ['createdAt'] },
    { name: 'webhook_events_of_lab', columns: ['labId', 'position'] },
    { name: 'webhook_events_unread', columns: ['labId', 'createdAt', 'id'], where: `"position" IS NULL` },
  ],
});

/** Both the delivery log and the queue: a row is queued while it is pending (docs/decisions/0013). */
export const webhookDeliveryTable = new EntitySchema<WebhookDelivery>({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  columns: {
    id: uuidKey('webhook_deliveries_pkey'),
    eventId: { type: 'uuid' },
    endpointId: { type: 'uuid' },
    labId: { type: 'uuid' },
    type: { type: 'text' },
    state: { type: 'text' },
    attempts: { type: 'integer' },
    tries: { type: 'integer' },
    nextAttemptAt: { type: 'timestamptz', nullable: true },
    leasedUntil: { type: 'timestamptz', nullable: true },
    createdAt: { type: 'timestamptz' },
    finishedAt: { type: 'timestamptz', nullable: true },
  },
  uniques: [{ name: 'webhook_deliveries_event_key', columns: ['eventId', 'endpointId'] }],
  checks: [
    {
      name: 'webhook_deliveries_state_check',
      expression: `state IN ('pending', 'delivered', 'failed') AND (state = 'pending') = ("nextAttemptAt" IS NOT NULL)
        AND (state = 'pending') = ("finishedAt" IS NULL)`,
    },
  ],
  foreignKeys: [
    cascadingKey('webhook_deliveries_event_fkey', 'eventId', 'WebhookEvent'),
    cascadingKey('webhook_deliveries_endpoint_fkey', 'endpointId', 'WebhookEndpoint'),
  ],
  indices: [
    { name: 'webhook_deliveries_due', columns: ['endpointId', 'nextAttemptAt'], where: `state = 'pending'` },
    { name: 'webhook_deliveries_tests', columns: ['endpointId'], where: `state = 'pending' AND type = 'webhook.test'` },
    { name: 'webhook_deliveries_leased', columns: ['endpointId', 'leasedUntil'], where: `"leasedUntil" IS NOT NULL` },
    { name: 'webhook_deliveries_of_endpoint', columns: ['endpointId', 'createdAt', 'id'] },
    { name: 'webhook_deliveries_of_lab', columns: ['labId', 'createdAt', 'id'] },
    { name: 'webhook_deliveries_age', columns: ['createdAt'] },
  ],
});

/** A stored attempt. */
export interface AttemptRow extends WebhookAttempt {
  readonly deliveryId: string;
}

export const webhookAttemptTable = new EntitySchema<AttemptRow>({
  name: 'WebhookAttempt',
  tableName: 'webhook_attempts',
  columns: {
    deliveryId: uuidKey('webhook_attempts_pkey'),
    number: { type: 'integer', primary: true, primaryKeyConstraintName: 'webhook_attempts_pkey' },
    startedAt: { type: 'timestamptz' },
    durationMs: { type: 'integer' },
    status: { type: 'integer', nullable: true },
    error: { type: 'text', nullable: true },
    answer: { type: 'text', nullable: true },
  },
  checks: [{ name: 'webhook_attempts_answer_check', expression: 'char_length(answer) <= 500' }],
  foreignKeys: [cascadingKey('webhook_attempts_delivery_fkey', 'deliveryId', 'WebhookDelivery')],
});

/** Events go after 30 days, those of sandboxes like all others. */
export const WEBHOOK_RETENTION: RetentionRules = {
  endedSandboxes: { table: 'webhook_endpoints', due: isEndedSandbox('"labId"') },
};
