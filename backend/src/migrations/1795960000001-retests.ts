import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A brand may publish several certificates of a batch, of one laboratory or several: what is unique is the laboratory's
 * report. Report numbers are compared as in coa_data_by_lab_report; without one, a laboratory has one report of a batch.
 */
export class Retests1795960000001 implements MigrationInterface {
  name = 'Retests1795960000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX coa_data_published_batch`);
    await runner.query(`
      CREATE UNIQUE INDEX coa_data_published_batch
          ON coa_data ("batchKey", "brandId", "labKey", lower(regexp_replace(normalize(coalesce("labReportId", '')), '\\s+', ' ', 'g')))
       WHERE "submissionStatus" = 'approved'`);
  }

  /** Fails once a batch has two published certificates: all but one have to be withdrawn first. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX coa_data_published_batch`);
    await runner.query(`
      CREATE UNIQUE INDEX coa_data_published_batch ON coa_data ("batchKey", "brandId") WHERE "submissionStatus" = 'approved'`);
  }
}
