import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Incidents of laboratories. What one says never changes, it ends once, and none is deleted. Certificates find theirs by a
 * query, so a change empties what processes cache of certificates.
 */
export class LabIncidents1796380000001 implements MigrationInterface {
  name = 'LabIncidents1796380000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE lab_incidents (
        "id" uuid NOT NULL,
        "labName" text NOT NULL,
        "labKey" text NOT NULL,
        "kind" text NOT NULL,
        "testedFrom" date NOT NULL,
        "testedTo" date,
        "sourceName" text NOT NULL,
        "sourceUrl" text NOT NULL,
        "sourceDate" date NOT NULL,
        "statement" text NOT NULL,
        "state" text NOT NULL DEFAULT 'open',
        "openedAt" timestamptz NOT NULL,
        "openedBy" text NOT NULL,
        "endedAt" timestamptz,
        "endedBy" text,
        "endReason" text,
        "version" integer NOT NULL DEFAULT 1,
        CONSTRAINT lab_incidents_kind_check CHECK (kind IN ('suspended', 'accreditation_lost', 'out_of_scope', 'in_question')),
        CONSTRAINT lab_incidents_state_check CHECK (state IN ('open', 'cleared', 'retracted')),
        CONSTRAINT lab_incidents_window_check CHECK ("testedTo" >= "testedFrom"),
        CONSTRAINT lab_incidents_ended_check CHECK (num_nulls("endedAt", "endedBy", "endReason") = CASE state WHEN 'open' THEN 3 ELSE 0 END),
        CONSTRAINT lab_incidents_pkey PRIMARY KEY ("id"))`);
    await runner.query(
      `CREATE UNIQUE INDEX lab_incidents_open ON lab_incidents ("labKey", "kind", "testedFrom") WHERE "state" = 'open'`,
    );
    await runner.query(`CREATE INDEX lab_incidents_of_lab ON lab_incidents ("labKey")`);
    await runner.query(`
      CREATE FUNCTION keep_lab_incidents() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'DELETE' OR OLD."state" <> 'open'
           OR (NEW."id", NEW."labName", NEW."labKey", NEW."kind", NEW."testedFrom", NEW."sourceName", NEW."sourceUrl",
               NEW."sourceDate", NEW."statement", NEW."openedAt", NEW."openedBy")
              <> (OLD."id", OLD."labName", OLD."labKey", OLD."kind", OLD."testedFrom", OLD."sourceName", OLD."sourceUrl",
                  OLD."sourceDate", OLD."statement", OLD."openedAt", OLD."openedBy")
           OR NEW."testedTo" IS DISTINCT FROM OLD."testedTo" THEN
          RAISE EXCEPTION 'an incident keeps what it says, ends once, and is never deleted'
            USING ERRCODE = 'check_violation', TABLE = 'lab_incidents', CONSTRAINT = 'lab_incidents_kept';
        END IF;
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER lab_incidents_kept BEFORE UPDATE OR DELETE ON lab_incidents
      FOR EACH ROW EXECUTE FUNCTION keep_lab_incidents()`);
    await runner.query(`
      CREATE TRIGGER lab_incidents_announce AFTER INSERT OR UPDATE OR TRUNCATE ON lab_incidents
      FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied('certificates')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE lab_incidents`);
    await runner.query(`DROP FUNCTION keep_lab_incidents()`);
  }
}
