import type { MigrationInterface, QueryRunner } from 'typeorm';

const OPEN = `"submissionStatus" IN ('pending', 'changes_requested')`;

/** As the domain compares report numbers (domain/coa-registry/queue.ts). */
const REPORT = `translate(regexp_replace(lower("labReportId"), '[^a-z0-9]+', '', 'g'), 'oil', '011')`;
const REFERENCE = `lower(replace("reference", '-', ''))`;

const QUEUE_TEXT = `("searchText" || '| ' || "labKey" || ' | ' || coalesce(${REPORT}, '') || ' | #' || ${REFERENCE} || ' #'
  || substr(${REFERENCE}, 3) || ' #' || substr(${REFERENCE}, 7) || ' ')`;

/**
 * The review queue is searched by reference, report number and lab, and sorted by due date, brand or lab; and what a
 * submission said before it was sent again is stored for the reviewer to compare.
 *
 * The queue's indexes leave out published certificates, except for a small one of their report numbers. Creating them
 * reads the table once each and blocks changes of certificates meanwhile: some seconds at a million of them. A server of
 * the previous version goes on working. It stores no revisions, so what is sent again through it shows no comparison.
 */
export class ReviewQueue1795810000001 implements MigrationInterface {
  name = 'ReviewQueue1795810000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "submission_revisions" (
        "certificateId" uuid NOT NULL,
        "version" integer NOT NULL,
        "replacedAt" TIMESTAMP WITH TIME ZONE NOT NULL,
        "submittedBy" text,
        "contactName" text,
        "notes" text,
        "content" jsonb NOT NULL,
        "testResults" jsonb NOT NULL,
        "findings" jsonb NOT NULL,
        CONSTRAINT "submission_revisions_pkey" PRIMARY KEY ("certificateId", "version"),
        CONSTRAINT "submission_revisions_certificate_fkey" FOREIGN KEY ("certificateId") REFERENCES "coa_data" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`
      CREATE INDEX submission_revisions_by_sender ON submission_revisions (lower("submittedBy"))
      WHERE "submittedBy" IS NOT NULL`);
    await runner.query(`DROP INDEX coa_data_due`);
    await runner.query(`CREATE INDEX coa_data_due ON coa_data ("dueOn", "id") WHERE "submissionStatus" = 'pending'`);
    await runner.query(`
      CREATE INDEX coa_data_queue_by_brand ON coa_data
        ("submissionStatus", (lower("brandName" || E'\\t' || "productName") COLLATE "C"), "id") WHERE ${OPEN}`);
    await runner.query(`
      CREATE INDEX coa_data_queue_by_lab ON coa_data ("submissionStatus", "labKey" COLLATE "C", "id") WHERE ${OPEN}`);
    await runner.query(`
      CREATE INDEX coa_data_queue_search ON coa_data USING gin (${QUEUE_TEXT} gin_trgm_ops)
      WHERE "submissionStatus" <> 'approved'`);
    await runner.query(`
      CREATE INDEX coa_data_report_number ON coa_data ((${REPORT}))
      WHERE "submissionStatus" = 'approved' AND "labReportId" IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX coa_data_report_number, coa_data_queue_search, coa_data_queue_by_lab, coa_data_queue_by_brand, coa_data_due`);
    await runner.query(`CREATE INDEX coa_data_due ON coa_data ("dueOn") WHERE "submissionStatus" = 'pending'`);
    await runner.query(`DROP TABLE "submission_revisions"`);
  }
}
