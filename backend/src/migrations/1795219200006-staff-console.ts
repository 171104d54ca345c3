import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What editors decide about articles and messages, and the indexes by which the staff console reads. */
export class StaffConsole1795219200006 implements MigrationInterface {
  name = 'StaffConsole1795219200006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "article_withdrawals" (
        "articleId" text NOT NULL,
        "reason" text NOT NULL,
        "withdrawnAt" TIMESTAMP WITH TIME ZONE NOT NULL,
        "withdrawnBy" text NOT NULL,
        CONSTRAINT "article_withdrawals_reason_check" CHECK (char_length(reason) BETWEEN 1 AND 500),
        CONSTRAINT "article_withdrawals_pkey" PRIMARY KEY ("articleId")
      )`);
    await runner.query(`
      ALTER TABLE "contact_messages"
        ADD "standing" text NOT NULL DEFAULT 'open',
        ADD "changedAt" TIMESTAMP WITH TIME ZONE,
        ADD "changedBy" text,
        ADD "note" text,
        ADD "version" integer NOT NULL DEFAULT '1',
        ADD CONSTRAINT "contact_messages_standing_check" CHECK (standing IN ('open', 'handled')),
        ADD CONSTRAINT "contact_messages_note_check" CHECK (char_length(note) BETWEEN 1 AND 1000)`);
    await runner.query(`CREATE INDEX "contact_messages_newest" ON "contact_messages" ("standing", "createdAt", "id")`);
    await runner.query(`CREATE INDEX "email_subscriptions_newest" ON "email_subscriptions" ("subscribedAt", "id")`);
    await runner.query(
      `CREATE INDEX "email_subscriptions_newest_by_status" ON "email_subscriptions" ("status", "subscribedAt", "id")`,
    );
    await runner.query(
      `CREATE INDEX email_subscriptions_search ON email_subscriptions USING gin (lower("email") gin_trgm_ops)`,
    );
    await runner.query(`DROP INDEX "audit_log_subject"`);
    await runner.query(`CREATE INDEX "audit_log_subject" ON "audit_log" ("subject", "at", "id")`);
    await runner.query(`CREATE INDEX "audit_log_newest" ON "audit_log" ("at", "id")`);
    await runner.query(`CREATE INDEX "audit_log_action" ON "audit_log" ("action", "at", "id")`);
    await runner.query(`CREATE INDEX "audit_log_actor" ON "audit_log" ("actorName", "at", "id")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "audit_log_actor", "audit_log_action", "audit_log_newest", "audit_log_subject"`);
    await runner.query(`CREATE INDEX "audit_log_subject" ON "audit_log" ("subject", "at")`);
    await runner.query(
      `DROP INDEX email_subscriptions_search, "email_subscriptions_newest_by_status", "email_subscriptions_newest"`,
    );
    await runner.query(`DROP INDEX "contact_messages_newest"`);
    await runner.query(`
      ALTER TABLE "contact_messages"
        DROP CONSTRAINT "contact_messages_note_check",
        DROP CONSTRAINT "contact_messages_standing_check",
        DROP "version",
        DROP "note",
        DROP "changedBy",
        DROP "changedAt",
        DROP "standing"`);
    await runner.query(`DROP TABLE "article_withdrawals"`);
  }
}
