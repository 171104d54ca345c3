import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What it takes to undo a merger of brands. */
export class BrandMergers1796330000001 implements MigrationInterface {
  name = 'BrandMergers1796330000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE brand_mergers (
        "id" SERIAL NOT NULL,
        "brand" jsonb NOT NULL,
        "certificateIds" uuid array NOT NULL,
        "formerNameKeys" text array NOT NULL,
        "mergedAt" timestamptz NOT NULL,
        CONSTRAINT brand_mergers_pkey PRIMARY KEY ("id"))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE brand_mergers`);
  }
}
