import type { RetentionRules } from '../../../platform/database/retention.js';

export const CONTACT_RETENTION: RetentionRules = {
  handledMessages: {
    table: 'contact_messages',
    due: `"standing" = 'handled' AND "changedAt" < $1`,
  },
};
