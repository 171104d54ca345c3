import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests counted for limits. Unlogged: a crash may forget them, and writing them costs no write-ahead log. */
export class RequestCounts1795300000031 implements MigrationInterface {
  name = 'RequestCounts1795300000031';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE UNLOGGED TABLE "request_counts" (
        "digest" bytea NOT NULL,
        "count" integer NOT NULL,
        "endsAt" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "request_counts_pkey" PRIMARY KEY ("digest")
      ) WITH (fillfactor = 70)`);
    await runner.query(`CREATE INDEX "request_counts_oldest" ON "request_counts" ("endsAt")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "request_counts"`);
  }
}
