import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Proposed changes to the vocabulary and the rules. A second person decides, and what was decided never
 * changes. Processes hear of a confirmation on the channel `public_changes`.
 */
export class ReferenceChanges1795980000001 implements MigrationInterface {
  name = 'ReferenceChanges1795980000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "reference_changes" (
        "id" uuid NOT NULL,
        "kind" text NOT NULL,
        "subject" text NOT NULL,
        "content" jsonb NOT NULL,
        "reason" text NOT NULL,
        "state" text NOT NULL DEFAULT 'proposed',
        "proposedAt" TIMESTAMP WITH TIME ZONE NOT NULL,
        "proposerId" text NOT NULL,
        "proposedBy" text NOT NULL,
        "decidedAt" TIMESTAMP WITH TIME ZONE,
        "deciderId" text,
        "decidedBy" text,
        "decisionReason" text,
        "version" integer NOT NULL DEFAULT 1,
        CONSTRAINT "reference_changes_kind_check" CHECK (kind IN ('analyteName', 'ruleEdition')),
        CONSTRAINT "reference_changes_state_check" CHECK (state IN ('proposed', 'confirmed', 'declined', 'withdrawn')),
        CONSTRAINT "reference_changes_reason_check" CHECK (char_length(reason) BETWEEN 1 AND 1000),
        CONSTRAINT "reference_changes_decided_check" CHECK (num_nulls("decidedAt", "deciderId", "decidedBy") = CASE state WHEN 'proposed' THEN 3 ELSE 0 END),
        CONSTRAINT "reference_changes_second_person_check" CHECK (state = 'proposed' OR (state = 'withdrawn') = ("deciderId" = "proposerId")),
        CONSTRAINT "reference_changes_declined_check" CHECK ((state = 'declined') = ("decisionReason" IS NOT NULL)),
        CONSTRAINT "reference_changes_pkey" PRIMARY KEY ("id")
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX "reference_changes_open" ON "reference_changes" ("kind", "subject") WHERE state = 'proposed'`,
    );
    await runner.query(
      `CREATE INDEX "reference_changes_confirmed" ON "reference_changes" ("decidedAt", "id") WHERE state = 'confirmed'`,
    );
    await runner.query(`CREATE INDEX "reference_changes_newest" ON "reference_changes" ("proposedAt", "id")`);
    await runner.query(`
      CREATE FUNCTION keep_reference_changes() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF OLD."state" <> 'proposed' OR NEW."content" IS DISTINCT FROM OLD."content" OR NEW."kind" <> OLD."kind"
           OR NEW."subject" <> OLD."subject" OR NEW."proposerId" <> OLD."proposerId" THEN
          RAISE EXCEPTION 'a proposed change keeps its content, and one that was decided never changes'
            USING ERRCODE = 'check_violation', TABLE = 'reference_changes', CONSTRAINT = 'reference_changes_kept';
        END IF;
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER reference_changes_kept BEFORE UPDATE ON "reference_changes"
      FOR EACH ROW EXECUTE FUNCTION keep_reference_changes()`);
    await runner.query(`
      CREATE FUNCTION announce_reference_changes() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF coalesce(NEW."state", OLD."state") = 'confirmed' THEN
          PERFORM pg_notify('public_changes', 'reference');
        END IF;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER reference_changes_announce AFTER INSERT OR UPDATE OR DELETE ON "reference_changes"
      FOR EACH ROW EXECUTE FUNCTION announce_reference_changes()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "reference_changes"`);
    await runner.query(`DROP FUNCTION announce_reference_changes(), keep_reference_changes()`);
  }
}
