import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Webhooks1795219200007 implements MigrationInterface {
  name = 'Webhooks1795219200007';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            CREATE TABLE "webhook_endpoints" (
                "id" uuid NOT NULL,
                "labId" uuid NOT NULL,
                "url" text NOT NULL,
                "types" text array NOT NULL,
                "enabled" boolean NOT NULL,
                "disabledReason" text,
                "disabledAt" TIMESTAMP WITH TIME ZONE,
                "secret" text NOT NULL,
                "previousSecret" text,
                "previousSecretUntil" TIMESTAMP WITH TIME ZONE,
                "createdAt" TIMESTAMP WITH TIME ZONE NOT NULL,
                "lastSuccessAt" TIMESTAMP WITH TIME ZONE,
                "failingSince" TIMESTAMP WITH TIME ZONE,
                "givenUpInRow" integer NOT NULL,
                CONSTRAINT "webhook_endpoints_address_key" UNIQUE ("labId", "url"),
                CONSTRAINT "webhook_endpoints_enabled_check" CHECK (
                    enabled = ("disabledReason" IS NULL)
                    AND enabled = ("disabledAt" IS NULL)
                ),
                CONSTRAINT "webhook_endpoints_types_check" CHECK (cardinality(types) > 0),
                CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id"),
                CONSTRAINT "webhook_endpoints_lab_fkey" FOREIGN KEY ("labId") REFERENCES "partner_labs" ("id")
            )
        `);
    await queryRunner.query(`
            CREATE TABLE "webhook_events" (
                "id" uuid NOT NULL,
                "labId" uuid NOT NULL,
                "type" text NOT NULL,
                "body" text NOT NULL,
                "createdAt" TIMESTAMP WITH TIME ZONE NOT NULL,
                CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "webhook_events_age" ON "webhook_events" ("createdAt")
        `);
    await queryRunner.query(`
            CREATE TABLE "webhook_deliveries" (
                "id" uuid NOT NULL,
                "eventId" uuid NOT NULL,
                "endpointId" uuid NOT NULL,
                "labId" uuid NOT NULL,
                "type" text NOT NULL,
                "state" text NOT NULL,
                "attempts" integer NOT NULL,
                "tries" integer NOT NULL,
                "nextAttemptAt" TIMESTAMP WITH TIME ZONE,
                "leasedUntil" TIMESTAMP WITH TIME ZONE,
                "createdAt" TIMESTAMP WITH TIME ZONE NOT NULL,
                "finishedAt" TIMESTAMP WITH TIME ZONE,
                CONSTRAINT "webhook_deliveries_event_key" UNIQUE ("eventId", "endpointId"),
                CONSTRAINT "webhook_deliveries_state_check" CHECK (
                    state IN ('pending', 'delivered', 'failed')
                    AND (state = 'pending') = ("nextAttemptAt" IS NOT NULL)
                    AND (state = 'pending') = ("finishedAt" IS NULL)
                ),
                CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id"),
                CONSTRAINT "webhook_deliveries_event_fkey" FOREIGN KEY ("eventId") REFERENCES "webhook_events" ("id") ON DELETE CASCADE,
                CONSTRAINT "webhook_deliveries_endpoint_fkey" FOREIGN KEY ("endpointId") REFERENCES "webhook_endpoints" ("id") ON DELETE CASCADE
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" ("endpointId", "nextAttemptAt")
            WHERE state = 'pending'
        `);
    await queryRunner.query(`
            CREATE INDEX "webhook_deliveries_leased" ON "webhook_deliveries" ("endpointId", "leasedUntil")
            WHERE "leasedUntil" IS NOT NULL
        `);
    await queryRunner.query(`
            CREATE INDEX "webhook_deliveries_of_endpoint" ON "webhook_deliveries" ("endpointId", "createdAt", "id")
        `);
    await queryRunner.query(`
            CREATE INDEX "webhook_deliveries_of_lab" ON "webhook_deliveries" ("labId", "createdAt", "id")
        `);
    await queryRunner.query(`
            CREATE INDEX "webhook_deliveries_age" ON "webhook_deliveries" ("createdAt")
        `);
    await queryRunner.query(`
            CREATE TABLE "webhook_attempts" (
                "deliveryId" uuid NOT NULL,
                "number" integer NOT NULL,
                "startedAt" TIMESTAMP WITH TIME ZONE NOT NULL,
                "durationMs" integer NOT NULL,
                "status" integer,
                "error" text,
                "answer" text,
                CONSTRAINT "webhook_attempts_answer_check" CHECK (char_length(answer) <= 500),
                CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("deliveryId", "number"),
                CONSTRAINT "webhook_attempts_delivery_fkey" FOREIGN KEY ("deliveryId") REFERENCES "webhook_deliveries" ("id") ON DELETE CASCADE
            )
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            DROP TABLE "webhook_attempts"
        `);
    await queryRunner.query(`
            DROP TABLE "webhook_deliveries"
        `);
    await queryRunner.query(`
            DROP TABLE "webhook_events"
        `);
    await queryRunner.query(`
            DROP TABLE "webhook_endpoints"
        `);
  }
}
