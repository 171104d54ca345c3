import { retentionRules } from '../../../platform/database/retention.js';

export const mailRetention = retentionRules({
  givenUpMail: {
    table: 'mail_outbox',
    due: `"state" = 'dead' AND "finishedAt" < $1`,
  },
});
