import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When a certificate last changed: the start of the transaction that did it, so that it is never later than the moment when
 * the change became visible. Certificates from before count as changed now.
 */
export class ChangedCertificates1796300000002 implements MigrationInterface {
  name = 'ChangedCertificates1796300000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "coa_data" ADD "updatedAt" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now()`);
    await runner.query(`
      CREATE INDEX "coa_data_by_lab_change" ON "coa_data" ("labId", "updatedAt")
       WHERE "labId" IS NOT NULL`);
    await runner.query(`
      CREATE FUNCTION coa_data_note_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW."updatedAt" := now();
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER coa_data_changed BEFORE UPDATE ON coa_data FOR EACH ROW
        WHEN (NEW."version" IS DISTINCT FROM OLD."version") EXECUTE FUNCTION coa_data_note_change()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER coa_data_changed ON coa_data`);
    await runner.query(`DROP FUNCTION coa_data_note_change()`);
    await runner.query(`DROP INDEX "coa_data_by_lab_change"`);
    await runner.query(`ALTER TABLE "coa_data" DROP COLUMN "updatedAt"`);
  }
}
