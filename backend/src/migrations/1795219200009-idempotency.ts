import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Answers to requests that partner laboratories may repeat. */
export class Idempotency1795219200009 implements MigrationInterface {
  name = 'Idempotency1795219200009';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "idempotency_keys" (
        "labId" uuid NOT NULL,
        "key" text NOT NULL,
        "operation" text NOT NULL,
        "digest" text NOT NULL,
        "status" smallint NOT NULL,
        "headers" jsonb NOT NULL,
        "body" json NOT NULL,
        "createdAt" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("labId", "key")
      )`);
    await runner.query(`CREATE INDEX "idempotency_keys_oldest" ON "idempotency_keys" ("createdAt")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "idempotency_keys"`);
  }
}
