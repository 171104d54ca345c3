/** How many recipients of issues being sent still wait, and since when the oldest is being sent. */
export const NEWSLETTER_QUEUE = `
  SELECT (SELECT count(*) FROM (
            SELECT 1 FROM newsletter_issues i
              JOIN newsletter_recipients r ON r."issueId" = i."id" AND r."state" = 'waiting'
             WHERE i."state" = 'sending' LIMIT $1) w)::int AS "waiting",
         (SELECT extract(epoch FROM now() - min("startedAt"))::float8
            FROM newsletter_issues WHERE "state" = 'sending') AS "oldestDueSeconds"`;
