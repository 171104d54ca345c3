import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Takedowns of originals enter the public log, and outcomes of what was never published. An outcome's subject is salted with the
 * certificate's random ID, which only its sender and staff know: to others the entry says that something was decided. The entry
 * of a takedown has no `file`, because it must not look like the last word about certificates with that document.
 */
export class LogOutcomes1796430000001 implements MigrationInterface {
  name = 'LogOutcomes1796430000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION coa_data_outcome_for_log() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM log_add(upper(encode(sha256(convert_to(NEW."id" || ' ' || NEW."reference", 'UTF8')), 'hex')),
          jsonb_build_object('type', CASE WHEN NEW."takenBack" THEN 'submission.taken-back' ELSE 'submission.rejected' END,
            'at', log_time(NEW."reviewedAt")),
          NULL, NULL);
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER coa_data_rejected_for_log AFTER UPDATE ON coa_data FOR EACH ROW
        WHEN (NEW."submissionStatus" = 'rejected' AND OLD."submissionStatus" <> 'rejected')
        EXECUTE FUNCTION coa_data_outcome_for_log()`);
    await runner.query(`
      CREATE FUNCTION documents_note_for_log() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM log_add(c."reference", jsonb_build_object('type', 'coa.original-removed', 'at', log_time(NEW."removedAt")),
                        NULL, NULL)
           FROM (SELECT "reference" FROM coa_data WHERE "documentId" = NEW."id"
                    AND "submissionStatus" IN ('approved', 'withdrawn', 'superseded') ORDER BY "reference") c;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER documents_removed_for_log AFTER UPDATE ON documents FOR EACH ROW
        WHEN (NEW."state" = 'removed' AND OLD."state" <> 'removed') EXECUTE FUNCTION documents_note_for_log()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER documents_removed_for_log ON documents`);
    await runner.query(`DROP TRIGGER coa_data_rejected_for_log ON coa_data`);
    await runner.query(`DROP FUNCTION documents_note_for_log, coa_data_outcome_for_log`);
  }
}
