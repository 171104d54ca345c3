import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Problems that people report with certificates. Pages of certificates show outcomes, so only a decision empties what is cached of them. */
export class ProblemReports1796384000001 implements MigrationInterface {
  name = 'ProblemReports1796384000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE problem_reports (
        "id" uuid NOT NULL,
        "reference" text NOT NULL,
        "certificateId" uuid NOT NULL,
        "reason" text NOT NULL,
        "text" text,
        "email" text,
        "reporterKey" text,
        "times" integer NOT NULL DEFAULT 1,
        "reportedAt" timestamptz NOT NULL,
        "acknowledgedAt" timestamptz,
        "heardAt" timestamptz,
        "closedAt" timestamptz,
        "dueBy" date,
        "outcome" text,
        "sentence" text,
        "decidedBy" text,
        "version" integer NOT NULL DEFAULT 1,
        CONSTRAINT problem_reports_reason_check CHECK (reason IN ('figure_differs', 'other_batch', 'label_differs', 'not_genuine', 'strength_differs', 'other')),
        CONSTRAINT problem_reports_outcome_check CHECK (outcome IN ('no_error', 'corrected', 'withdrawn', 'not_settled', 'dismissed')),
        CONSTRAINT problem_reports_closed_check CHECK (num_nulls("closedAt", "outcome", "sentence", "decidedBy") = CASE WHEN "dueBy" IS NULL THEN 0 ELSE 4 END),
        CONSTRAINT problem_reports_pkey PRIMARY KEY ("id"))`);
    await runner.query(
      `CREATE UNIQUE INDEX problem_reports_one_open ON problem_reports ("certificateId", "reporterKey") WHERE "closedAt" IS NULL`,
    );
    await runner.query(`CREATE INDEX problem_reports_of_certificate ON problem_reports ("certificateId", "closedAt")`);
    await runner.query(
      `CREATE INDEX problem_reports_of_reporter ON problem_reports ("reporterKey") WHERE "closedAt" IS NULL`,
    );
    await runner.query(`CREATE INDEX problem_reports_due ON problem_reports ("dueBy", "reportedAt", "id")`);
    await runner.query(`CREATE INDEX problem_reports_closed ON problem_reports ("closedAt", "id")`);
    await runner.query(`CREATE INDEX problem_reports_newest ON problem_reports ("reportedAt")`);
    await runner.query(`CREATE INDEX problem_reports_by_address ON problem_reports (lower("email"))`);
    await runner.query(`
      CREATE TRIGGER problem_reports_announce AFTER UPDATE OF "outcome", "sentence" ON problem_reports
      FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied('certificates')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE problem_reports`);
  }
}
