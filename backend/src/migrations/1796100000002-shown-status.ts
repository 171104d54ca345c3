import type { MigrationInterface, QueryRunner } from 'typeorm';

const PUBLISHED = `"submissionStatus" = 'approved'`;

/** As in 1795300000011: an entry of such an index has room for 2,704 bytes. */
const SHORT = `octet_length("searchText") <= 1000`;

/** Name, key columns, carried columns, and what else a certificate must be; `%` is the column that statuses are read from. */
const INDEXES = [
  ['by_test_date', `"testDate", "id"`, `"thcContent", %, "searchText"`, SHORT],
  ['by_strength', `"thcContent", "id"`, `"testDate", %, "searchText"`, SHORT],
  ['by_brand', `"brandId", "testDate", "id"`, `"thcContent", %, "searchText", "panelsComplete"`, SHORT],
  [
    ...(['not_passed', `%, "testDate", "id"`, `"thcContent", "searchText", "panelsComplete"`] as const),
    `% <> 'passed' AND ${SHORT}`,
  ],
  ['complete_by_test_date', `"testDate", "id"`, `"thcContent", %, "searchText"`, `"panelsComplete" AND ${SHORT}`],
  ['complete_by_strength', `"thcContent", "id"`, `"testDate", %, "searchText"`, `"panelsComplete" AND ${SHORT}`],
] as const;

/**
 * Stores the status that a certificate alone is shown with, so that the status filter of lists finds what they show and not
 * what the laboratory said. Certificates from before get their errors when they are compared with the rules again.
 *
 * Reading and changing certificates wait while this runs, for about a minute at a million of them.
 */
export class ShownStatus1796100000002 implements MigrationInterface {
  name = 'ShownStatus1796100000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE coa_data ADD "shownStatus" text NOT NULL DEFAULT 'pending'`);
    await runner.query(`
      CREATE FUNCTION store_shown_status() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW."shownStatus" := CASE
          WHEN NEW."status" = 'failed' OR NEW."doNotDrink" THEN 'failed'
          WHEN NEW."status" = 'passed' AND NEW."panelsComplete" AND NEW."ownErrors" = 0 AND NEW."overrideReason" IS NULL
            THEN 'passed'
          ELSE 'pending' END;
        RETURN NEW;
      END $$`);
    // By its name, it runs after the trigger that stores "panelsComplete".
    await runner.query(`
      CREATE TRIGGER coa_data_shown_status
      BEFORE INSERT OR UPDATE OF "status", "testResults", "panelsComplete", "doNotDrink", "ownErrors", "overrideReason",
        "shownStatus" ON coa_data
      FOR EACH ROW EXECUTE FUNCTION store_shown_status()`);
    await runner.query(`UPDATE coa_data SET "shownStatus" = 'pending'`);
    await replaceIndexes(runner, '"shownStatus"');
    await runner.query(`ANALYZE coa_data`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, '"status"');
    await runner.query(`DROP TRIGGER coa_data_shown_status ON coa_data`);
    await runner.query(`DROP FUNCTION store_shown_status()`);
    await runner.query(`ALTER TABLE coa_data DROP "shownStatus"`);
  }
}

async function replaceIndexes(runner: QueryRunner, status: string): Promise<void> {
  for (const [name, ...parts] of INDEXES) {
    const [columns, carried, where] = parts.map((part) => part.replaceAll('%', status));
    await runner.query(`DROP INDEX coa_data_${name}`);
    await runner.query(
      `CREATE INDEX coa_data_${name} ON coa_data (${columns}) INCLUDE (${carried}) WHERE ${PUBLISHED} AND ${where}`,
    );
  }
}
