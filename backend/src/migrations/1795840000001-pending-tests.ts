import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts the test events that wait for an endpoint, however much else waits for it. */
export class PendingTests1795840000001 implements MigrationInterface {
  name = 'PendingTests1795840000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX IF NOT EXISTS webhook_deliveries_tests ON webhook_deliveries ("endpointId")
        WHERE state = 'pending' AND type = 'webhook.test'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX webhook_deliveries_tests`);
  }
}
