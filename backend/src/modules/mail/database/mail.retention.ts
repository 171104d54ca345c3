import type { RetentionRules } from '../../../platform/database/retention.js';

export const MAIL_RETENTION: RetentionRules = {
  givenUpMail: {
    table: 'mail_outbox',
    due: `"state" = 'dead' AND "finishedAt" < $1`,
  },
};
