import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The life of a certificate after its first decision: changes requested, withdrawn, superseded; and who supplied it. */
export class Review1795219200008 implements MigrationInterface {
  name = 'Review1795219200008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE coa_data
        ADD "labKey" text,
        ADD "labReportId" text,
        ADD "source" text NOT NULL DEFAULT 'submitter',
        ADD "labId" uuid,
        ADD "comments" jsonb NOT NULL DEFAULT '[]',
        ADD "dueOn" date,
        ADD "supersedes" uuid,
        ADD "amendmentReason" text,
        ADD "endedAt" TIMESTAMP WITH TIME ZONE,
        ADD "withdrawalReason" text,
        ADD "version" integer NOT NULL DEFAULT 1`);
    // Three business days are five days on average; what was decided already has no due date that matters.
    await runner.query(`
      UPDATE coa_data SET "labKey" = lower(regexp_replace(btrim("labName"), '\\s+', ' ', 'g')),
                          "dueOn" = ("createdAt" AT TIME ZONE 'America/New_York')::date + 5`);
    await runner.query(`
      ALTER TABLE coa_data
        ALTER "labKey" SET NOT NULL,
        ALTER "dueOn" SET NOT NULL,
        DROP CONSTRAINT coa_data_submission_status_check,
        DROP CONSTRAINT coa_data_published_check,
        ADD CONSTRAINT coa_data_submission_status_check CHECK ("submissionStatus" IN ('pending', 'changes_requested', 'approved', 'rejected', 'withdrawn', 'superseded')),
        ADD CONSTRAINT coa_data_published_check CHECK ("submissionStatus" NOT IN ('approved', 'withdrawn', 'superseded') OR ("brandId" IS NOT NULL AND "reviewedAt" IS NOT NULL)),
        ADD CONSTRAINT coa_data_ended_check CHECK (("endedAt" IS NOT NULL) = ("submissionStatus" IN ('withdrawn', 'superseded'))),
        ADD CONSTRAINT coa_data_source_check CHECK (source IN ('submitter', 'lab', 'staff')),
        ADD CONSTRAINT coa_data_amendment_check CHECK (("supersedes" IS NULL) = ("amendmentReason" IS NULL)),
        ADD CONSTRAINT coa_data_lab_fkey FOREIGN KEY ("labId") REFERENCES partner_labs ("id"),
        ADD CONSTRAINT coa_data_supersedes_fkey FOREIGN KEY ("supersedes") REFERENCES coa_data ("id")`);
    await runner.query(`DROP INDEX coa_data_open_batch_key`);
    await runner.query(`
      CREATE UNIQUE INDEX coa_data_open_batch_key ON coa_data ("batchKey")
      WHERE "submissionStatus" = 'approved' OR ("submissionStatus" IN ('pending', 'changes_requested') AND "supersedes" IS NULL)`);
    await runner.query(`
      CREATE UNIQUE INDEX coa_data_amendment_key ON coa_data ("supersedes")
      WHERE "supersedes" IS NOT NULL AND "submissionStatus" <> 'rejected'`);
    await runner.query(`CREATE INDEX coa_data_by_batch ON coa_data ("batchKey")`);
    await runner.query(`
      CREATE INDEX coa_data_by_lab_name ON coa_data ("labKey") WHERE "submissionStatus" = 'approved'`);
    await runner.query(`
      CREATE INDEX coa_data_by_lab ON coa_data ("labId", "createdAt", "id") WHERE "labId" IS NOT NULL`);
    await runner.query(`CREATE INDEX coa_data_due ON coa_data ("dueOn") WHERE "submissionStatus" = 'pending'`);
    // A certificate that ends locks its brand and then the totals. Whoever makes no brand may not hold the totals before.
    await countBrands(runner, (rows) => `WHERE EXISTS (SELECT 1 FROM ${rows})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await countBrands(runner, () => '');
    await runner.query(`
      DROP INDEX coa_data_due, coa_data_by_lab, coa_data_by_lab_name, coa_data_by_batch, coa_data_amendment_key, coa_data_open_batch_key`);
    await runner.query(`
      ALTER TABLE coa_data
        DROP CONSTRAINT coa_data_supersedes_fkey,
        DROP CONSTRAINT coa_data_lab_fkey,
        DROP CONSTRAINT coa_data_amendment_check,
        DROP CONSTRAINT coa_data_source_check,
        DROP CONSTRAINT coa_data_ended_check,
        DROP CONSTRAINT coa_data_published_check,
        DROP CONSTRAINT coa_data_submission_status_check,
        ADD CONSTRAINT coa_data_submission_status_check CHECK ("submissionStatus" IN ('pending', 'approved', 'rejected')),
        ADD CONSTRAINT coa_data_published_check CHECK ("submissionStatus" <> 'approved' OR ("brandId" IS NOT NULL AND "reviewedAt" IS NOT NULL)),
        DROP "version", DROP "withdrawalReason", DROP "endedAt", DROP "amendmentReason", DROP "supersedes",
        DROP "dueOn", DROP "comments", DROP "labId", DROP "source", DROP "labReportId", DROP "labKey"`);
    await runner.query(`
      CREATE UNIQUE INDEX coa_data_open_batch_key ON coa_data ("batchKey") WHERE "submissionStatus" <> 'rejected'`);
  }
}

async function countBrands(runner: QueryRunner, condition: (rows: string) => string): Promise<void> {
  for (const [name, rows, sign] of [
    ['up', 'rows_after', '+'],
    ['down', 'rows_before', '-'],
  ] as const) {
    await runner.query(`
      CREATE OR REPLACE FUNCTION count_brands_${name}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE registry_totals SET "brands" = "brands" ${sign} (SELECT count(*) FROM ${rows}) ${condition(rows)};
        RETURN NULL;
      END $$`);
  }
}
