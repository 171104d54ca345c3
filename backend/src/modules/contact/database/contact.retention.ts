import { retentionRules } from '../../../platform/database/retention.js';

export const contactRetention = retentionRules({
  handledMessages: {
    table: 'contact_messages',
    due: `"standing" = 'handled' AND "changedAt" < $1`,
  },
});
