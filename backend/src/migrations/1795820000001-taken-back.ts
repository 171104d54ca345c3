import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Tells certificates that a lab took back apart from those that a reviewer rejected. Both were stored as `rejected`; the
 * audit log knows which were taken back, because the actor of that entry is the lab. The reason keeps the lab's own words
 * and loses the prefix that stood in for the new column.
 */
export class TakenBack1795820000001 implements MigrationInterface {
  name = 'TakenBack1795820000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE coa_data ADD "takenBack" boolean NOT NULL DEFAULT false`);
    await runner.query(`
      UPDATE coa_data SET "takenBack" = true,
             "rejectionReason" = regexp_replace("rejectionReason", '^Withdrawn by the lab: ', '')
       WHERE "submissionStatus" = 'rejected' AND "labId" IS NOT NULL AND EXISTS (
         SELECT 1 FROM audit_log a
          WHERE a."subject" = 'certificate:' || coa_data."id" AND a."action" = 'submission.rejected'
            AND a."actorId" LIKE 'lab:%')`);
    await runner.query(`
      ALTER TABLE coa_data ADD CONSTRAINT coa_data_taken_back_check
        CHECK (NOT "takenBack" OR "submissionStatus" = 'rejected')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE coa_data SET "rejectionReason" = 'Withdrawn by the lab: ' || "rejectionReason" WHERE "takenBack"`);
    await runner.query(`ALTER TABLE coa_data DROP CONSTRAINT coa_data_taken_back_check`);
    await runner.query(`ALTER TABLE coa_data DROP "takenBack"`);
  }
}
