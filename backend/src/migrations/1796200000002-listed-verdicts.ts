import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lists keep their answers until all certificates are compared again: a profile has those, too, until then (decision 0054).
 * A certificate's own errors are judged with its first comparison, not again with each.
 */
export class ListedVerdicts1796200000002 implements MigrationInterface {
  name = 'ListedVerdicts1796200000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE certificate_verdicts ADD "judgment" smallint NOT NULL DEFAULT 0`);
    await runner.query(`
      ALTER TABLE verdict_profiles DROP CONSTRAINT verdict_profiles_key, ADD "listedVerdicts" text[], ADD "key" text`);
    await runner.query(`UPDATE verdict_profiles SET "listedVerdicts" = "verdicts", "key" = 'before ' || "id"`);
    await runner.query(`
      ALTER TABLE verdict_profiles ALTER "listedVerdicts" SET NOT NULL, ALTER "key" SET NOT NULL,
        ADD CONSTRAINT verdict_profiles_key UNIQUE ("key")`);
    await runner.query(`
      CREATE INDEX certificate_verdicts_all_by_test_date
      ON certificate_verdicts ("testDate", "certificateId") INCLUDE ("profileId", "thcContent")`);
    await runner.query(`
      CREATE INDEX certificate_verdicts_all_by_strength
      ON certificate_verdicts ("thcContent", "certificateId") INCLUDE ("profileId", "testDate")`);
  }

  /** Certificates are compared again. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX certificate_verdicts_all_by_test_date, certificate_verdicts_all_by_strength`);
    await runner.query(`UPDATE certificate_verdicts SET "profileId" = NULL`);
    await runner.query(`DELETE FROM verdict_profiles`);
    await runner.query(`
      ALTER TABLE verdict_profiles DROP CONSTRAINT verdict_profiles_key, DROP "listedVerdicts", DROP "key",
        ADD CONSTRAINT verdict_profiles_key UNIQUE ("basis", "verdicts", "outcome", "panelsComplete")`);
    await runner.query(`ALTER TABLE certificate_verdicts DROP "judgment"`);
  }
}
