import type { RetentionRules } from '../../../platform/database/retention.js';

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
