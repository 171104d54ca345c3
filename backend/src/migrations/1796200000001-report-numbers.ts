import type { MigrationInterface, QueryRunner } from 'typeorm';

const SPELLED = `lower(regexp_replace(normalize(%), '\\s+', ' ', 'g'))`;

/** Dashes of Unicode, the minus sign and the hyphen bullet, with the spaces around them (`foldDashes` of the domain). */
const DASH = String.raw` ?[-\u02D7\u058A\u05BE\u1400\u1806\u2010-\u2015\u2043\u2212\u2E17\u2E1A\u2E3A\u2E3B\u2E40\u2E5D\u301C\u3030\u30A0\uFE31\uFE32\uFE58\uFE63\uFF0D\U00010D6E\U00010EAD] ?`;

const BY_KEY = `regexp_replace(${SPELLED}, '${DASH}', '-', 'g')`;

/**
 * "A1 - x" and "A1-x" are one report number. Fails where a batch has two published certificates of one laboratory that
 * differ in nothing else: PostgreSQL names their batch, and one of them has to be withdrawn first.
 */
export class ReportNumbers1796200000001 implements MigrationInterface {
  name = 'ReportNumbers1796200000001';

  async up(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, BY_KEY, BY_KEY);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, SPELLED, '%');
  }
}

async function replaceIndexes(runner: QueryRunner, key: string, keyOfReport: string): Promise<void> {
  await runner.query(`DROP INDEX coa_data_published_batch, coa_data_by_lab_report, coa_data_by_report`);
  await runner.query(`
    CREATE UNIQUE INDEX coa_data_published_batch
        ON coa_data ("batchKey", "brandId", "labKey", (${key.replace('%', `coalesce("labReportId", '')`)}))
     WHERE "submissionStatus" = 'approved'`);
  await runner.query(`
    CREATE INDEX coa_data_by_lab_report ON coa_data ("labId", (${key.replace('%', '"labReportId"')}))
     WHERE "labId" IS NOT NULL`);
  await runner.query(`
    CREATE INDEX coa_data_by_report ON coa_data ("labKey", (${keyOfReport.replace('%', '"labReportId"')}))
     WHERE "labReportId" IS NOT NULL`);
}
