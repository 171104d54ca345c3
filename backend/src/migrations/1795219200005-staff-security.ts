import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Roles, second factor, sessions that can be told apart, and counters of failed sign-ins. */
export class StaffSecurity1795219200005 implements MigrationInterface {
  name = 'StaffSecurity1795219200005';

  async up(runner: QueryRunner): Promise<void> {
    // Whoever has an account so far could do everything, and goes on to.
    await runner.query(`
      ALTER TABLE "users"
        ADD "roles" text[] NOT NULL DEFAULT ARRAY['administrator'],
        ADD "disabledAt" TIMESTAMP WITH TIME ZONE,
        ADD "lastSignInAt" TIMESTAMP WITH TIME ZONE,
        ADD "codeSecret" text,
        ADD "secondFactorSince" TIMESTAMP WITH TIME ZONE,
        ADD "lastCodeStep" integer NOT NULL DEFAULT 0,
        ADD "recoveryDigests" text[] NOT NULL DEFAULT ARRAY[]::text[],
        ADD "version" integer NOT NULL DEFAULT 1,
        ADD CONSTRAINT "users_roles_check" CHECK (
          cardinality(roles) > 0 AND roles <@ ARRAY['reviewer', 'editor', 'administrator']
        ),
        ADD CONSTRAINT "users_second_factor_check" CHECK ("secondFactorSince" IS NULL OR "codeSecret" IS NOT NULL)`);
    await runner.query(`
      ALTER TABLE "users"
        ALTER "roles" DROP DEFAULT,
        ALTER "lastCodeStep" DROP DEFAULT,
        ALTER "recoveryDigests" DROP DEFAULT,
        ALTER "version" DROP DEFAULT`);
    await runner.query(`
      ALTER TABLE "staff_sessions"
        ADD "id" uuid NOT NULL DEFAULT gen_random_uuid(),
        ADD "lastUsedAt" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
        ADD "device" text NOT NULL DEFAULT 'A program',
        ADD CONSTRAINT "staff_sessions_id_key" UNIQUE ("id")`);
    await runner.query(`
      ALTER TABLE "staff_sessions"
        ALTER "id" DROP DEFAULT,
        ALTER "lastUsedAt" DROP DEFAULT,
        ALTER "device" DROP DEFAULT`);
    await runner.query(`
      CREATE TABLE "staff_challenges" (
        "tokenDigest" text NOT NULL,
        "accountId" uuid NOT NULL,
        "expiresAt" TIMESTAMP WITH TIME ZONE NOT NULL,
        "failures" integer NOT NULL,
        CONSTRAINT "staff_challenges_pkey" PRIMARY KEY ("tokenDigest"),
        CONSTRAINT "staff_challenges_account_fkey" FOREIGN KEY ("accountId") REFERENCES "users"("id")
          ON DELETE CASCADE ON UPDATE NO ACTION
      )`);
    await runner.query(`CREATE INDEX "staff_challenges_account" ON "staff_challenges" ("accountId")`);
    await runner.query(`
      CREATE TABLE "staff_attempts" (
        "key" text NOT NULL,
        "count" integer NOT NULL,
        "lastAt" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "staff_attempts_pkey" PRIMARY KEY ("key")
      )`);
    await runner.query(`CREATE INDEX "staff_attempts_age" ON "staff_attempts" ("lastAt")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "staff_attempts"`);
    await runner.query(`DROP TABLE "staff_challenges"`);
    await runner.query(`ALTER TABLE "staff_sessions" DROP "id", DROP "lastUsedAt", DROP "device"`);
    await runner.query(`
      ALTER TABLE "users"
        DROP CONSTRAINT "users_second_factor_check",
        DROP CONSTRAINT "users_roles_check",
        DROP "roles",
        DROP "disabledAt",
        DROP "lastSignInAt",
        DROP "codeSecret",
        DROP "secondFactorSince",
        DROP "lastCodeStep",
        DROP "recoveryDigests",
        DROP "version"`);
  }
}
