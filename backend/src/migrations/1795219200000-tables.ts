import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Tables1795219200000 implements MigrationInterface {
  name = 'Tables1795219200000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            CREATE TABLE "users" (
                "id" uuid NOT NULL,
                "username" text NOT NULL,
                "password" text NOT NULL,
                "passwordIsOneTime" boolean NOT NULL DEFAULT false,
                CONSTRAINT "users_username_key" UNIQUE ("username"),
                CONSTRAINT "users_pkey" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE TABLE "staff_sessions" (
                "tokenDigest" text NOT NULL,
                "accountId" uuid NOT NULL,
                "createdAt" TIMESTAMP WITH TIME ZONE NOT NULL,
                "expiresAt" TIMESTAMP WITH TIME ZONE NOT NULL,
                CONSTRAINT "staff_sessions_pkey" PRIMARY KEY ("tokenDigest")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "staff_sessions_account" ON "staff_sessions" ("accountId")
        `);
    await queryRunner.query(`
            CREATE INDEX "staff_sessions_expiry" ON "staff_sessions" ("expiresAt")
        `);
    await queryRunner.query(`
            CREATE TABLE "articles" (
                "id" text NOT NULL,
                "slug" text NOT NULL,
                "title" text NOT NULL,
                "excerpt" text NOT NULL,
                "category" text NOT NULL,
                "readTime" text NOT NULL,
                "publishedAt" TIMESTAMP WITH TIME ZONE NOT NULL,
                "updatedAt" TIMESTAMP WITH TIME ZONE,
                "reviewedOn" date NOT NULL,
                "content" text NOT NULL,
                "wordCount" integer NOT NULL,
                CONSTRAINT "articles_slug_key" UNIQUE ("slug"),
                CONSTRAINT "articles_pkey" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE TABLE "audit_log" (
                "id" BIGSERIAL NOT NULL,
                "at" TIMESTAMP WITH TIME ZONE NOT NULL,
                "actorId" text NOT NULL,
                "actorName" text NOT NULL,
                "action" text NOT NULL,
                "subject" text NOT NULL,
                "before" jsonb,
                "after" jsonb,
                CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "audit_log_subject" ON "audit_log" ("subject", "at")
        `);
    await queryRunner.query(`
            CREATE TABLE "brands" (
                "id" SERIAL NOT NULL,
                "name" text NOT NULL,
                "nameKey" text NOT NULL,
                "contactEmail" text NOT NULL,
                "contactName" text,
                "website" text,
                "verified" boolean NOT NULL DEFAULT false,
                "createdAt" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
                "updatedAt" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
                "coaCount" integer NOT NULL DEFAULT '0',
                "demonstration" boolean NOT NULL DEFAULT false,
                CONSTRAINT "brands_name_key" UNIQUE ("nameKey"),
                CONSTRAINT "brands_pkey" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE TABLE "coa_data" (
                "id" uuid NOT NULL,
                "reference" text NOT NULL,
                "productName" text NOT NULL,
                "batchId" text NOT NULL,
                "batchKey" text NOT NULL,
                "brandId" integer,
                "brandName" text NOT NULL,
                "thcContent" numeric(6, 2) NOT NULL,
                "cbdContent" numeric(6, 2) NOT NULL,
                "testDate" date NOT NULL,
                "labName" text NOT NULL,
                "status" text NOT NULL,
                "submissionStatus" text NOT NULL DEFAULT 'approved',
                "testResults" jsonb NOT NULL,
                "coaFileUrl" text,
                "submittedBy" text,
                "contactName" text,
                "website" text,
                "notes" text,
                "rejectionReason" text,
                "createdAt" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
                "reviewedAt" TIMESTAMP WITH TIME ZONE,
                "underDosed" boolean NOT NULL,
                "searchText" text NOT NULL,
                "demonstration" boolean NOT NULL DEFAULT false,
                CONSTRAINT "coa_data_reference_key" UNIQUE ("reference"),
                CONSTRAINT "coa_data_status_check" CHECK (status IN ('passed', 'failed', 'pending')),
                CONSTRAINT "coa_data_submission_status_check" CHECK (
                    "submissionStatus" IN ('pending', 'approved', 'rejected')
                ),
                CONSTRAINT "coa_data_thc_check" CHECK (
                    "thcContent" BETWEEN 0 AND 1000
                ),
                CONSTRAINT "coa_data_cbd_check" CHECK (
                    "cbdContent" BETWEEN 0 AND 1000
                ),
                CONSTRAINT "coa_data_published_check" CHECK (
                    "submissionStatus" <> 'approved'
                    OR (
                        "brandId" IS NOT NULL
                        AND "reviewedAt" IS NOT NULL
                    )
                ),
                CONSTRAINT "coa_data_pkey" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE UNIQUE INDEX "coa_data_open_batch_key" ON "coa_data" ("batchKey")
            WHERE "submissionStatus" <> 'rejected'
        `);
    await queryRunner.query(`
            CREATE INDEX "coa_data_by_test_date" ON "coa_data" ("testDate", "id")
            WHERE "submissionStatus" = 'approved'
        `);
    await queryRunner.query(`
            CREATE INDEX "coa_data_by_strength" ON "coa_data" ("thcContent", "id")
            WHERE "submissionStatus" = 'approved'
        `);
    await queryRunner.query(`
            CREATE INDEX "coa_data_by_brand" ON "coa_data" ("brandId", "testDate", "id")
            WHERE "submissionStatus" = 'approved'
        `);
    await queryRunner.query(`
            CREATE INDEX "coa_data_by_status" ON "coa_data" ("status", "testDate", "id")
            WHERE "submissionStatus" = 'approved'
        `);
    await queryRunner.query(`
            CREATE INDEX "coa_data_queue" ON "coa_data" ("submissionStatus", "createdAt", "id")
        `);
    await queryRunner.query(`
            CREATE TABLE "email_subscriptions" (
                "id" SERIAL NOT NULL,
                "email" text NOT NULL,
                "status" text NOT NULL DEFAULT 'active',
                "subscribedAt" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
                "unsubscribedAt" TIMESTAMP WITH TIME ZONE,
                "source" text,
                CONSTRAINT "email_subscriptions_status_check" CHECK (status IN ('active', 'unsubscribed')),
                CONSTRAINT "email_subscriptions_pkey" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            ALTER TABLE "staff_sessions"
            ADD CONSTRAINT "staff_sessions_account_fkey" FOREIGN KEY ("accountId") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "coa_data"
            ADD CONSTRAINT "coa_data_brand_fkey" FOREIGN KEY ("brandId") REFERENCES "brands"("id") ON DELETE NO ACTION ON UPDATE NO ACTION
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            ALTER TABLE "coa_data" DROP CONSTRAINT "coa_data_brand_fkey"
        `);
    await queryRunner.query(`
            ALTER TABLE "staff_sessions" DROP CONSTRAINT "staff_sessions_account_fkey"
        `);
    await queryRunner.query(`
            DROP TABLE "email_subscriptions"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."coa_data_queue"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."coa_data_by_status"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."coa_data_by_brand"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."coa_data_by_strength"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."coa_data_by_test_date"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."coa_data_open_batch_key"
        `);
    await queryRunner.query(`
            DROP TABLE "coa_data"
        `);
    await queryRunner.query(`
            DROP TABLE "brands"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."audit_log_subject"
        `);
    await queryRunner.query(`
            DROP TABLE "audit_log"
        `);
    await queryRunner.query(`
            DROP TABLE "articles"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."staff_sessions_expiry"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."staff_sessions_account"
        `);
    await queryRunner.query(`
            DROP TABLE "staff_sessions"
        `);
    await queryRunner.query(`
            DROP TABLE "users"
        `);
  }
}
