import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Finds the certificates of a product. The words of a name are the search text up to its first bar; an entry of an index
 * has no room for the longest of them.
 */
export class Products1795950000002 implements MigrationInterface {
  name = 'Products1795950000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX coa_data_by_product
      ON coa_data ("brandId", (left(split_part("searchText", '|', 1), 200)), "testDate", "id")
      WHERE "submissionStatus" IN ('approved', 'withdrawn', 'superseded')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX coa_data_by_product`);
  }
}
