import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets labs read their events in one order. Events from before get their positions when they are read. */
export class EventPositions1796300000001 implements MigrationInterface {
  name = 'EventPositions1796300000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "webhook_events" ADD "position" bigint`);
    await runner.query(`CREATE INDEX "webhook_events_of_lab" ON "webhook_events" ("labId", "position")`);
    await runner.query(`
      CREATE INDEX "webhook_events_unread" ON "webhook_events" ("labId", "createdAt", "id")
       WHERE "position" IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "webhook_events_unread", "webhook_events_of_lab"`);
    await runner.query(`ALTER TABLE "webhook_events" DROP COLUMN "position"`);
  }
}
