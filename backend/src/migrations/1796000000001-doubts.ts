import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores how many errors a certificate's own content shows, so that lists can say that something does not fit, and why a
 * reviewer published it all the same. Certificates from before count none until they change.
 */
export class Doubts1796000000001 implements MigrationInterface {
  name = 'Doubts1796000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE coa_data ADD "overrideReason" text, ADD "ownErrors" smallint NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE coa_data DROP "overrideReason", DROP "ownErrors"`);
  }
}
