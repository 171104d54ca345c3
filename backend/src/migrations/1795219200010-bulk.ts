import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Bulk1795219200010 implements MigrationInterface {
  name = 'Bulk1795219200010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE bulk_jobs (
        "id" uuid NOT NULL,
        "labId" uuid NOT NULL,
        "idempotencyKey" text NOT NULL,
        "state" text NOT NULL,
        "lines" integer NOT NULL,
        "published" integer NOT NULL,
        "waiting" integer NOT NULL,
        "refused" integer NOT NULL,
        "digest" text NOT NULL,
        "createdAt" TIMESTAMP WITH TIME ZONE NOT NULL,
        "completedAt" TIMESTAMP WITH TIME ZONE,
        CONSTRAINT bulk_jobs_pkey PRIMARY KEY ("id"),
        CONSTRAINT bulk_jobs_key UNIQUE ("labId", "idempotencyKey"),
        CONSTRAINT bulk_jobs_state_check CHECK (state IN ('open', 'completed')),
        CONSTRAINT bulk_jobs_lab_fkey FOREIGN KEY ("labId") REFERENCES partner_labs ("id")
      )`);
    await runner.query(`CREATE INDEX bulk_jobs_of_lab ON bulk_jobs ("labId", "createdAt")`);
    await runner.query(`
      CREATE TABLE bulk_portions (
        "jobId" uuid NOT NULL,
        "firstLine" integer NOT NULL,
        "lastLine" integer NOT NULL,
        "results" jsonb NOT NULL,
        CONSTRAINT bulk_portions_pkey PRIMARY KEY ("jobId", "firstLine"),
        CONSTRAINT bulk_portions_job_fkey FOREIGN KEY ("jobId") REFERENCES bulk_jobs ("id") ON DELETE CASCADE
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE bulk_portions`);
    await runner.query(`DROP TABLE bulk_jobs`);
  }
}
