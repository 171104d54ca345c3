import type { MigrationInterface, QueryRunner } from 'typeorm';

const PUBLISHED = `"submissionStatus" = 'approved'`;

/** An entry of such an index has room for 2,704 bytes, and a search text may have more. */
const SHORT = `octet_length("searchText") <= 1000`;

/**
 * What a list is searched, filtered and sorted by stands in the index that the list walks, so that looking at ten
 * thousand certificates reads a few hundred pages. Certificates with an unusually long search text have an index of
 * their own. Most certificates passed: only what did not has an index by status.
 *
 * Changes of certificates wait while this runs, for some 15 seconds at a million of them; reading goes on, but for the
 * moment at the end in which the former indexes are dropped. A server of the version before goes on working, with slow lists.
 */
export class ListsFromIndexes1795300000011 implements MigrationInterface {
  name = 'ListsFromIndexes1795300000011';

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns, carried, where] of [
      ['test_date', `"testDate", "id"`, `"status", "searchText"`, SHORT],
      ['strength', `"thcContent", "id"`, `"status", "searchText"`, SHORT],
      ['brand', `"brandId", "testDate", "id"`, `"thcContent", "status", "searchText"`, SHORT],
    ]) {
      await runner.query(`ALTER INDEX coa_data_by_${name} RENAME TO coa_data_former_${name}`);
      await runner.query(`
        CREATE INDEX coa_data_by_${name} ON coa_data (${columns}) INCLUDE (${carried}) WHERE ${PUBLISHED} AND ${where}`);
    }
    await runner.query(`
      CREATE INDEX coa_data_not_passed ON coa_data ("status", "testDate", "id") INCLUDE ("thcContent", "searchText")
      WHERE ${PUBLISHED} AND "status" <> 'passed' AND ${SHORT}`);
    await runner.query(`
      CREATE INDEX coa_data_long_search_text ON coa_data ("testDate", "id")
      WHERE ${PUBLISHED} AND octet_length("searchText") > 1000`);
    // Without it the planner takes a third of all texts to be long.
    await runner.query(`CREATE STATISTICS coa_data_text_length ON (octet_length("searchText")) FROM coa_data`);
    await runner.query(`ANALYZE coa_data`);
    await runner.query(`
      DROP INDEX coa_data_former_test_date, coa_data_former_strength, coa_data_former_brand, coa_data_by_status`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP STATISTICS coa_data_text_length`);
    await runner.query(`
      DROP INDEX coa_data_by_test_date, coa_data_by_strength, coa_data_by_brand, coa_data_not_passed, coa_data_long_search_text`);
    for (const [name, columns] of [
      ['test_date', `"testDate", "id"`],
      ['strength', `"thcContent", "id"`],
      ['brand', `"brandId", "testDate", "id"`],
      ['status', `"status", "testDate", "id"`],
    ]) {
      await runner.query(`CREATE INDEX coa_data_by_${name} ON coa_data (${columns}) WHERE ${PUBLISHED}`);
    }
  }
}
