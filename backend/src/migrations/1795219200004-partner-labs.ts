import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PartnerLabs1795219200004 implements MigrationInterface {
  name = 'PartnerLabs1795219200004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "partner_labs" (
        "id" uuid NOT NULL,
        "name" text NOT NULL,
        "nameKey" text NOT NULL,
        "website" text,
        "contactEmail" text NOT NULL,
        "trusted" boolean NOT NULL DEFAULT false,
        "suspended" boolean NOT NULL DEFAULT false,
        "version" integer NOT NULL DEFAULT 1,
        "createdAt" TIMESTAMP WITH TIME ZONE NOT NULL,
        "demonstration" boolean NOT NULL DEFAULT false,
        CONSTRAINT "partner_labs_name_key" UNIQUE ("nameKey"),
        CONSTRAINT "partner_labs_pkey" PRIMARY KEY ("id")
      )`);
    await runner.query(`
      CREATE TABLE "partner_keys" (
        "id" uuid NOT NULL,
        "labId" uuid NOT NULL,
        "digest" text NOT NULL,
        "prefix" text NOT NULL,
        "lastFour" text NOT NULL,
        "label" text NOT NULL,
        "scopes" text array NOT NULL,
        "createdAt" TIMESTAMP WITH TIME ZONE NOT NULL,
        "createdBy" text NOT NULL,
        "expiresAt" TIMESTAMP WITH TIME ZONE,
        "lastUsedAt" TIMESTAMP WITH TIME ZONE,
        "revokedAt" TIMESTAMP WITH TIME ZONE,
        CONSTRAINT "partner_keys_digest_key" UNIQUE ("digest"),
        CONSTRAINT "partner_keys_scopes_check" CHECK (
          cardinality(scopes) > 0
          AND scopes <@ ARRAY['certificates:write', 'certificates:read', 'webhooks:manage']
        ),
        CONSTRAINT "partner_keys_pkey" PRIMARY KEY ("id"),
        CONSTRAINT "partner_keys_lab_fkey" FOREIGN KEY ("labId") REFERENCES "partner_labs" ("id")
      )`);
    await runner.query(`CREATE INDEX "partner_keys_lab" ON "partner_keys" ("labId", "createdAt")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "partner_keys"`);
    await runner.query(`DROP TABLE "partner_labs"`);
  }
}
