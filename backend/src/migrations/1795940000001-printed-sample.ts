import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What certificates print about the sample and the report, besides results. A nullable column changes no row. */
export class PrintedSample1795940000001 implements MigrationInterface {
  name = 'PrintedSample1795940000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "coa_data" ADD "sample" jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "coa_data" DROP "sample"`);
  }
}
