import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the bytes of each document are compared with its hash the next time. */
export class DocumentChecks1795920000001 implements MigrationInterface {
  name = 'DocumentChecks1795920000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "documents" ADD "nextCheckAt" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now()`);
    await runner.query(
      `CREATE INDEX "documents_to_check" ON "documents" ("nextCheckAt") WHERE "state" IN ('ready', 'unreadable')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "documents" DROP "nextCheckAt"`);
  }
}
