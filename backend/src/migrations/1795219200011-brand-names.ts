import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Brands can be renamed and merged, by two people at once; their former names go on leading to them. */
export class BrandNames1795219200011 implements MigrationInterface {
  name = 'BrandNames1795219200011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE brands ADD "version" integer NOT NULL DEFAULT 1`);
    await runner.query(`
      CREATE TABLE brand_aliases (
        "nameKey" text NOT NULL,
        "brandId" integer NOT NULL,
        CONSTRAINT brand_aliases_pkey PRIMARY KEY ("nameKey"),
        CONSTRAINT brand_aliases_brand_fkey FOREIGN KEY ("brandId") REFERENCES brands ("id")
      )`);
    await runner.query(`CREATE INDEX brand_aliases_brand ON brand_aliases ("brandId")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE brand_aliases`);
    await runner.query(`ALTER TABLE brands DROP "version"`);
  }
}
