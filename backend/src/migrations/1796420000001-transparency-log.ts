import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The public log of decisions. Triggers write a record in the transaction of the decision, whichever way it is made; a process
 * later gives it a place in the log. What is in its place never changes. Certificates, incidents and notices from before enter
 * once, as recorded.
 */
export class TransparencyLog1796420000001 implements MigrationInterface {
  name = 'TransparencyLog1796420000001';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner);
    await recordCertificates(runner);
    await recordIncidents(runner);
    await recordNotices(runner);
    await runner.query(`
      SELECT log_certificate(c, 'coa.recorded', now())
        FROM (SELECT * FROM coa_data WHERE "submissionStatus" IN ('approved', 'withdrawn', 'superseded')
               ORDER BY "reviewedAt", "id") c`);
    await runner.query(`
      SELECT log_certificate_end(c)
        FROM (SELECT * FROM coa_data WHERE "submissionStatus" IN ('withdrawn', 'superseded') ORDER BY "endedAt", "id") c`);
    await runner.query(
      `SELECT log_incident(i, 'incident.recorded', now()) FROM (SELECT * FROM lab_incidents ORDER BY "openedAt", "id") i`,
    );
    await runner.query(
      `SELECT log_notice(n, 'notice.recorded', now())
         FROM (SELECT * FROM notices WHERE "number" IS NOT NULL ORDER BY "publishedAt", "id") n`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER notices_logged ON notices`);
    await runner.query(`DROP TRIGGER lab_incidents_logged ON lab_incidents`);
    for (const trigger of ['inserted', 'changed', 'redacted', 'deleted']) {
      await runner.query(`DROP TRIGGER coa_data_${trigger}_for_log ON coa_data`);
    }
    await runner.query(`DROP TABLE log_checkpoints, log_hashes, log_entries, log_records`);
    await runner.query(`
      DROP FUNCTION notices_note_for_log, lab_incidents_note_for_log, coa_data_note_for_log, coa_data_erase_in_log,
        log_notice, log_incident, log_certificate_end, log_certificate, log_add, log_salt, log_time,
        log_records_erase`);
  }
}

async function createTables(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE log_records (
      "id" BIGSERIAL NOT NULL,
      "ref" text NOT NULL,
      "leaf" jsonb NOT NULL,
      "content" jsonb,
      "salt" bytea,
      "position" bigint,
      "addedAt" timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT log_records_position_key UNIQUE ("position"),
      CONSTRAINT log_records_pkey PRIMARY KEY ("id"))`);
  await runner.query(`CREATE INDEX log_records_waiting ON log_records ("id") WHERE "position" IS NULL`);
  await runner.query(`CREATE INDEX log_records_by_ref ON log_records ("ref")`);
  await runner.query(`
    CREATE TABLE log_entries (
      "position" bigint NOT NULL,
      "ref" text NOT NULL,
      "seq" integer NOT NULL,
      "file" text,
      "text" text NOT NULL,
      CONSTRAINT log_entries_seq_key UNIQUE ("ref", "seq"),
      CONSTRAINT log_entries_pkey PRIMARY KEY ("position"))`);
  await runner.query(`CREATE INDEX log_entries_by_file ON log_entries ("file") WHERE "file" IS NOT NULL`);
  await runner.query(`
    CREATE TABLE log_hashes (
      "level" smallint NOT NULL,
      "position" bigint NOT NULL,
      "hash" bytea NOT NULL,
      CONSTRAINT log_hashes_pkey PRIMARY KEY ("level", "position"))`);
  await runner.query(`
    CREATE TABLE log_checkpoints (
      "size" bigint NOT NULL,
      "note" text NOT NULL,
      "signedAt" timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT log_checkpoints_pkey PRIMARY KEY ("size"))`);
  for (const table of ['log_entries', 'log_hashes', 'log_checkpoints']) {
    await runner.query(`
      CREATE TRIGGER ${table}_is_append_only BEFORE UPDATE OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION refuse_change()`);
    await runner.query(`
      CREATE TRIGGER ${table}_is_never_emptied BEFORE TRUNCATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);
  }
  await runner.query(`
    CREATE FUNCTION log_records_erase() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW."content" := NULL;
      NEW."salt" := NULL;
      RETURN NEW;
    END $$`);
  // A redacted content would not fit the hash in its entry, and the salt would let people guess what was in it.
  await runner.query(`
    CREATE TRIGGER log_records_redacted BEFORE UPDATE ON log_records FOR EACH ROW
      WHEN (OLD."content" IS DISTINCT FROM NEW."content") EXECUTE FUNCTION log_records_erase()`);
  await runner.query(`
    CREATE FUNCTION log_time("at" timestamptz) RETURNS text LANGUAGE sql STABLE
    RETURN to_char("at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
  await runner.query(`
    CREATE FUNCTION log_salt() RETURNS bytea LANGUAGE sql VOLATILE
    RETURN sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))`);
  await runner.query(`
    CREATE FUNCTION log_add("ref" text, "leaf" jsonb, "content" jsonb, "salt" bytea) RETURNS void LANGUAGE sql AS $$
      INSERT INTO log_records ("ref", "leaf", "content", "salt") VALUES ("ref", jsonb_strip_nulls("leaf"), "content", "salt")
    $$`);
}

/** The content is the lab's report as we published it: nothing of the sender, and no text that can be redacted later. */
async function recordCertificates(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION log_certificate("c" coa_data, "type" text, "at" timestamptz) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM log_add(c."reference",
        jsonb_build_object('type', "type", 'at', log_time("at"), 'file', c."documentId",
          'demonstration', CASE WHEN c."demonstration" THEN true END),
        jsonb_build_object('reference', c."reference", 'productName', c."productName", 'brandName', c."brandName",
          'batchId', c."batchId", 'thcContent', c."thcContent", 'cbdContent', c."cbdContent", 'testDate', c."testDate",
          'labName', c."labName", 'labReportId', c."labReportId", 'status', c."status", 'sample', c."sample",
          'testResults', c."testResults" - 'reported'),
        log_salt());
    END $$`);
  await runner.query(`
    CREATE FUNCTION log_certificate_end("c" coa_data) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      salt bytea := log_salt();
    BEGIN
      PERFORM log_add(c."reference",
        jsonb_build_object('type', 'coa.' || c."submissionStatus", 'at', log_time(c."endedAt"), 'file', c."documentId",
          'demonstration', CASE WHEN c."demonstration" THEN true END,
          'reason', encode(sha256(salt || convert_to(to_json(c."withdrawalReason")::text, 'UTF8')), 'hex'),
          'replacedBy', (SELECT r."reference" FROM coa_data r
                          WHERE r."supersedes" = c."id" AND r."submissionStatus" <> 'rejected')),
        NULL, salt);
    END $$`);
  await runner.query(`
    CREATE FUNCTION coa_data_note_for_log() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN PERFORM log_certificate(NEW, 'coa.recorded', now());
      ELSIF NEW."submissionStatus" = 'approved' THEN PERFORM log_certificate(NEW, 'coa.published', NEW."reviewedAt");
      END IF;
      IF NEW."submissionStatus" <> 'approved' THEN PERFORM log_certificate_end(NEW); END IF;
      RETURN NULL;
    END $$`);
  await runner.query(`
    CREATE TRIGGER coa_data_inserted_for_log AFTER INSERT ON coa_data FOR EACH ROW
      WHEN (NEW."submissionStatus" IN ('approved', 'withdrawn', 'superseded')) EXECUTE FUNCTION coa_data_note_for_log()`);
  await runner.query(`
    CREATE TRIGGER coa_data_changed_for_log AFTER UPDATE ON coa_data FOR EACH ROW
      WHEN (NEW."submissionStatus" IN ('approved', 'withdrawn', 'superseded')
            AND NEW."submissionStatus" <> OLD."submissionStatus") EXECUTE FUNCTION coa_data_note_for_log()`);
  await runner.query(`
    CREATE FUNCTION coa_data_erase_in_log() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE log_records SET "salt" = NULL, "content" = NULL
       WHERE "ref" = OLD."reference" AND (TG_OP = 'DELETE' OR "leaf" ? 'reason');
      RETURN NULL;
    END $$`);
  await runner.query(`
    CREATE TRIGGER coa_data_redacted_for_log AFTER UPDATE ON coa_data FOR EACH ROW
      WHEN (OLD."withdrawalReason" IS NOT NULL AND OLD."withdrawalReason" IS DISTINCT FROM NEW."withdrawalReason")
      EXECUTE FUNCTION coa_data_erase_in_log()`);
  await runner.query(`
    CREATE TRIGGER coa_data_deleted_for_log AFTER DELETE ON coa_data FOR EACH ROW
      WHEN (OLD."submissionStatus" IN ('approved', 'withdrawn', 'superseded')) EXECUTE FUNCTION coa_data_erase_in_log()`);
}

async function recordIncidents(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION log_incident("i" lab_incidents, "type" text, "at" timestamptz) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM log_add(i."id"::text, jsonb_build_object('type', "type", 'at', log_time("at")),
        to_jsonb(i) - '{id,labKey,openedBy,endedBy,version}'::text[], log_salt());
    END $$`);
  await runner.query(`
    CREATE FUNCTION lab_incidents_note_for_log() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM log_incident(NEW, 'incident.' || NEW."state", coalesce(NEW."endedAt", NEW."openedAt"));
      RETURN NULL;
    END $$`);
  await runner.query(`
    CREATE TRIGGER lab_incidents_logged AFTER INSERT OR UPDATE OF "state" ON lab_incidents FOR EACH ROW
      EXECUTE FUNCTION lab_incidents_note_for_log()`);
}

async function recordNotices(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION log_notice("n" notices, "type" text, "at" timestamptz) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM log_add(n."number", jsonb_build_object('type', "type", 'at', log_time("at")),
        jsonb_build_object('number', n."number", 'state', n."state", 'content', n."content",
          'withdrawalReason', n."withdrawalReason",
          'batches', (SELECT coalesce(jsonb_agg(jsonb_build_object('brandName', b."brandName", 'batchId', b."batchId")
                                                ORDER BY b."brandKey", b."batchKey"), '[]')
                        FROM notice_batches b WHERE b."noticeId" = n."id" AND b."isCurrent")),
        log_salt());
    END $$`);
  await runner.query(`
    CREATE FUNCTION notices_note_for_log() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM log_notice(n, 'notice.' || n."state", n."modifiedAt") FROM notices n WHERE n."id" = NEW."id";
      RETURN NULL;
    END $$`);
  // Deferred, because the batches are written after the notice.
  await runner.query(`
    CREATE CONSTRAINT TRIGGER notices_logged AFTER UPDATE ON notices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
      WHEN (NEW."number" IS NOT NULL AND (NEW."modifiedAt" IS DISTINCT FROM OLD."modifiedAt" OR NEW."state" <> OLD."state"))
      EXECUTE FUNCTION notices_note_for_log()`);
}
