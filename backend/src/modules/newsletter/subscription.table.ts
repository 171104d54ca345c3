import { EntitySchema } from 'typeorm';
import type { Subscription } from '../../domain/newsletter/subscription.js';

/** A subscription and its number in the table. */
type StoredSubscription = Subscription & { readonly id: number };

/** `email_subscriptions_email_key` compares without case, which only the migration can express. */
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
  indices: [{ name: 'email_subscriptions_email_key', columns: ['email'], synchronize: false }],
  checks: [{ name: 'email_subscriptions_status_check', expression: `status IN ('active', 'unsubscribed')` }],
});
