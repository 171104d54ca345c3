import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A lab's accreditation as staff enter it: body, number, scope link, expiry date, and the day of the entry. */
export class LabAccreditation1795820000002 implements MigrationInterface {
  name = 'LabAccreditation1795820000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE partner_labs ADD "accreditation" jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE partner_labs DROP "accreditation"`);
  }
}
