import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Certificates refer to the laboratory's PDF. Those published before have none, and say so. The default writes that
 * without touching a row; only the few that were never published lose it again.
 */
export class DocumentsOfCertificates1795910000001 implements MigrationInterface {
  name = 'DocumentsOfCertificates1795910000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE coa_data
        ADD "documentId" text,
        ADD "documentAbsence" text DEFAULT 'before-documents',
        ADD "awaitedDocument" text,
        ADD "awaitedUntil" timestamptz,
        ADD "leasedUntil" timestamptz,
        ADD "provenance" jsonb NOT NULL DEFAULT '[]'`);
    await runner.query(`ALTER TABLE coa_data ALTER "documentAbsence" DROP DEFAULT`);
    await runner.query(`
      UPDATE coa_data SET "documentAbsence" = NULL
       WHERE "submissionStatus" NOT IN ('approved', 'withdrawn', 'superseded')`);
    await runner.query(`
      ALTER TABLE coa_data
        ADD CONSTRAINT coa_data_document_fkey FOREIGN KEY ("documentId") REFERENCES documents ("id"),
        ADD CONSTRAINT coa_data_document_check
          CHECK ("submissionStatus" NOT IN ('approved', 'withdrawn', 'superseded')
                 OR ("documentId" IS NULL) <> ("documentAbsence" IS NULL)),
        ADD CONSTRAINT coa_data_awaited_check CHECK ("awaitedUntil" IS NULL OR "awaitedDocument" IS NOT NULL)`);
    await runner.query(`ALTER TABLE partner_labs ADD "reportHosts" text[] NOT NULL DEFAULT '{}'`);
    await runner.query(`CREATE INDEX coa_data_by_document ON coa_data ("documentId") WHERE "documentId" IS NOT NULL`);
    await runner.query(`
      CREATE INDEX coa_data_awaiting ON coa_data ("awaitedDocument", "id")
        WHERE "awaitedDocument" IS NOT NULL AND "submissionStatus" IN ('pending', 'changes_requested')`);
    // What the public sees of a document changes when it is taken down, found damaged or repaired, and read again.
    await runner.query(`
      CREATE FUNCTION announce_document() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT 1 FROM coa_data WHERE "documentId" = NEW."id"
                    AND "submissionStatus" IN ('approved', 'withdrawn', 'superseded')) THEN
          PERFORM pg_notify('public_changes', 'documents');
        END IF;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER documents_announce AFTER UPDATE ON documents FOR EACH ROW
      WHEN ((OLD."state", OLD."damagedAt", OLD."readAt") IS DISTINCT FROM (NEW."state", NEW."damagedAt", NEW."readAt"))
      EXECUTE FUNCTION announce_document()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER documents_announce ON documents`);
    await runner.query(`DROP FUNCTION announce_document()`);
    await runner.query(`
      ALTER TABLE coa_data DROP "documentId", DROP "documentAbsence", DROP "awaitedDocument", DROP "awaitedUntil",
        DROP "leasedUntil", DROP "provenance"`);
    await runner.query(`ALTER TABLE partner_labs DROP "reportHosts"`);
  }
}
