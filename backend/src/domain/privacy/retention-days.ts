/**
 * How many days something personal is kept once it is no longer needed, and what is done then. content/retention.json
 * holds the same figures for the page that tells people (docs/decisions/0025).
 */
export const RETENTION_DAYS = {
  handledMessages: 365,
  publishedSenders: 365,
  rejectedSenders: 180,
  unverifiedBrandContacts: 365,
  unconfirmedSubscriptions: 30,
  endedSubscriptions: 365,
  givenUpMail: 90,
  bulkFiles: 90,
  repeatedRequests: 2,
  endedSessions: 1,
  failedSignIns: 1,
} as const;

export type RetentionRule = keyof typeof RETENTION_DAYS;

export const RETENTION_RULES = Object.keys(RETENTION_DAYS) as RetentionRule[];
