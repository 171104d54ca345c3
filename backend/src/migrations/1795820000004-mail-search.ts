import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes for the search of the mail page: mail by kind and by what it is about, and both by the address of a person. */
export class MailSearch1795820000004 implements MigrationInterface {
  name = 'MailSearch1795820000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX mail_outbox_by_kind ON mail_outbox ("kind", "state", "createdAt", "id")`);
    await runner.query(`CREATE INDEX mail_outbox_about ON mail_outbox USING gin ("payload" jsonb_path_ops)`);
    await runner.query(`
      CREATE INDEX coa_data_by_sender ON coa_data (lower("submittedBy")) WHERE "submittedBy" IS NOT NULL`);
    await runner.query(`CREATE INDEX contact_messages_by_sender ON contact_messages (lower("email"))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX contact_messages_by_sender, coa_data_by_sender, mail_outbox_about, mail_outbox_by_kind`);
  }
}
