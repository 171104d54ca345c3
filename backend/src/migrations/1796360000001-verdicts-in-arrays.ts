import type { MigrationInterface, QueryRunner } from 'typeorm';

const PUBLISHED = `"submissionStatus" = 'approved'`;

/** What a comparison with rules reads. */
const COMPARED = ['testDate', 'thcContent', 'testResults', 'sample'];

const IS_CHANGED = COMPARED.map((column) => `n."${column}" IS DISTINCT FROM o."${column}"`).join(' OR ');

/** The basis that lists answered with. */
const LISTED_BASIS = `(SELECT b."fingerprint" FROM verdict_bases b WHERE b."finishedAt" IS NOT NULL
  ORDER BY b."finishedAt" DESC LIMIT 1)`;

/**
 * Stores the verdicts of each published certificate in one indexed array, and each comparison of all certificates as a run
 * (decision 0054). Lists answer after this migration what they answered before it.
 */
export class VerdictsInArrays1796360000001 implements MigrationInterface {
  name = 'VerdictsInArrays1796360000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE verdict_runs (
        "id" SERIAL NOT NULL,
        "fingerprint" text NOT NULL,
        "startedAt" timestamptz NOT NULL DEFAULT clock_timestamp(),
        "compared" integer NOT NULL DEFAULT 0,
        "changes" jsonb NOT NULL DEFAULT '{}',
        "finishedAt" timestamptz,
        CONSTRAINT verdict_runs_pkey PRIMARY KEY ("id")
      )`);
    // In this order the last run is the one that lists answer with. One that was unfinished begins again.
    await runner.query(`
      INSERT INTO verdict_runs ("fingerprint", "startedAt", "compared", "changes", "finishedAt")
      SELECT "fingerprint", least("announcedAt", "finishedAt"), "compared", "changes", "finishedAt"
        FROM verdict_bases WHERE "finishedAt" IS NOT NULL ORDER BY "finishedAt"`);
    await runner.query(`
      ALTER TABLE certificate_verdicts ADD "run" integer, ADD "verdicts" text[] NOT NULL DEFAULT '{}'`);
    await runner.query(`
      UPDATE certificate_verdicts v
         SET "run" = r."id", "verdicts" = ARRAY(SELECT r."id" || ':' || one FROM unnest(
               CASE WHEN p."basis" = ${LISTED_BASIS} THEN p."verdicts" ELSE p."listedVerdicts" END) one)
        FROM verdict_profiles p, (SELECT max("id") AS "id" FROM verdict_runs) r
       WHERE p."id" = v."profileId" AND r."id" IS NOT NULL`);
    await runner.query(`
      ALTER TABLE certificate_verdicts DROP "profileId", DROP "testDate", DROP "thcContent"`);
    await runner.query(`DROP TABLE verdict_profiles`);
    await runner.query(`DROP TABLE verdict_bases`);
    await runner.query(`CREATE INDEX certificate_verdicts_by_verdict ON certificate_verdicts USING gin ("verdicts")`);
    await runner.query(`CREATE INDEX certificate_verdicts_by_run ON certificate_verdicts ("run" NULLS FIRST)`);
    await runner.query(`
      CREATE OR REPLACE FUNCTION list_for_comparison() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO certificate_verdicts ("certificateId") SELECT "id" FROM new_rows WHERE ${PUBLISHED};
          RETURN NULL;
        END IF;
        DELETE FROM certificate_verdicts v USING new_rows n JOIN old_rows o USING ("id")
         WHERE v."certificateId" = n."id" AND o.${PUBLISHED} AND n."submissionStatus" <> 'approved';
        INSERT INTO certificate_verdicts ("certificateId")
        SELECT n."id" FROM new_rows n JOIN old_rows o USING ("id")
         WHERE n.${PUBLISHED} AND (o."submissionStatus" <> 'approved' OR ${IS_CHANGED})
        ON CONFLICT ("certificateId") DO UPDATE SET "run" = NULL, "verdicts" = '{}';
        RETURN NULL;
      END $$`);
    await runner.query(`ANALYZE certificate_verdicts`);
  }

  /** Certificates are compared again. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX certificate_verdicts_by_run, certificate_verdicts_by_verdict`);
    await runner.query(`DROP TABLE verdict_runs`);
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
        "listedVerdicts" text[] NOT NULL,
        "key" text NOT NULL,
        CONSTRAINT verdict_profiles_pkey PRIMARY KEY ("id"),
        CONSTRAINT verdict_profiles_key UNIQUE ("key")
      )`);
    await runner.query(`DROP TABLE certificate_verdicts`);
    await runner.query(`
      CREATE TABLE certificate_verdicts (
        "certificateId" uuid NOT NULL,
        "profileId" integer,
        "testDate" date NOT NULL,
        "thcContent" numeric(6,2) NOT NULL,
        "judgment" smallint NOT NULL DEFAULT 0,
        CONSTRAINT certificate_verdicts_pkey PRIMARY KEY ("certificateId"),
        CONSTRAINT certificate_verdicts_certificate_fkey
          FOREIGN KEY ("certificateId") REFERENCES coa_data ("id") ON DELETE CASCADE,
        CONSTRAINT certificate_verdicts_profile_fkey FOREIGN KEY ("profileId") REFERENCES verdict_profiles ("id")
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
      CREATE INDEX certificate_verdicts_all_by_test_date
      ON certificate_verdicts ("testDate", "certificateId") INCLUDE ("profileId", "thcContent")`);
    await runner.query(`
      CREATE INDEX certificate_verdicts_all_by_strength
      ON certificate_verdicts ("thcContent", "certificateId") INCLUDE ("profileId", "testDate")`);
    await runner.query(FORMER_TRIGGER_FUNCTION);
  }
}

/** As in 1795970000001. */
const FORMER_TRIGGER_FUNCTION = `
  CREATE OR REPLACE FUNCTION list_for_comparison() RETURNS trigger LANGUAGE plpgsql AS $$
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
         WHERE n.${PUBLISHED} AND (o."submissionStatus" <> 'approved' OR n."status" IS DISTINCT FROM o."status" OR ${IS_CHANGED})
        ON CONFLICT ("certificateId") DO UPDATE
        SET "profileId" = NULL, "testDate" = excluded."testDate", "thcContent" = excluded."thcContent";
        RETURN NULL;
      END $$`;
