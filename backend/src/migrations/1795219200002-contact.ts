import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Contact1795219200002 implements MigrationInterface {
  name = 'Contact1795219200002';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            CREATE TABLE "contact_messages" (
                "id" uuid NOT NULL,
                "reference" text NOT NULL,
                "name" text,
                "email" text NOT NULL,
                "topic" text NOT NULL,
                "message" text NOT NULL,
                "createdAt" TIMESTAMP WITH TIME ZONE NOT NULL,
                CONSTRAINT "contact_messages_reference_key" UNIQUE ("reference"),
                CONSTRAINT "contact_messages_topic_check" CHECK (
                    topic IN ('question', 'correction', 'privacy', 'other')
                ),
                CONSTRAINT "contact_messages_message_check" CHECK (
                    char_length(message) BETWEEN 10 AND 4000
                ),
                CONSTRAINT "contact_messages_pkey" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE TABLE "mail_outbox" (
                "id" BIGSERIAL NOT NULL,
                "kind" text NOT NULL,
                "payload" jsonb NOT NULL,
                "createdAt" TIMESTAMP WITH TIME ZONE NOT NULL,
                "sentAt" TIMESTAMP WITH TIME ZONE,
                CONSTRAINT "mail_outbox_pkey" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "mail_outbox_unsent" ON "mail_outbox" ("id")
            WHERE "sentAt" IS NULL
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            DROP INDEX "public"."mail_outbox_unsent"
        `);
    await queryRunner.query(`
            DROP TABLE "mail_outbox"
        `);
    await queryRunner.query(`
            DROP TABLE "contact_messages"
        `);
  }
}
