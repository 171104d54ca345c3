import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Notices over many batches. Certificates find theirs by brand and batch, so a change empties what processes cache of them.
 * Batches that a notice was about once stay, for those who follow them. Each change that the public sees is one event for
 * followers.
 */
export class Notices1796400000001 implements MigrationInterface {
  name = 'Notices1796400000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE notices (
        "id" uuid NOT NULL,
        "number" text,
        "state" text NOT NULL,
        "content" jsonb,
        "draft" jsonb,
        "draftedAt" timestamptz NOT NULL,
        "draftedBy" text NOT NULL,
        "drafterId" text NOT NULL,
        "publishedAt" timestamptz,
        "publishedBy" text,
        "modifiedAt" timestamptz,
        "withdrawnAt" timestamptz,
        "withdrawnBy" text,
        "withdrawalReason" text,
        "version" integer NOT NULL DEFAULT 1,
        CONSTRAINT notices_state_check CHECK (state IN ('draft', 'published', 'updated', 'withdrawn')),
        CONSTRAINT notices_published_check CHECK (
          num_nulls("number", "content", "publishedAt", "publishedBy", "modifiedAt") IN (0, 5)
          AND (state NOT IN ('published', 'updated') OR "number" IS NOT NULL) AND (state <> 'draft' OR "number" IS NULL)),
        CONSTRAINT notices_withdrawn_check CHECK (
          num_nulls("withdrawnAt", "withdrawnBy", "withdrawalReason") = CASE state WHEN 'withdrawn' THEN 0 ELSE 3 END),
        CONSTRAINT notices_number_key UNIQUE ("number"),
        CONSTRAINT notices_pkey PRIMARY KEY ("id"))`);
    await runner.query(`CREATE INDEX notices_newest ON notices ("publishedAt", "id")`);
    await runner.query(`
      CREATE TABLE notice_batches (
        "noticeId" uuid NOT NULL,
        "brandKey" text NOT NULL,
        "batchKey" text NOT NULL,
        "productKey" text NOT NULL,
        "brandName" text NOT NULL,
        "batchId" text NOT NULL,
        "productName" text,
        "isCurrent" boolean NOT NULL,
        CONSTRAINT notice_batches_pkey PRIMARY KEY ("noticeId", "brandKey", "batchKey"),
        CONSTRAINT notice_batches_notice_fkey FOREIGN KEY ("noticeId") REFERENCES notices ("id"))`);
    await runner.query(`CREATE INDEX notice_batches_by_batch ON notice_batches ("batchKey")`);
    await runner.query(`
      CREATE FUNCTION keep_notices() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'DELETE' AND OLD."number" IS NULL THEN RETURN OLD; END IF;
        IF TG_OP = 'DELETE' OR OLD."state" = 'withdrawn' OR NEW."number" IS NULL AND OLD."number" IS NOT NULL
           OR NEW."number" <> OLD."number" OR NEW."publishedAt" <> OLD."publishedAt" THEN
          RAISE EXCEPTION 'a notice keeps its number, nothing follows its withdrawal, and none is deleted once it was public'
            USING ERRCODE = 'check_violation', TABLE = 'notices', CONSTRAINT = 'notices_kept';
        END IF;
        RETURN NEW;
      END $$`);
    await runner.query(
      `CREATE TRIGGER notices_kept BEFORE UPDATE OR DELETE ON notices FOR EACH ROW EXECUTE FUNCTION keep_notices()`,
    );
    for (const table of ['notices', 'notice_batches']) {
      await runner.query(`
        CREATE TRIGGER ${table}_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied('certificates')`);
    }
    await runner.query(`ALTER TABLE follow_events ADD "noticeId" uuid`);
    await runner.query(`
      CREATE FUNCTION notices_note_for_followers() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO follow_events ("kind", "noticeId", "dueAt")
        SELECT 'notice', NEW."id", now() WHERE EXISTS (SELECT 1 FROM follows);
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER notices_for_followers AFTER UPDATE ON notices FOR EACH ROW
        WHEN (NEW."modifiedAt" IS DISTINCT FROM OLD."modifiedAt") EXECUTE FUNCTION notices_note_for_followers()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE notice_batches, notices`);
    await runner.query(`DROP FUNCTION notices_note_for_followers, keep_notices`);
    await runner.query(`ALTER TABLE follow_events DROP "noticeId"`);
  }
}
