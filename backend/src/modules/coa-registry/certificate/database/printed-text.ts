import type { EntityManager } from 'typeorm';

/** Rows of one statement: 2,000 certificates with full panels are some 20 MB to hash. */
const PART = 2000;

/** The part of the certificates after one identity: how many it has, how many of them do not match their hash, and the last. */
export const PRINTED_TEXT_PART = `
  SELECT count(*)::int AS "checked", (array_agg("id" ORDER BY "id" DESC))[1] AS "last",
         count(*) FILTER (WHERE "printedSha256" IS DISTINCT FROM printed_sha256("testResults", "sample"))::int AS "changed"
    FROM (SELECT "id", "testResults", "sample", "printedSha256" FROM coa_data WHERE "id" > $1 ORDER BY "id" LIMIT $2) part`;

export interface PrintedTextCheck {
  /** Certificates that were looked at. */
  readonly checked: number;
  /** Those whose lines or sample are no longer what was stored. */
  readonly changed: number;
}

/** Compares what every certificate prints with the hash that was stored with it. */
export async function checkPrintedText(manager: EntityManager, part = PART): Promise<PrintedTextCheck> {
  let total: PrintedTextCheck = { checked: 0, changed: 0 };
  for (let after: string | null = '00000000-0000-0000-0000-000000000000'; after !== null; ) {
    const [found]: (PrintedTextCheck & { last: string | null })[] = await manager.query(PRINTED_TEXT_PART, [
      after,
      part,
    ]);
    if (!found) return total;
    total = { checked: total.checked + found.checked, changed: total.changed + found.changed };
    after = found.checked < part ? null : found.last;
  }
  return total;
}
