import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What addresses follow, and the events they are told about. Triggers write the events in the transaction that causes them,
 * whichever way a certificate or an incident changes; while no address follows anything they write none. A publication
 * without a failure is two events: followers of the batch hear of it at once, those of the brand or product on Monday.
 */
export class Follows1796390000001 implements MigrationInterface {
  name = 'Follows1796390000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE followers (
        "id" SERIAL NOT NULL,
        "email" text NOT NULL,
        "mailedAt" timestamptz NOT NULL DEFAULT '-infinity',
        CONSTRAINT followers_pkey PRIMARY KEY ("id"))`);
    await runner.query(`CREATE UNIQUE INDEX followers_email_key ON followers (lower("email"))`);
    await runner.query(`
      CREATE TABLE follows (
        "id" SERIAL NOT NULL,
        "followerId" integer NOT NULL,
        "topic" text NOT NULL,
        "brandKey" text NOT NULL,
        "key" text NOT NULL,
        "label" text NOT NULL,
        "askedAt" timestamptz NOT NULL,
        "confirmedAt" timestamptz,
        CONSTRAINT follows_topic_check CHECK (topic IN ('lot', 'product', 'brand', 'failures')),
        CONSTRAINT follows_subject_key UNIQUE ("followerId", "topic", "brandKey", "key"),
        CONSTRAINT follows_pkey PRIMARY KEY ("id"),
        CONSTRAINT follows_follower_fkey FOREIGN KEY ("followerId") REFERENCES followers ("id") ON DELETE CASCADE)`);
    await runner.query(`CREATE INDEX follows_by_subject ON follows ("topic", "key", "brandKey")`);
    await runner.query(`
      CREATE TABLE follow_events (
        "id" BIGSERIAL NOT NULL,
        "kind" text NOT NULL,
        "certificateId" uuid,
        "incidentId" uuid,
        "at" timestamptz NOT NULL DEFAULT now(),
        "dueAt" timestamptz NOT NULL,
        "mailing" uuid,
        CONSTRAINT follow_events_kind_check CHECK (kind IN ('published', 'arrived', 'failed', 'withdrawn', 'notice')),
        CONSTRAINT follow_events_pkey PRIMARY KEY ("id"))`);
    await runner.query(`CREATE INDEX follow_events_due ON follow_events ("dueAt") WHERE "mailing" IS NULL`);
    await runner.query(`CREATE INDEX follow_events_by_time ON follow_events ("at")`);
    await runner.query(`
      CREATE FUNCTION coa_data_note_for_followers() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO follow_events ("kind", "certificateId", "dueAt")
        SELECT kind, NEW."id", CASE kind WHEN 'published'
                 THEN (date_trunc('week', now() AT TIME ZONE 'UTC') + interval '7 days 15 hours') AT TIME ZONE 'UTC'
                 ELSE now() END
          FROM unnest(CASE WHEN NEW."submissionStatus" = 'withdrawn' THEN ARRAY['withdrawn']
                           WHEN NEW."shownStatus" = 'failed' THEN ARRAY['failed']
                           ELSE ARRAY['arrived', 'published'] END) kind
         WHERE EXISTS (SELECT 1 FROM follows);
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER coa_data_published_for_followers AFTER INSERT ON coa_data FOR EACH ROW
        WHEN (NEW."submissionStatus" = 'approved') EXECUTE FUNCTION coa_data_note_for_followers()`);
    await runner.query(`
      CREATE TRIGGER coa_data_changed_for_followers AFTER UPDATE ON coa_data FOR EACH ROW
        WHEN (NEW."submissionStatus" IN ('approved', 'withdrawn') AND (NEW."submissionStatus" <> OLD."submissionStatus"
              OR NEW."submissionStatus" = 'approved' AND NEW."shownStatus" = 'failed' AND OLD."shownStatus" <> 'failed'))
        EXECUTE FUNCTION coa_data_note_for_followers()`);
    await runner.query(`
      CREATE FUNCTION lab_incidents_note_for_followers() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO follow_events ("kind", "incidentId", "dueAt")
        SELECT 'notice', NEW."id", now() WHERE EXISTS (SELECT 1 FROM follows);
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER lab_incidents_for_followers AFTER INSERT OR UPDATE ON lab_incidents FOR EACH ROW
        EXECUTE FUNCTION lab_incidents_note_for_followers()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER lab_incidents_for_followers ON lab_incidents`);
    await runner.query(`DROP TRIGGER coa_data_changed_for_followers ON coa_data`);
    await runner.query(`DROP TRIGGER coa_data_published_for_followers ON coa_data`);
    await runner.query(`DROP FUNCTION lab_incidents_note_for_followers, coa_data_note_for_followers`);
    await runner.query(`DROP TABLE follow_events, follows, followers`);
  }
}
