import type { MigrationInterface, QueryRunner } from 'typeorm';

const SEARCHED = `"searchText" || '|' || lower("reference") || '||' || lower(coalesce("labReportId", ''))`;

/** Indexes for the list of a lab's certificates: by status, and searched by product, brand, batch, reference and report. */
export class LabCertificates1795820000003 implements MigrationInterface {
  name = 'LabCertificates1795820000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX coa_data_by_lab_status ON coa_data ("labId", "submissionStatus", "createdAt", "id")
      WHERE "labId" IS NOT NULL`);
    await runner.query(`
      CREATE INDEX coa_data_lab_search ON coa_data USING gin ((${SEARCHED}) gin_trgm_ops)
      WHERE "labId" IS NOT NULL`);
    // The planner takes no statistics from a partial index. Without them it takes every term to be rare.
    await runner.query(`CREATE STATISTICS coa_data_lab_search_text ON (${SEARCHED}) FROM coa_data`);
    await runner.query(`ANALYZE coa_data`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP STATISTICS coa_data_lab_search_text`);
    await runner.query(`DROP INDEX coa_data_lab_search, coa_data_by_lab_status`);
  }
}
