import type { MigrationInterface, QueryRunner } from 'typeorm';

const PUBLISHED = `"submissionStatus" = 'approved'`;

/** What a comparison with rules reads, and what lists filter by besides. */
const COMPARED = ['testDate', 'thcContent', 'status', 'testResults', 'sample'];

const changed = COMPARED.map((column) => `n."${column}" IS DISTINCT FROM o."${column}"`).join(' OR ');

/**
 * Stores how each published certificate compares with the rules (decision 0054), apart from the certificates: their many
 * indexes would all be written again with each comparison. A row without a profile is not compared yet.
 */
export class StoredVerdicts1795970000001 implements MigrationInterface {
  name = 'StoredVerdicts1795970000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE verdict_bases (
        "fingerprint" text NOT NULL,
        "announcedAt" timestamptz NOT NULL DEFAULT clock_timestamp(),
        "compared" integer NOT NULL DEFAULT 0,
        "changes" jsonb NOT NULL DEFAULT '{}',
        "finishedAt" timestamptz,
        CONSTRAINT verdict_bases_pkey PRIMARY KEY ("fingerprint")
      )`);
    await runner.query(`
      CREATE TABLE verdict_profiles (
        "id" SERIAL NOT NULL,
        "basis" text NOT NULL,
        "verdicts" text[] NOT NULL,
        "outcome" text NOT NULL,
        "panelsComplete" boolean NOT NULL,
        CONSTRAINT verdict_profiles_pkey PRIMARY KEY ("id"),
        CONSTRAINT verdict_profiles_key UNIQUE ("basis", "verdicts", "outcome", "panelsComplete")
      )`);
    await runner.query(`
      CREATE TABLE certificate_verdicts (
        "certificateId" uuid NOT NULL,
        "profileId" integer,
        "testDate" date NOT NULL,
        "thcContent" numeric(6,2) NOT NULL,
        CONSTRAINT certificate_verdicts_pkey PRIMARY KEY ("certificateId")
      )`);
    await runner.query(`
      INSERT INTO certificate_verdicts ("certificateId", "testDate", "thcContent")
      SELECT "id", "testDate", "thcContent" FROM coa_data WHERE ${PUBLISHED}`);
    await runner.query(`
      CREATE INDEX certificate_verdicts_by_test_date
      ON certificate_verdicts ("profileId", "testDate", "certificateId") INCLUDE ("thcContent")`);
    await runner.query(`
      CREATE INDEX certificate_verdicts_by_strength
      ON certificate_verdicts ("profileId", "thcContent", "certificateId") INCLUDE ("testDate")`);
    await runner.query(`
      ALTER TABLE certificate_verdicts ADD CONSTRAINT certificate_verdicts_certificate_fkey
      FOREIGN KEY ("certificateId") REFERENCES coa_data ("id") ON DELETE CASCADE`);
    await runner.query(`
      ALTER TABLE certificate_verdicts ADD CONSTRAINT certificate_verdicts_profile_fkey
      FOREIGN KEY ("profileId") REFERENCES verdict_profiles ("id")`);
    await runner.query(`
      CREATE FUNCTION list_for_comparison() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO certificate_verdicts ("certificateId", "testDate", "thcContent")
          SELECT "id", "testDate", "thcContent" FROM new_rows WHERE ${PUBLISHED};
          RETURN NULL;
        END IF;
        DELETE FROM certificate_verdicts v USING new_rows n JOIN old_rows o USING ("id")
         WHERE v."certificateId" = n."id" AND o.${PUBLISHED} AND n."submissionStatus" <> 'approved';
        INSERT INTO certificate_verdicts ("certificateId", "testDate", "thcContent")
        SELECT n."id", n."testDate", n."thcContent" FROM new_rows n JOIN old_rows o USING ("id")
         WHERE n.${PUBLISHED} AND (o."submissionStatus" <> 'approved' OR ${changed})
        ON CONFLICT ("certificateId") DO UPDATE
        SET "profileId" = NULL, "testDate" = excluded."testDate", "thcContent" = excluded."thcContent";
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER coa_data_compared_insert AFTER INSERT ON coa_data
      REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION list_for_comparison()`);
    await runner.query(`
      CREATE TRIGGER coa_data_compared_update AFTER UPDATE ON coa_data
      REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION list_for_comparison()`);
    await runner.query(`ANALYZE certificate_verdicts`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER coa_data_compared_update ON coa_data`);
    await runner.query(`DROP TRIGGER coa_data_compared_insert ON coa_data`);
    await runner.query(`DROP FUNCTION list_for_comparison()`);
    await runner.query(`DROP TABLE certificate_verdicts`);
    await runner.query(`DROP TABLE verdict_profiles`);
    await runner.query(`DROP TABLE verdict_bases`);
  }
}
