import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The list of certificates can be filtered by who picked the can. Few say so, and a filter for one of them would read all. */
export class Samplers1796388000001 implements MigrationInterface {
  name = 'Samplers1796388000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX coa_data_by_sampler ON coa_data (("sample"->>'sampledBy'), "testDate", "id")
      WHERE "submissionStatus" = 'approved' AND "sample"->>'sampledBy' IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX coa_data_by_sampler`);
  }
}
