import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { MEASURES, OPERATORS, type RuleEdition } from '../../domain/measurements/rule.js';

const Day = z.iso.date();
const Text = z.string().min(1);
const Limit = { op: z.enum(OPERATORS), limit: z.string().regex(/^\d+(\.\d+)?$/), unit: Text };

const Check = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('sum'), measures: z.array(z.enum(MEASURES)).min(1), ...Limit }),
  z.strictObject({ kind: z.literal('analyte'), analyte: Text, ...Limit }),
  z.strictObject({ kind: z.literal('not_detected'), measure: z.enum(MEASURES) }),
  z.strictObject({ kind: z.literal('excluded'), analytes: z.array(Text).min(1), reason: Text }),
  z.strictObject({ kind: z.literal('not_evaluable'), text: Text, reason: Text }),
]);

/** One edition of a rule, as the file has it. */
export const RuleEditionEntry = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  edition: z.int().min(1),
  jurisdiction: z.string().regex(/^US(-[A-Z]{2})?$/),
  place: Text,
  title: Text,
  citation: Text,
  sourceKind: Text,
  effectiveFrom: Day.nullable().default(null),
  effectiveTo: Day.nullable().default(null),
  inForceOn: Day.nullable().default(null),
  readOn: Day,
  rereadBy: Day,
  scope: Text.nullable().default(null),
  forComparison: z.boolean().default(false),
  checks: z.array(Check).min(1),
  notes: z.array(Text).default([]),
  unread: z.array(Text).default([]),
  evidence: z.array(z.strictObject({ fragment: Text, where: Text })).min(1),
  isShipped: z.boolean().default(true),
  reason: Text.nullable().default(null),
});

/** content/rules.json. @throws ZodError that names what is wrong */
export function readRules(contentRoot: string): readonly RuleEdition[] {
  const file = JSON.parse(readFileSync(join(contentRoot, 'rules.json'), 'utf8'));
  return z.strictObject({ rules: z.array(RuleEditionEntry) }).parse(file).rules;
}
