import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often visitors asked a brand to publish a report. Not a column of brands, because each change of those empties caches. */
export class ReportRequests1796370000001 implements MigrationInterface {
  name = 'ReportRequests1796370000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE report_requests (
        "brandId" integer NOT NULL,
        "count" integer NOT NULL,
        CONSTRAINT report_requests_pkey PRIMARY KEY ("brandId"),
        CONSTRAINT report_requests_brand_fkey FOREIGN KEY ("brandId") REFERENCES brands ("id") ON DELETE CASCADE)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE report_requests`);
  }
}
