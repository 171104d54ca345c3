import type { RetentionRules } from '../../platform/database/retention.js';

export const BRAND_RETENTION: RetentionRules = {
  unverifiedBrandContacts: {
    table: 'brands',
    due: `NOT "verified" AND "createdAt" < $1 AND ("contactEmail" <> '' OR "contactName" IS NOT NULL)`,
    emptied: `"contactEmail" = '', "contactName" = NULL, "version" = "version" + 1`,
  },
};
