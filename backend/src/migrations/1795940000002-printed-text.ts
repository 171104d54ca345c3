import type { MigrationInterface, QueryRunner } from 'typeorm';

const WAS_PUBLISHED = `(OLD."brandId" IS NOT NULL OR OLD."submissionStatus" IN ('approved', 'withdrawn', 'superseded'))`;

/**
 * Stores a hash of what a certificate prints, its lines and its sample, and refuses to change either once it was published
 * (decision 0051). Texts are compared, because jsonb takes 5.20 and 5.2 for equal.
 *
 * A generated column writes the hashes of existing rows: its table is rewritten once and its indexes are built anew, while an
 * UPDATE of a million rows would add to each of some thirty indexes a million times and leave as many dead rows. Reading and
 * changing certificates wait meanwhile.
 */
export class PrintedText1795940000002 implements MigrationInterface {
  name = 'PrintedText1795940000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION printed_sha256(results jsonb, sample jsonb) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT sha256(convert_to(coalesce((results->'analytes')::text, '') || coalesce(sample::text, ''), 'UTF8'))
      $$`);
    await runner.query(`
      ALTER TABLE "coa_data" ADD "printedSha256" bytea NOT NULL
        GENERATED ALWAYS AS (printed_sha256("testResults", "sample")) STORED`);
    await runner.query(`ALTER TABLE "coa_data" ALTER "printedSha256" DROP EXPRESSION`);
    await runner.query(`
      CREATE FUNCTION keep_printed_text() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'UPDATE' AND ${WAS_PUBLISHED} THEN
          IF (NEW."testResults"->'analytes')::text IS DISTINCT FROM (OLD."testResults"->'analytes')::text
             OR NEW."sample"::text IS DISTINCT FROM OLD."sample"::text
             OR NEW."printedSha256" IS DISTINCT FROM OLD."printedSha256" THEN
            RAISE EXCEPTION 'the printed text of certificate % was published and cannot change', OLD."reference"
              USING ERRCODE = 'check_violation', TABLE = 'coa_data', CONSTRAINT = 'coa_data_printed_text';
          END IF;
          RETURN NEW;
        END IF;
        NEW."printedSha256" := printed_sha256(NEW."testResults", NEW."sample");
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER coa_data_printed_text
      BEFORE INSERT OR UPDATE OF "testResults", "sample", "printedSha256" ON "coa_data"
      FOR EACH ROW EXECUTE FUNCTION keep_printed_text()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER coa_data_printed_text ON "coa_data"`);
    await runner.query(`DROP FUNCTION keep_printed_text()`);
    await runner.query(`ALTER TABLE "coa_data" DROP "printedSha256"`);
    await runner.query(`DROP FUNCTION printed_sha256(jsonb, jsonb)`);
  }
}
