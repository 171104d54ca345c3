import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The page of a laboratory counts what was withdrawn or replaced. */
export class EndedByLab1796382000001 implements MigrationInterface {
  name = 'EndedByLab1796382000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX coa_data_ended_by_lab ON coa_data ("labKey") WHERE "submissionStatus" IN ('withdrawn', 'superseded')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX coa_data_ended_by_lab`);
  }
}
