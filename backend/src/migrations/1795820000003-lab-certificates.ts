import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes for the list of a lab's certificates: by status, and searched by product, brand, batch, reference and report. */
export class LabCertificates1795820000003 implements MigrationInterface {
  name = 'LabCertificates1795820000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX coa_data_by_lab_status ON coa_data ("labId", "submissionStatus", "createdAt", "id")
      WHERE "labId" IS NOT NULL`);
    await runner.query(`
      CREATE INDEX coa_data_lab_search ON coa_data USING gin (
        ("searchText" || '|' || lower("reference") || '||' || lower(coalesce("labReportId", ''))) gin_trgm_ops)
      WHERE "labId" IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX coa_data_lab_search, coa_data_by_lab_status`);
  }
}
