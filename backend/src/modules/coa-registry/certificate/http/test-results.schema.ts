import { ValidateBy } from 'class-validator';
import { z } from 'zod';
import {
  type AnalyteResult,
  areTooLong,
  RAW_RESULTS_MAX_BYTES,
} from '../../../../domain/coa-registry/certificate/test-results.js';
import { PANELS } from '../../../../domain/shared/result-terms.js';

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

/** The fields of test results that a correction link shows and returns unchanged, besides the rows. */
const NothingElse = z.strictObject({
  version: z.literal(1).optional(),
  panels: z.record(z.enum(PANELS), z.literal('pending')).optional(),
  analytes: z.array(z.strictObject(row)).max(500),
});

/**
 * What a submitter sent as `testResults`, which may be any JSON. Rows in our shape are stored as they are. If there is
 * anything else, all of it is kept for the reviewer as well. Results of panels are not taken from it, because the
 * reviewer decides them.
 */
export function parseTestResults(sent: unknown): { analytes: readonly AnalyteResult[]; submittedResults?: unknown } {
  if (sent === undefined || sent === null) return { analytes: [] };
  const parsed = Submitted.safeParse(sent);
  const analytes = parsed.data?.analytes ?? [];
  return NothingElse.safeParse(sent).success ? { analytes } : { analytes, submittedResults: sent };
}

const TOO_LONG = `Results in a form of your own can be at most ${RAW_RESULTS_MAX_BYTES / 1000} kB. Send them as analytes, or link to the file`;

/** Rejects raw results that are too long. Our own result rows are limited elsewhere. */
export const ShortRawResults = () =>
  ValidateBy(
    {
      name: 'shortRawResults',
      validator: { validate: (sent) => !areTooLong(parseTestResults(sent).submittedResults) },
    },
    { message: TOO_LONG },
  );
