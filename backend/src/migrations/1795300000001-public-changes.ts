import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `changed`: which of the rows concern the public. A statement that touches no row says nothing. */
const WATCHED = [
  // Submissions come and go without the public seeing anything of it.
  {
    table: 'coa_data',
    kind: 'certificates',
    changed: `"submissionStatus" IN ('approved', 'withdrawn', 'superseded')`,
  },
  { table: 'brands', kind: 'brands', changed: 'true' },
  { table: 'brand_aliases', kind: 'brands', changed: 'true' },
  { table: 'articles', kind: 'articles', changed: 'true' },
  { table: 'article_withdrawals', kind: 'articles', changed: 'true' },
  // What a certificate says of its laboratory depends on who is a partner.
  { table: 'partner_labs', kind: 'certificates', changed: 'true' },
];

const EVENTS = [
  { name: 'insert', event: 'INSERT', rows: 'rows_after', referencing: 'NEW TABLE AS rows_after' },
  { name: 'update_after', event: 'UPDATE', rows: 'rows_after', referencing: 'NEW TABLE AS rows_after' },
  { name: 'update_before', event: 'UPDATE', rows: 'rows_before', referencing: 'OLD TABLE AS rows_before' },
  { name: 'delete', event: 'DELETE', rows: 'rows_before', referencing: 'OLD TABLE AS rows_before' },
];

/**
 * Whoever keeps answers to the public is told when they may be different: on the channel `public_changes`, once for each
 * transaction and kind, because PostgreSQL sends equal notices of one transaction once.
 */
export class PublicChanges1795300000001 implements MigrationInterface {
  name = 'PublicChanges1795300000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION announce_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('public_changes', TG_ARGV[0]);
        RETURN NULL;
      END $$`);
    for (const { table, kind, changed } of WATCHED) {
      for (const rows of ['rows_before', 'rows_after']) {
        await runner.query(`
          CREATE FUNCTION announce_${table}_${rows}() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN
            IF EXISTS (SELECT 1 FROM ${rows} WHERE ${changed}) THEN
              PERFORM pg_notify('public_changes', '${kind}');
            END IF;
            RETURN NULL;
          END $$`);
      }
      for (const { name, event, rows, referencing } of EVENTS) {
        await runner.query(`
          CREATE TRIGGER ${table}_announce_${name} AFTER ${event} ON ${table} REFERENCING ${referencing}
          FOR EACH STATEMENT EXECUTE FUNCTION announce_${table}_${rows}()`);
      }
      await runner.query(`
        CREATE TRIGGER ${table}_announce_emptied AFTER TRUNCATE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied('${kind}')`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table } of WATCHED) {
      for (const name of [...EVENTS.map((event) => event.name), 'emptied']) {
        await runner.query(`DROP TRIGGER ${table}_announce_${name} ON ${table}`);
      }
      await runner.query(`DROP FUNCTION announce_${table}_rows_before(), announce_${table}_rows_after()`);
    }
    await runner.query(`DROP FUNCTION announce_emptied()`);
  }
}
