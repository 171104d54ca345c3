import type { RetentionRules } from '../../../platform/database/retention.js';

export const STAFF_RETENTION: RetentionRules = {
  endedSessions: {
    table: 'staff_sessions',
    due: `"lastUsedAt" < $1`,
    key: ['tokenDigest'],
  },
  failedSignIns: { table: 'staff_attempts', due: `"lastAt" < $1`, key: ['key'] },
};
