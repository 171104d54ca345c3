import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The feed of newly published certificates reads this from its end. */
export class PublicationOrder1795219200003 implements MigrationInterface {
  name = 'PublicationOrder1795219200003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX coa_data_by_publication ON coa_data ("reviewedAt", "id")
      WHERE "submissionStatus" = 'approved'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX coa_data_by_publication`);
  }
}
