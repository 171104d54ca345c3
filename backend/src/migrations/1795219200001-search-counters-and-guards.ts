import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What entity schemas cannot say: the search index, counters that the database keeps, and what may never change. */
export class SearchCountersAndGuards1795219200001 implements MigrationInterface {
  name = 'SearchCountersAndGuards1795219200001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE EXTENSION IF NOT EXISTS pg_trgm`);
    await runner.query(`
      CREATE INDEX coa_data_search ON coa_data USING gin ("searchText" gin_trgm_ops)
      WHERE "submissionStatus" = 'approved'`);
    await runner.query(`CREATE UNIQUE INDEX email_subscriptions_email_key ON email_subscriptions (lower("email"))`);
    await countPublished(runner);
    await guardAuditLog(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER audit_log_is_append_only ON audit_log`);
    await runner.query(`DROP TRIGGER audit_log_is_never_emptied ON audit_log`);
    await runner.query(`DROP FUNCTION refuse_change()`);
    for (const event of ['insert', 'update_after', 'update_before', 'delete']) {
      await runner.query(`DROP TRIGGER coa_data_count_${event} ON coa_data`);
    }
    await runner.query(`DROP FUNCTION count_published_up(), count_published_down()`);
    await runner.query(`DROP TRIGGER brands_count_insert ON brands`);
    await runner.query(`DROP TRIGGER brands_count_delete ON brands`);
    await runner.query(`DROP FUNCTION count_brands_up(), count_brands_down()`);
    await runner.query(`DROP TABLE registry_totals`);
    await runner.query(`DROP INDEX email_subscriptions_email_key`);
    await runner.query(`DROP INDEX coa_data_search`);
  }
}

/** Totals and certificates by brand change in the transaction that publishes, once for each statement. */
async function countPublished(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE registry_totals (
      "only" boolean NOT NULL DEFAULT true,
      "coas" integer NOT NULL DEFAULT 0,
      "brands" integer NOT NULL DEFAULT 0,
      "underDosed" integer NOT NULL DEFAULT 0,
      CONSTRAINT registry_totals_pkey PRIMARY KEY ("only"),
      CONSTRAINT registry_totals_one_row_check CHECK ("only")
    )`);
  await runner.query(`INSERT INTO registry_totals DEFAULT VALUES`);

  for (const { name, rows, sign } of [
    { name: 'up', rows: 'rows_after', sign: '+' },
    { name: 'down', rows: 'rows_before', sign: '-' },
  ]) {
    // Brands are locked in one order, so that two statements that touch several cannot wait for each other.
    await runner.query(`
      CREATE FUNCTION count_published_${name}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM 1 FROM brands
          WHERE "id" IN (SELECT "brandId" FROM ${rows} WHERE "submissionStatus" = 'approved')
          ORDER BY "id" FOR NO KEY UPDATE;
        UPDATE brands b SET "coaCount" = b."coaCount" ${sign} d.coas
          FROM (SELECT "brandId", count(*) AS coas FROM ${rows} WHERE "submissionStatus" = 'approved' GROUP BY 1) d
          WHERE b."id" = d."brandId";
        UPDATE registry_totals t SET "coas" = t."coas" ${sign} d.coas, "underDosed" = t."underDosed" ${sign} d.under
          FROM (SELECT count(*) AS coas, count(*) FILTER (WHERE "underDosed") AS under
                  FROM ${rows} WHERE "submissionStatus" = 'approved') d
          WHERE d.coas > 0;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE FUNCTION count_brands_${name}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE registry_totals SET "brands" = "brands" ${sign} (SELECT count(*) FROM ${rows});
        RETURN NULL;
      END $$`);
  }
  for (const { table, trigger, event, rows, call } of [
    { table: 'coa_data', trigger: 'insert', event: 'INSERT', rows: 'NEW TABLE AS rows_after', call: 'published_up' },
    {
      table: 'coa_data',
      trigger: 'update_after',
      event: 'UPDATE',
      rows: 'NEW TABLE AS rows_after',
      call: 'published_up',
    },
    {
      table: 'coa_data',
      trigger: 'update_before',
      event: 'UPDATE',
      rows: 'OLD TABLE AS rows_before',
      call: 'published_down',
    },
    { table: 'coa_data', trigger: 'delete', event: 'DELETE', rows: 'OLD TABLE AS rows_before', call: 'published_down' },
    { table: 'brands', trigger: 'insert', event: 'INSERT', rows: 'NEW TABLE AS rows_after', call: 'brands_up' },
    { table: 'brands', trigger: 'delete', event: 'DELETE', rows: 'OLD TABLE AS rows_before', call: 'brands_down' },
  ]) {
    await runner.query(`
      CREATE TRIGGER ${table}_count_${trigger} AFTER ${event} ON ${table} REFERENCING ${rows}
      FOR EACH STATEMENT EXECUTE FUNCTION count_${call}()`);
  }
}

async function guardAuditLog(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
    END $$`);
  await runner.query(`
    CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE ON audit_log
    FOR EACH ROW EXECUTE FUNCTION refuse_change()`);
  await runner.query(`
    CREATE TRIGGER audit_log_is_never_emptied BEFORE TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);
}
