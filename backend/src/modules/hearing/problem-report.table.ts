import { EntitySchema } from 'typeorm';
import type { ProblemReport } from '../../domain/hearing/hearing.js';
import { uuidKey } from '../../platform/database/columns.js';
import type { RetentionRules } from '../../platform/database/retention.js';

/** With a keyed code of who sent it, until it is closed: their email address, or else their network address. */
interface ProblemReportRow extends ProblemReport {
  readonly reporterKey: string | null;
}

export const problemReportTable = new EntitySchema<ProblemReportRow>({
  name: 'ProblemReport',
  tableName: 'problem_reports',
  columns: {
    id: uuidKey('problem_reports_pkey'),
    reference: { type: 'text' },
    certificateId: { type: 'uuid' },
    reason: { type: 'text' },
    text: { type: 'text', nullable: true },
    email: { type: 'text', nullable: true },
    reporterKey: { type: 'text', nullable: true },
    times: { type: 'integer', default: 1 },
    reportedAt: { type: 'timestamptz' },
    acknowledgedAt: { type: 'timestamptz', nullable: true },
    heardAt: { type: 'timestamptz', nullable: true },
    closedAt: { type: 'timestamptz', nullable: true },
    dueBy: { type: 'date', nullable: true },
    outcome: { type: 'text', nullable: true },
    sentence: { type: 'text', nullable: true },
    decidedBy: { type: 'text', nullable: true },
    version: { type: 'integer', default: 1 },
  },
  checks: [
    {
      name: 'problem_reports_reason_check',
      expression: `reason IN ('figure_differs', 'other_batch', 'label_differs', 'not_genuine', 'strength_differs', 'other')`,
    },
    {
      name: 'problem_reports_outcome_check',
      expression: `outcome IN ('no_error', 'corrected', 'withdrawn', 'not_settled', 'dismissed')`,
    },
    {
      name: 'problem_reports_closed_check',
      expression: `num_nulls("closedAt", "outcome", "sentence", "decidedBy") = CASE WHEN "dueBy" IS NULL THEN 0 ELSE 4 END`,
    },
  ],
  indices: [
    {
      name: 'problem_reports_one_open',
      columns: ['certificateId', 'reporterKey'],
      unique: true,
      where: `"closedAt" IS NULL`,
    },
    { name: 'problem_reports_of_certificate', columns: ['certificateId', 'closedAt'] },
    { name: 'problem_reports_of_reporter', columns: ['reporterKey'], where: `"closedAt" IS NULL` },
    { name: 'problem_reports_due', columns: ['dueBy', 'reportedAt', 'id'] },
    { name: 'problem_reports_closed', columns: ['closedAt', 'id'] },
    { name: 'problem_reports_newest', columns: ['reportedAt'] },
    { name: 'problem_reports_by_address', columns: ['email'], synchronize: false },
  ],
});

export const HEARING_RETENTION: RetentionRules = {
  closedProblemReports: {
    table: 'problem_reports',
    due: `"closedAt" < $1 AND num_nonnulls("email", "text") > 0`,
    emptied: `"email" = NULL, "text" = NULL, "version" = "version" + 1`,
  },
};
