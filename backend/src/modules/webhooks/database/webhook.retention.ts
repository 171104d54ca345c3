import type { RetentionRules } from '../../../platform/database/retention.js';
import { isEndedSandbox } from '../../partners/partners.sql.js';

/** Events go after 30 days, those of sandboxes like all others. */
export const WEBHOOK_RETENTION: RetentionRules = {
  endedSandboxes: { table: 'webhook_endpoints', due: isEndedSandbox('"labId"') },
};
