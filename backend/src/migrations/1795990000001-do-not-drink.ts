import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A line that failed, was found, or is above its limit, as far as SQL reads it. New rows are judged by the domain. */
const LINE_IS_ABOVE = `line->>'panel' <> 'cannabinoids' AND (
  (line->>'value')::numeric > (line->>'limit')::numeric
  OR line->>'valueText' ~* '^\\s*(fail|above|exceeds|over limit|non-?compliant|present|positive|detected(?!,? *<))')`;

/**
 * Stores with each certificate whether a contaminant failed or is above its limit, so that lists can say it of every current
 * certificate of the batch.
 */
export class DoNotDrink1795990000001 implements MigrationInterface {
  name = 'DoNotDrink1795990000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE coa_data ADD "doNotDrink" boolean`);
    await runner.query(`
      UPDATE coa_data c SET "doNotDrink" = true
       WHERE c."status" = 'failed'
          OR EXISTS (SELECT 1 FROM jsonb_each_text(c."testResults"->'panels') p WHERE p.value = 'failed')
          OR EXISTS (SELECT 1 FROM jsonb_array_elements(c."testResults"->'analytes') line WHERE ${LINE_IS_ABOVE})`);
    await runner.query(`
      CREATE INDEX coa_data_do_not_drink ON coa_data ("batchKey", "brandId")
      WHERE "submissionStatus" = 'approved' AND "doNotDrink"`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX coa_data_do_not_drink`);
    await runner.query(`ALTER TABLE coa_data DROP COLUMN "doNotDrink"`);
  }
}
