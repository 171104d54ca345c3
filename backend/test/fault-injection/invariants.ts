import pg from 'pg';

/** Batch ids of certificates whose submission returned 201. */
type Acknowledged = ReadonlySet<string>;

/** Each query finds violations; every row is one. */
const INVARIANTS: Readonly<Record<string, string>> = {
  'a batch that is published or pending twice': `
    SELECT "batchKey" AS found FROM coa_data
     WHERE "submissionStatus" = 'approved' OR ("submissionStatus" IN ('pending', 'changes_requested') AND "supersedes" IS NULL)
     GROUP BY 1 HAVING count(*) > 1`,
  'totals that differ from a count': `
    SELECT to_json(t) AS found FROM registry_totals t,
           (SELECT count(*) AS coas, count(*) FILTER (WHERE "underDosed") AS under FROM coa_data
             WHERE "submissionStatus" = 'approved') c,
           (SELECT count(*) AS brands FROM brands) b
     WHERE t."coas" <> c.coas OR t."underDosed" <> c.under OR t."brands" <> b.brands`,
  'a brand whose certificate count is wrong': `
    SELECT b."name" AS found FROM brands b
     WHERE b."coaCount" <> (SELECT count(*) FROM coa_data c WHERE c."brandId" = b."id" AND c."submissionStatus" = 'approved')`,
  'a figure of a laboratory that differs from a count': `
    SELECT to_json(l) AS found FROM laboratory_counts l
     WHERE (l."results", l."holds") <> (
       SELECT count(*), count(*) FILTER (WHERE f."holds")
         FROM coa_data c, laboratory_figures(c."submissionStatus", c."productName", c."thcContent", c."testResults") f
        WHERE c."labKey" = l."labKey" AND f."figure" = l."figure")`,
  'a published certificate without an audit entry': `
    SELECT c."reference" AS found FROM coa_data c
     WHERE c."submissionStatus" = 'approved'
       AND NOT EXISTS (SELECT 1 FROM audit_log a WHERE a."subject" = 'certificate:' || c."id")
       AND NOT EXISTS (SELECT 1 FROM (SELECT jsonb_array_elements_text(a."after"->'published') AS reference
                                        FROM audit_log a WHERE a."action" = 'bulk.taken') taken
                        WHERE taken.reference = c."reference")`,
  'a bulk job whose counts do not match its lines': `
    SELECT j."id" AS found FROM bulk_jobs j
     WHERE j."published" + j."waiting" + j."refused" <>
           (SELECT coalesce(sum(jsonb_array_length(p."results")), 0) FROM bulk_portions p WHERE p."jobId" = j."id")`,
};

/** @returns one sentence for each violation. Reads a single snapshot, so it may run under load. */
export async function violatedInvariants(databaseUrl: string, acknowledged: Acknowledged): Promise<string[]> {
  const client = new pg.Client(databaseUrl);
  // If the database goes away, the pending query rejects.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const broken: string[] = [];
    for (const [what, statement] of Object.entries(INVARIANTS)) {
      const { rows } = await client.query<{ found: unknown }>(statement);
      for (const { found } of rows.slice(0, 5)) broken.push(`${what}: ${JSON.stringify(found)}`);
    }
    const { rows } = await client.query<{ batchId: string; times: number }>(
      `SELECT p AS "batchId", count(c."id")::int AS times
         FROM unnest($1::text[]) AS p LEFT JOIN coa_data c ON c."batchId" = p GROUP BY p`,
      [[...acknowledged]],
    );
    for (const { batchId, times } of rows.filter((row) => row.times !== 1).slice(0, 5)) {
      broken.push(`a batch with a 201 response is stored ${times} times: ${batchId}`);
    }
    await client.query('COMMIT');
    return broken;
  } finally {
    await client.end();
  }
}

/** Log lines that no injected fault explains. */
export const unexpectedLogLines = (log: string): string[] =>
  log
    .split('\n')
    .filter((line) =>
      /unhandled|uncaught|MaxListenersExceeded|ERR_HTTP_HEADERS_SENT|Reply was already sent/i.test(line),
    )
    .map((line) => `in the log: ${line.slice(0, 300)}`);
