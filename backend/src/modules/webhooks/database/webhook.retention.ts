import { retentionRules } from '../../../platform/database/retention.js';
import { isEndedSandbox } from '../../partners/partners.sql.js';

/** Events go after 30 days, those of sandboxes like all others. */
export const webhookRetention = retentionRules({
  endedSandboxes: { table: 'webhook_endpoints', due: isEndedSandbox('"labId"') },
});
