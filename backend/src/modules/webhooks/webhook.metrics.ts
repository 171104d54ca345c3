/** The length and age of the delivery queue, without deliveries to disabled endpoints. */
export const WEBHOOK_QUEUE = `
  SELECT (SELECT count(*) FROM (
            SELECT 1 FROM webhook_endpoints e
              JOIN webhook_deliveries d ON d."endpointId" = e."id" AND d."state" = 'pending'
             WHERE e."enabled" LIMIT $1) w)::int AS "waiting",
         (SELECT extract(epoch FROM now() - min(d."nextAttemptAt"))::float8
            FROM webhook_endpoints e
           CROSS JOIN LATERAL (
             SELECT "nextAttemptAt" FROM webhook_deliveries
              WHERE "endpointId" = e."id" AND "state" = 'pending' ORDER BY "nextAttemptAt" LIMIT 1) d
           WHERE e."enabled") AS "oldestDueSeconds"`;
