import type { MigrationInterface, QueryRunner } from 'typeorm';

export class MailDelivery1795219200020 implements MigrationInterface {
  name = 'MailDelivery1795219200020';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "public"."mail_outbox_unsent"`);
    await queryRunner.query(`
            ALTER TABLE "mail_outbox"
            ADD "cause" text,
            ADD "state" text NOT NULL DEFAULT 'waiting',
            ADD "attempts" integer NOT NULL DEFAULT 0,
            ADD "tries" integer NOT NULL DEFAULT 0,
            ADD "nextAttemptAt" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
            ADD "leasedUntil" TIMESTAMP WITH TIME ZONE,
            ADD "lastError" text,
            ADD "messageId" text,
            ADD CONSTRAINT "mail_outbox_state_check" CHECK (
                state IN ('waiting', 'sent', 'dead', 'closed', 'not-needed')
            ),
            ADD CONSTRAINT "mail_outbox_cause_key" UNIQUE ("kind", "cause")
        `);
    await queryRunner.query(`ALTER TABLE "mail_outbox" RENAME COLUMN "sentAt" TO "finishedAt"`);
    await queryRunner.query(`UPDATE "mail_outbox" SET "state" = 'sent' WHERE "finishedAt" IS NOT NULL`);
    await queryRunner.query(`
            CREATE INDEX "mail_outbox_due" ON "mail_outbox" ("nextAttemptAt", "id")
            WHERE "state" = 'waiting'
        `);
    await queryRunner.query(`CREATE INDEX "mail_outbox_newest" ON "mail_outbox" ("state", "createdAt", "id")`);
    await queryRunner.query(`
            CREATE INDEX "mail_outbox_finished" ON "mail_outbox" ("finishedAt")
            WHERE "finishedAt" IS NOT NULL
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "public"."mail_outbox_finished"`);
    await queryRunner.query(`DROP INDEX "public"."mail_outbox_newest"`);
    await queryRunner.query(`DROP INDEX "public"."mail_outbox_due"`);
    await queryRunner.query(`ALTER TABLE "mail_outbox" RENAME COLUMN "finishedAt" TO "sentAt"`);
    await queryRunner.query(`
            ALTER TABLE "mail_outbox" DROP CONSTRAINT "mail_outbox_cause_key",
            DROP CONSTRAINT "mail_outbox_state_check",
            DROP COLUMN "messageId",
            DROP COLUMN "lastError",
            DROP COLUMN "leasedUntil",
            DROP COLUMN "nextAttemptAt",
            DROP COLUMN "tries",
            DROP COLUMN "attempts",
            DROP COLUMN "state",
            DROP COLUMN "cause"
        `);
    await queryRunner.query(`
            CREATE INDEX "mail_outbox_unsent" ON "mail_outbox" ("id")
            WHERE "sentAt" IS NULL
        `);
  }
}
