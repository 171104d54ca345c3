import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counts published certificates that report all four contaminant panels, and finds certificates by the lab's report number
 * and by withdrawal.
 */
export class PanelTotals1795330000001 implements MigrationInterface {
  name = 'PanelTotals1795330000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION reports_all_panels(results jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT coalesce(
          results->'panels'->>'pesticides' IN ('passed', 'failed') AND results->'panels'->>'heavyMetals' IN ('passed', 'failed')
            AND results->'panels'->>'microbials' IN ('passed', 'failed')
            AND results->'panels'->>'residualSolvents' IN ('passed', 'failed'), false)
      $$`);
    await runner.query(`ALTER TABLE registry_totals ADD "allPanels" integer NOT NULL DEFAULT 0`);
    // From here on, certificates wait until the count below is stored: none is counted twice, and none is missed.
    await runner.query(`LOCK TABLE coa_data IN SHARE ROW EXCLUSIVE MODE`);
    await runner.query(`
      UPDATE registry_totals SET "allPanels" = (
        SELECT count(*) FROM coa_data WHERE "submissionStatus" = 'approved' AND reports_all_panels("testResults"))`);
    await countPublished(runner, `, count(*) FILTER (WHERE reports_all_panels("testResults")) AS panels`, 'panels');
    await runner.query(`
      CREATE INDEX coa_data_by_report ON coa_data ("labKey", "labReportId") WHERE "labReportId" IS NOT NULL`);
    await runner.query(`
      CREATE INDEX coa_data_by_withdrawal ON coa_data ("endedAt", "id") WHERE "submissionStatus" = 'withdrawn'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX coa_data_by_withdrawal, coa_data_by_report`);
    await countPublished(runner, '', null);
    await runner.query(`ALTER TABLE registry_totals DROP "allPanels"`);
    await runner.query(`DROP FUNCTION reports_all_panels(jsonb)`);
  }
}

/** The counting of 1795219200001, with one more total where `panels` names it. */
async function countPublished(runner: QueryRunner, counted: string, panels: string | null): Promise<void> {
  for (const { name, rows, sign } of [
    { name: 'up', rows: 'rows_after', sign: '+' },
    { name: 'down', rows: 'rows_before', sign: '-' },
  ]) {
    const setPanels = panels === null ? '' : `, "allPanels" = t."allPanels" ${sign} d.${panels}`;
    await runner.query(`
      CREATE OR REPLACE FUNCTION count_published_${name}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM 1 FROM brands
          WHERE "id" IN (SELECT "brandId" FROM ${rows} WHERE "submissionStatus" = 'approved')
          ORDER BY "id" FOR NO KEY UPDATE;
        UPDATE brands b SET "coaCount" = b."coaCount" ${sign} d.coas
          FROM (SELECT "brandId", count(*) AS coas FROM ${rows} WHERE "submissionStatus" = 'approved' GROUP BY 1) d
          WHERE b."id" = d."brandId";
        UPDATE registry_totals t SET "coas" = t."coas" ${sign} d.coas, "underDosed" = t."underDosed" ${sign} d.under${setPanels}
          FROM (SELECT count(*) AS coas, count(*) FILTER (WHERE "underDosed") AS under${counted}
                  FROM ${rows} WHERE "submissionStatus" = 'approved') d
          WHERE d.coas > 0;
        RETURN NULL;
      END $$`);
  }
}
