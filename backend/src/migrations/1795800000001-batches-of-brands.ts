import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A batch id is unique among a brand's published certificates. Any number of submissions may wait for one batch.
 *
 * A submission is tied to a brand when it is approved; until then, "brandKey" says which brand it claims. A server of the
 * version before leaves the column empty: its submissions are compared once they are next changed.
 */
export class BatchesOfBrands1795800000001 implements MigrationInterface {
  name = 'BatchesOfBrands1795800000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE coa_data ADD "brandKey" text`);
    await runner.query(`
      UPDATE coa_data SET "brandKey" = lower(regexp_replace(btrim("brandName"), '\\s+', ' ', 'g')) WHERE "brandId" IS NULL`);
    await runner.query(`DROP INDEX coa_data_open_batch_key, coa_data_by_batch`);
    await runner.query(`
      CREATE UNIQUE INDEX coa_data_published_batch ON coa_data ("batchKey", "brandId") WHERE "submissionStatus" = 'approved'`);
    await runner.query(`CREATE INDEX coa_data_by_batch ON coa_data ("batchKey", "brandId")`);
    await runner.query(`
      CREATE INDEX coa_data_by_claimed_batch ON coa_data ("batchKey", "brandKey") WHERE "brandKey" IS NOT NULL`);
  }

  /** Fails where two certificates meanwhile share a batch id: one has to be withdrawn or rejected first. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX coa_data_by_claimed_batch, coa_data_by_batch, coa_data_published_batch`);
    await runner.query(`CREATE INDEX coa_data_by_batch ON coa_data ("batchKey")`);
    await runner.query(`
      CREATE UNIQUE INDEX coa_data_open_batch_key ON coa_data ("batchKey")
      WHERE "submissionStatus" = 'approved' OR ("submissionStatus" IN ('pending', 'changes_requested') AND "supersedes" IS NULL)`);
    await runner.query(`ALTER TABLE coa_data DROP "brandKey"`);
  }
}
