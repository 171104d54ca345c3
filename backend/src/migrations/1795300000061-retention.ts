import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds what was kept for long enough without reading whole tables. */
export class Retention1795300000061 implements MigrationInterface {
  name = 'Retention1795300000061';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX coa_data_with_sender ON coa_data ("reviewedAt") WHERE "submittedBy" IS NOT NULL`);
    await runner.query(`CREATE INDEX bulk_jobs_completed ON bulk_jobs ("completedAt")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX bulk_jobs_completed, coa_data_with_sender`);
  }
}
