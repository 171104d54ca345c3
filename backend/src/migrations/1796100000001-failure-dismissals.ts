import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A reviewer can record on a failed certificate, in public, why its failure no longer stands. */
export class FailureDismissals1796100000001 implements MigrationInterface {
  name = 'FailureDismissals1796100000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE coa_data ADD "failureDismissal" jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE coa_data DROP "failureDismissal"`);
  }
}
