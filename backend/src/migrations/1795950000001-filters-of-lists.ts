import type { MigrationInterface, QueryRunner } from 'typeorm';

const PUBLISHED = `"submissionStatus" = 'approved'`;

/** As in 1795300000011: an entry of such an index has room for 2,704 bytes. */
const SHORT = `octet_length("searchText") <= 1000`;

/** Name, key columns, carried columns, and what else a certificate must be. */
const INDEXES = [
  ['by_test_date', `"testDate", "id"`, `"thcContent", "status", "searchText"`, SHORT],
  ['by_strength', `"thcContent", "id"`, `"testDate", "status", "searchText"`, SHORT],
  ['by_brand', `"brandId", "testDate", "id"`, `"thcContent", "status", "searchText", "panelsComplete"`, SHORT],
  [
    'not_passed',
    `"status", "testDate", "id"`,
    `"thcContent", "searchText", "panelsComplete"`,
    `"status" <> 'passed' AND ${SHORT}`,
  ],
] as const;

const FORMER_INDEXES = [
  ['by_test_date', `"testDate", "id"`, `"status", "searchText"`, SHORT],
  ['by_strength', `"thcContent", "id"`, `"status", "searchText"`, SHORT],
  ['by_brand', `"brandId", "testDate", "id"`, `"thcContent", "status", "searchText"`, SHORT],
  ['not_passed', `"status", "testDate", "id"`, `"thcContent", "searchText"`, `"status" <> 'passed' AND ${SHORT}`],
] as const;

/**
 * Stores whether a certificate reports all four contaminant panels, by the same function as the total counts with, and
 * lets lists be filtered by it and by test date from indexes alone. Certificates that report all panels have list indexes
 * of their own, so that a page is found as fast where few do.
 *
 * Reading and changing certificates wait while this runs, for about a minute at a million of them.
 */
export class FiltersOfLists1795950000001 implements MigrationInterface {
  name = 'FiltersOfLists1795950000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE coa_data ADD "panelsComplete" boolean NOT NULL DEFAULT true`);
    await runner.query(`
      UPDATE coa_data SET "panelsComplete" = false WHERE NOT reports_all_panels("testResults")`);
    await runner.query(`ALTER TABLE coa_data ALTER "panelsComplete" SET DEFAULT false`);
    await runner.query(`
      CREATE FUNCTION store_panels_complete() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW."panelsComplete" := reports_all_panels(NEW."testResults");
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER coa_data_panels_complete BEFORE INSERT OR UPDATE OF "testResults", "panelsComplete" ON coa_data
      FOR EACH ROW EXECUTE FUNCTION store_panels_complete()`);
    await replaceIndexes(runner, INDEXES);
    await runner.query(`
      CREATE INDEX coa_data_complete_by_test_date ON coa_data ("testDate", "id")
      INCLUDE ("thcContent", "status", "searchText") WHERE ${PUBLISHED} AND "panelsComplete" AND ${SHORT}`);
    await runner.query(`
      CREATE INDEX coa_data_complete_by_strength ON coa_data ("thcContent", "id")
      INCLUDE ("testDate", "status", "searchText") WHERE ${PUBLISHED} AND "panelsComplete" AND ${SHORT}`);
    await runner.query(`ANALYZE coa_data`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX coa_data_complete_by_test_date, coa_data_complete_by_strength`);
    await replaceIndexes(runner, FORMER_INDEXES);
    await runner.query(`DROP TRIGGER coa_data_panels_complete ON coa_data`);
    await runner.query(`DROP FUNCTION store_panels_complete()`);
    await runner.query(`ALTER TABLE coa_data DROP "panelsComplete"`);
  }
}

async function replaceIndexes(runner: QueryRunner, indexes: typeof INDEXES | typeof FORMER_INDEXES): Promise<void> {
  for (const [name, columns, carried, where] of indexes) {
    await runner.query(`DROP INDEX coa_data_${name}`);
    await runner.query(
      `CREATE INDEX coa_data_${name} ON coa_data (${columns}) INCLUDE (${carried}) WHERE ${PUBLISHED} AND ${where}`,
    );
  }
}
