/**
 * Days that personal data is kept after it is no longer needed. content/retention.json has the same numbers for the
 * public page (docs/decisions/0025).
 */
export const RETENTION_DAYS = {
  handledMessages: 365,
  closedProblemReports: 365,
  publishedSenders: 365,
  rejectedSenders: 180,
  unverifiedBrandContacts: 365,
  unprovenBrandClaims: 7,
  endedBrandClaims: 365,
  unconfirmedSubscriptions: 30,
  endedSubscriptions: 365,
  unconfirmedFollows: 7,
  givenUpMail: 90,
  bulkFiles: 90,
  endedSandboxes: 0,
  repeatedRequests: 2,
  endedSessions: 1,
  failedSignIns: 1,
} as const;

export type RetentionRule = keyof typeof RETENTION_DAYS;

export const RETENTION_RULES = Object.keys(RETENTION_DAYS) as RetentionRule[];
