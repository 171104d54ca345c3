/** The length and age of the email queue, and the number of dead emails. */
export const MAIL_QUEUE = `
  SELECT (SELECT count(*) FROM (SELECT 1 FROM mail_outbox WHERE "state" = 'waiting' LIMIT $1) w)::int AS "waiting",
         (SELECT extract(epoch FROM now() - min("nextAttemptAt"))::float8
            FROM mail_outbox WHERE "state" = 'waiting') AS "oldestDueSeconds",
         (SELECT count(*) FROM (SELECT 1 FROM mail_outbox WHERE "state" = 'dead' LIMIT $1) d)::int AS "dead"`;
