import { EntitySchema } from 'typeorm';
import type { StoredSubscription } from '../../../domain/newsletter/subscription.js';
import type { RetentionRules } from '../../../platform/database/retention.js';

/** Addresses are unique and searched case-insensitively; the expression indexes are in the migrations. */
export const subscriptionTable = new EntitySchema<StoredSubscription>({
  name: 'Subscription',
  tableName: 'email_subscriptions',
  columns: {
    id: {
      type: 'integer',
      primary: true,
      generated: 'increment',
      primaryKeyConstraintName: 'email_subscriptions_pkey',
    },
    email: { type: 'text' },
    status: { type: 'text', default: 'active' },
    subscribedAt: { type: 'timestamptz', default: () => 'now()' },
    unsubscribedAt: { type: 'timestamptz', nullable: true },
    source: { type: 'text', nullable: true },
  },
  indices: [
    { name: 'email_subscriptions_email_key', columns: ['email'], synchronize: false },
    { name: 'email_subscriptions_search', columns: ['email'], synchronize: false },
    { name: 'email_subscriptions_newest', columns: ['subscribedAt', 'id'] },
    { name: 'email_subscriptions_newest_by_status', columns: ['status', 'subscribedAt', 'id'] },
    { name: 'email_subscriptions_by_number', columns: ['status', 'id'] },
  ],
  checks: [
    {
      name: 'email_subscriptions_status_check',
      expression: `status IN ('active', 'pending', 'unsubscribed', 'bounced')`,
    },
  ],
});

export const SUBSCRIPTION_RETENTION: RetentionRules = {
  unconfirmedSubscriptions: {
    table: 'email_subscriptions',
    due: `"status" = 'pending' AND "subscribedAt" < $1`,
  },
  endedSubscriptions: {
    table: 'email_subscriptions',
    due: `"status" = 'unsubscribed' AND "unsubscribedAt" < $1`,
  },
};
