import { z } from 'zod';
import { type AnalyteResult, PANELS } from '../../domain/coa-registry/test-results.js';

const text = z.string().trim().min(1).max(200);
const amount = z.number().nonnegative().nullable().default(null);

const row = {
  panel: z.enum([...PANELS, 'cannabinoids', 'other']),
  name: text,
  valueText: text,
  value: amount,
  unit: text.nullable().default(null),
  lod: amount,
  loq: amount,
  limit: amount,
  method: text.nullable().default(null),
};

const Submitted = z.object({ analytes: z.array(z.object(row)).max(500) });
const NothingElse = z.strictObject({ analytes: z.array(z.strictObject(row)).max(500) });

/**
 * What a submitter sent as `testResults`, which may be any JSON. Rows in our shape are taken as they are; where there is
 * anything else, all of it is kept for the reviewer, too. Verdicts are not taken over from either: they are the reviewer's.
 */
export function parseTestResults(sent: unknown): { analytes: readonly AnalyteResult[]; submittedResults?: unknown } {
  if (sent === undefined || sent === null) return { analytes: [] };
  const parsed = Submitted.safeParse(sent);
  const analytes = parsed.data?.analytes ?? [];
  return NothingElse.safeParse(sent).success ? { analytes } : { analytes, submittedResults: sent };
}
