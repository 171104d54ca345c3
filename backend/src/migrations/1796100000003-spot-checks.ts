import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A share of what trusted labs publish without a reviewer is checked afterwards, and more of it after a finding. */
export class SpotChecks1796100000003 implements MigrationInterface {
  name = 'SpotChecks1796100000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE coa_data ADD "spotCheck" text`);
    await runner.query(`
      ALTER TABLE coa_data ADD CONSTRAINT coa_data_spot_check_check CHECK ("spotCheck" IN ('due', 'agrees', 'differs'))`);
    await runner.query(`
      CREATE INDEX coa_data_spot_checks ON coa_data ("createdAt", "id")
      WHERE "spotCheck" = 'due' AND "submissionStatus" = 'approved'`);
    await runner.query(`CREATE INDEX coa_data_findings ON coa_data ("labId", "endedAt") WHERE "spotCheck" = 'differs'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE coa_data DROP "spotCheck"`);
  }
}
