import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A lab looks for its certificates by its own report number, and may have been renamed since it sent them. */
export class LabReports1795830000001 implements MigrationInterface {
  name = 'LabReports1795830000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX coa_data_by_lab_report
          ON coa_data ("labId", lower(regexp_replace(normalize("labReportId"), '\\s+', ' ', 'g')))
       WHERE "labId" IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX coa_data_by_lab_report`);
  }
}
