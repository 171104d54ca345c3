import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Dashes of Unicode, the minus sign and the hyphen bullet, with the spaces around them (`foldDashes` of the domain). */
const DASH = String.raw` ?[-\u02D7\u058A\u05BE\u1400\u1806\u2010-\u2015\u2043\u2212\u2E17\u2E1A\u2E3A\u2E3B\u2E40\u2E5D\u301C\u3030\u30A0\uFE31\uFE32\uFE58\uFE63\uFF0D\U00010D6E\U00010EAD] ?`;

const keyOf = (report: string, form: 'NFC' | 'NFKC') =>
  `regexp_replace(lower(regexp_replace(normalize(${report}, ${form}), '\\s+', ' ', 'g')), '${DASH}', '-', 'g')`;

/**
 * Report numbers are compared in NFKC, as in the domain: full-width "EA-1" is the report "EA-1". Fails where a batch has two
 * published certificates of one laboratory that differ in nothing else: PostgreSQL names their batch, and one of them has to
 * be withdrawn first.
 */
export class ReportKeys1796310000001 implements MigrationInterface {
  name = 'ReportKeys1796310000001';

  async up(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, 'NFKC');
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, 'NFC');
  }
}

async function replaceIndexes(runner: QueryRunner, form: 'NFC' | 'NFKC'): Promise<void> {
  await runner.query(`DROP INDEX coa_data_published_batch, coa_data_by_lab_report, coa_data_by_report`);
  await runner.query(`
    CREATE UNIQUE INDEX coa_data_published_batch
        ON coa_data ("batchKey", "brandId", "labKey", (${keyOf(`coalesce("labReportId", '')`, form)}))
     WHERE "submissionStatus" = 'approved'`);
  await runner.query(`
    CREATE INDEX coa_data_by_lab_report ON coa_data ("labId", (${keyOf('"labReportId"', form)}))
     WHERE "labId" IS NOT NULL`);
  await runner.query(`
    CREATE INDEX coa_data_by_report ON coa_data ("labKey", (${keyOf('"labReportId"', form)}))
     WHERE "labReportId" IS NOT NULL`);
}
