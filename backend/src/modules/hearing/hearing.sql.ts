/** A certificate can have many reports, and its page stays readable. */
const SHOWN_MAX = 5;

/** SQL: what came of problems that were reported with a certificate, the newest first. Reports decided together are one. */
export const reportedProblemsOf = (row: string) => `(
  SELECT coalesce(json_agg(p ORDER BY p."closedAt" DESC), '[]') FROM (
    SELECT to_char(min(r."reportedAt") AT TIME ZONE 'America/New_York', 'YYYY-MM-DD') AS "reportedOn",
           r."reason", r."outcome", r."sentence", r."closedAt"
      FROM problem_reports r
     WHERE r."certificateId" = ${row}."id" AND r."closedAt" IS NOT NULL AND r."outcome" <> 'dismissed'
     GROUP BY r."reason", r."outcome", r."sentence", r."closedAt" ORDER BY r."closedAt" DESC LIMIT ${SHOWN_MAX}) p)`;
