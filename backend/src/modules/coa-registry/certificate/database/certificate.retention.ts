import type { RetentionRules } from '../../../../platform/database/retention.js';
import { isEndedSandbox } from '../../../partners/partners.sql.js';

/** Does what `withoutSubmitter` of the domain does on request; nothing that the public sees changes. */
const WITHOUT_SUBMITTER = `"submittedBy" = NULL, "contactName" = NULL, "notes" = NULL,
  "testResults" = "testResults" - 'submitted'`;

const CERTIFICATE_WITHOUT_SUBMITTER = `${WITHOUT_SUBMITTER}, "version" = "version" + 1`;

/** What the submitter had sent before they sent it again. */
const REVISIONS_WITHOUT_SUBMITTER = `UPDATE submission_revisions SET ${WITHOUT_SUBMITTER}
  WHERE "certificateId" IN (SELECT "id" FROM due)`;

export const CERTIFICATE_RETENTION: RetentionRules = {
  publishedSenders: {
    table: 'coa_data',
    due: `"submittedBy" IS NOT NULL AND "reviewedAt" < $1
        AND "submissionStatus" IN ('approved', 'withdrawn', 'superseded')`,
    emptied: CERTIFICATE_WITHOUT_SUBMITTER,
    besides: REVISIONS_WITHOUT_SUBMITTER,
  },
  rejectedSenders: {
    table: 'coa_data',
    due: `"submittedBy" IS NOT NULL AND "reviewedAt" < $1 AND "submissionStatus" = 'rejected'`,
    // Its PDF, which nothing refers to any more, is deleted with the orphans (decision 0048).
    emptied: `${CERTIFICATE_WITHOUT_SUBMITTER}, "documentId" = NULL`,
    besides: REVISIONS_WITHOUT_SUBMITTER,
  },
  bulkFiles: {
    table: 'bulk_jobs',
    due: `"state" = 'completed' AND "completedAt" < $1`,
  },
  endedSandboxes: [
    // First those that no other one refers to.
    {
      table: 'coa_data',
      due: `${isEndedSandbox('"labId"')}
        AND NOT EXISTS (SELECT 1 FROM coa_data newer WHERE newer."supersedes" = old."id")`,
    },
    { table: 'bulk_jobs', due: isEndedSandbox('"labId"') },
  ],
};
