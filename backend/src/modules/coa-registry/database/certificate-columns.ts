/** A certificate `c` that a reviewer compares with a submission. */
export const RELATED = `c."id", c."reference", c."brandName", c."productName", c."batchId", c."labName", c."labReportId",
  c."thcContent"::float8 AS "thcContent", c."cbdContent"::float8 AS "cbdContent", c."testDate"::text AS "testDate",
  c."status" AS "outcome", c."submissionStatus" AS "lifecycle", c."takenBack"`;

/** `byNewestTest` of the domain, as SQL. */
export const newestTest = (row: string) => `${row}."testDate" DESC, ${row}."reviewedAt" DESC, ${row}."id" DESC`;

/** Why the failure of a certificate no longer stands; null while it stands, also because the retest is no longer current. */
export const dismissalOf = (row: string) => `CASE WHEN ${row}."failureDismissal"->>'retest' IS NULL OR EXISTS (
    SELECT 1 FROM coa_data n WHERE n."reference" = ${row}."failureDismissal"->>'retest' AND n."submissionStatus" = 'approved')
  THEN ${row}."failureDismissal" END`;

/** `reportKey` of the domain, as the index coa_data_published_batch has it. */
export const reportKeyOf = (labReportId: string) =>
  `lower(regexp_replace(normalize(coalesce(${labReportId}, '')), '\\s+', ' ', 'g'))`;
