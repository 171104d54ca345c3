import { retentionRules } from '../../../platform/database/retention.js';

export const subscriptionRetention = retentionRules({
  unconfirmedSubscriptions: {
    table: 'email_subscriptions',
    due: `"status" = 'pending' AND "subscribedAt" < $1`,
  },
  endedSubscriptions: {
    table: 'email_subscriptions',
    due: `"status" = 'unsubscribed' AND "unsubscribedAt" < $1`,
  },
});
