import { z } from 'zod';
import { type AnalyteResult, PANELS } from '../../domain/coa-registry/test-results.js';

const text = z.string().trim().min(1).max(200);
const amount = z.number().nonnegative().nullable().default(null);

const Analyte = z.object({
  panel: z.enum([...PANELS, 'cannabinoids', 'other']),
  name: text,
  valueText: text,
  value: amount,
  unit: text.nullable().default(null),
  lod: amount,
  loq: amount,
  limit: amount,
  method: text.nullable().default(null),
});

const Submitted = z.object({ analytes: z.array(Analyte).max(500) });

/**
 * What a submitter sent as `testResults`, which may be any JSON. Rows in our shape are taken as they are; anything else
 * is kept whole for the reviewer. Verdicts are not taken over from either: they are the reviewer's.
 */
export function parseTestResults(sent: unknown): { analytes: readonly AnalyteResult[]; submittedResults?: unknown } {
  if (sent === undefined || sent === null) return { analytes: [] };
  const parsed = Submitted.safeParse(sent);
  return parsed.success ? { analytes: parsed.data.analytes } : { analytes: [], submittedResults: sent };
}
