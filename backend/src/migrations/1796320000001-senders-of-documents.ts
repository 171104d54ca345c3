import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who sent the documents that wait to be read, so that senders take turns. */
export class SendersOfDocuments1796320000001 implements MigrationInterface {
  name = 'SendersOfDocuments1796320000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE documents ADD "sender" text`);
    await runner.query(`CREATE INDEX documents_by_sender ON documents ("sender") WHERE "sender" IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE documents DROP "sender"`);
  }
}
