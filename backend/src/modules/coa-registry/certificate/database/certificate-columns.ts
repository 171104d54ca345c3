import { isWarnedAbout } from './warnings-of.js';

/** A certificate `c` that a reviewer compares with a submission. */
export const RELATED = `c."id", c."reference", c."brandName", c."productName", c."batchId", c."labName", c."labReportId",
  c."thcContent"::float8 AS "thcContent", c."cbdContent"::float8 AS "cbdContent", c."testDate"::text AS "testDate",
  c."status" AS "outcome", c."submissionStatus" AS "lifecycle", c."takenBack"`;

/** `byNewestTest` of the domain, as SQL. */
export const newestTest = (row: string) => `${row}."testDate" DESC, ${row}."reviewedAt" DESC, ${row}."id" DESC`;

/**
 * Why the failure of a certificate no longer stands; null while it stands, also because the retest is no longer current or a
 * warning is about it.
 */
export const dismissalOf = (row: string) => `CASE WHEN ${row}."failureDismissal"->>'retest' IS NULL OR EXISTS (
    SELECT 1 FROM coa_data n WHERE n."reference" = ${row}."failureDismissal"->>'retest' AND n."submissionStatus" = 'approved'
       AND NOT ${isWarnedAbout('n')})
  THEN ${row}."failureDismissal" END`;

const DASH = String.raw` ?[-\u02D7\u058A\u05BE\u1400\u1806\u2010-\u2015\u2043\u2212\u2E17\u2E1A\u2E3A\u2E3B\u2E40\u2E5D\u301C\u3030\u30A0\uFE31\uFE32\uFE58\uFE63\uFF0D\U00010D6E\U00010EAD] ?`;

/** `reportKey` of the domain, as the indexes of report numbers have it (1796310000001). */
export const reportKeyOf = (labReportId: string) =>
  `regexp_replace(lower(regexp_replace(normalize(${labReportId}, NFKC), '\\s+', ' ', 'g')), '${DASH}', '-', 'g')`;

/** {@link reportKeyOf} a certificate that may have no number; then it is empty. */
export const reportKeyOrEmpty = (labReportId: string) => reportKeyOf(`coalesce(${labReportId}, '')`);
