import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counts what is compared between laboratories. domain/coa-registry/registry/laboratory-comparison.ts says what each figure
 * means.
 */
export class LaboratoryCounts1796386000001 implements MigrationInterface {
  name = 'LaboratoryCounts1796386000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION stated_dose(product text) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT replace((regexp_match(product, '([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+(?:\\.[0-9]+)?|\\.[0-9]+)\\s*mg', 'i'))[1], ',', '')::numeric
      $$`);
    await runner.query(`
      CREATE FUNCTION laboratory_figures(lifecycle text, product text, thc numeric, results jsonb)
      RETURNS TABLE ("figure" text, "holds" boolean) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT 'replaced', lifecycle = 'superseded' WHERE lifecycle IN ('approved', 'superseded')
        UNION ALL
        SELECT p.panel || 'Passed', results->'panels'->>p.panel = 'passed'
          FROM unnest(ARRAY['pesticides', 'heavyMetals', 'microbials', 'residualSolvents']) p (panel)
         WHERE lifecycle = 'approved' AND results->'panels'->>p.panel IN ('passed', 'failed')
        UNION ALL
        SELECT t.figure, CASE WHEN t.part > 1 THEN thc <= t.part * l.mg ELSE thc >= t.part * l.mg END
          FROM stated_dose(product) l (mg), (VALUES ('above90Percent', 0.90), ('aboveLabel', 1.00), ('below110Percent', 1.10)) t (figure, part)
         WHERE lifecycle = 'approved' AND l.mg > 0 AND abs(thc - t.part * l.mg) <= 0.05 * l.mg
      $$`);
    await runner.query(`
      CREATE TABLE laboratory_counts (
        "labKey" text NOT NULL,
        "figure" text NOT NULL,
        "results" integer NOT NULL,
        "holds" integer NOT NULL,
        CONSTRAINT laboratory_counts_pkey PRIMARY KEY ("labKey", "figure"))`);
    // From here on, certificates wait until the count below is stored: none is counted twice, and none is missed.
    await runner.query(`LOCK TABLE coa_data IN SHARE ROW EXCLUSIVE MODE`);
    await runner.query(`INSERT INTO laboratory_counts ${sumOf([figuresOf('coa_data', 1)])}`);
    for (const { event, tables, rows } of EVENTS) {
      const name = `laboratory_count_on_${event.toLowerCase()}`;
      await runner.query(`
        CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO laboratory_counts AS c ${sumOf(rows)}
            ON CONFLICT ("labKey", "figure")
            DO UPDATE SET "results" = c."results" + excluded."results", "holds" = c."holds" + excluded."holds";
          RETURN NULL;
        END $$`);
      // Triggers run by name. This one is last, when the totals are locked, so that no two transactions wait for each other.
      await runner.query(`
        CREATE TRIGGER coa_data_${name} AFTER ${event} ON coa_data REFERENCING ${tables}
        FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { event } of EVENTS) {
      await runner.query(`DROP FUNCTION laboratory_count_on_${event.toLowerCase()}() CASCADE`);
    }
    await runner.query(`DROP TABLE laboratory_counts`);
    await runner.query(`DROP FUNCTION laboratory_figures(text, text, numeric, jsonb)`);
    await runner.query(`DROP FUNCTION stated_dose(text)`);
  }
}

const figuresOf = (rows: string, sign: 1 | -1) => `
  SELECT r."labKey", f."figure", f."holds", ${sign} AS sign
    FROM ${rows} r, laboratory_figures(r."submissionStatus", r."productName", r."thcContent", r."testResults") f`;

const BEFORE = figuresOf('rows_before', -1);
const AFTER = figuresOf('rows_after', 1);

const EVENTS = [
  { event: 'INSERT', tables: 'NEW TABLE AS rows_after', rows: [AFTER] },
  { event: 'UPDATE', tables: 'OLD TABLE AS rows_before NEW TABLE AS rows_after', rows: [BEFORE, AFTER] },
  { event: 'DELETE', tables: 'OLD TABLE AS rows_before', rows: [BEFORE] },
] as const;

/** Most changes of a certificate change nothing that is counted. */
const sumOf = (rows: readonly string[]) => `
  SELECT "labKey", "figure", sum(sign), coalesce(sum(sign) FILTER (WHERE "holds"), 0) FROM (${rows.join(' UNION ALL ')}) counted
   GROUP BY 1, 2 HAVING sum(sign) <> 0 OR coalesce(sum(sign) FILTER (WHERE "holds"), 0) <> 0 ORDER BY 1, 2`;
