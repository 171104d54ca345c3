import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { JURISDICTION_CODES, JURISDICTIONS } from '../../domain/measurements/jurisdiction.js';
import { RuleSource } from '../../domain/measurements/measurements.js';
import { LIMIT_UNITS, MEASURES, OPERATORS, type RuleEdition } from '../../domain/measurements/rule.js';
import { InvalidInput } from '../../domain/shared/domain-error.js';

const Day = z.iso.date();
/** Maximum lengths of texts and lists: more than any rule needs, and little enough for a page. */
const Text = z.string().trim().min(1, 'This is required').max(4000);
const listOf = <T extends z.ZodType>(entry: T) => z.array(entry).max(200);
const Limit = {
  op: z.enum(OPERATORS),
  limit: z.string().regex(/^\d{1,12}(\.\d{1,12})?$/, 'Write the limit as text, such as "0.4"'),
  unit: z.enum(LIMIT_UNITS, 'Choose a unit that we can compare with'),
};

const Check = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('sum'),
    measures: listOf(z.enum(MEASURES)).min(1, 'Choose at least one'),
    ...Limit,
  }),
  z.strictObject({ kind: z.literal('analyte'), analyte: Text, ...Limit }),
  z.strictObject({ kind: z.literal('not_detected'), measure: z.enum(MEASURES) }),
  z.strictObject({ kind: z.literal('excluded'), analytes: listOf(Text).min(1), reason: Text }),
  z.strictObject({ kind: z.literal('not_evaluable'), text: Text, reason: Text }),
]);

const Entry = z.strictObject({
  id: z
    .string()
    .max(60, 'Use at most 60 characters')
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters and digits with single hyphens, such as us-de-drinks'),
  edition: z.int().min(1),
  jurisdiction: z.enum(JURISDICTION_CODES, 'Choose a place from the list'),
  place: Text,
  title: Text,
  citation: Text,
  sourceKind: Text,
  textUrl: z
    .url({ protocol: /^https$/, error: 'Send a link that starts with https://' })
    .nullable()
    .default(null),
  authority: Text.nullable().default(null),
  effectiveFrom: Day.nullable().default(null),
  effectiveTo: Day.nullable().default(null),
  inForceOn: Day.nullable().default(null),
  readOn: Day,
  rereadBy: Day,
  scope: Text.nullable().default(null),
  forComparison: z.boolean().default(false),
  checks: listOf(Check).min(1, 'Add at least one condition'),
  notes: listOf(Text).default([]),
  unread: listOf(Text).default([]),
  evidence: listOf(z.strictObject({ fragment: Text, where: Text })),
  isShipped: z.boolean().default(true),
  reason: Text.nullable().default(null),
  reportedChange: Text.nullable().default(null),
});

/** One edition of a rule in the file. A rule that was only reported has no evidence: its text was not read. */
export const RuleEditionEntry = Entry.refine(({ place, jurisdiction }) => place === JURISDICTIONS[jurisdiction], {
  path: ['place'],
  message: 'This is not the name of the jurisdiction',
}).refine(({ evidence, reportedChange }) => evidence.length > 0 || reportedChange !== null, {
  path: ['evidence'],
  message: 'Quote at least one part that was read',
});

/** content/rules.json. @throws ZodError that names what is wrong */
export function readRules(contentRoot: string): readonly RuleEdition[] {
  const file = JSON.parse(readFileSync(join(contentRoot, 'rules.json'), 'utf8'));
  return z.strictObject({ rules: z.array(RuleEditionEntry) }).parse(file).rules;
}

/** The editions of content/rules.json. */
export class RulesFile extends RuleSource {
  readonly editions: readonly RuleEdition[];

  constructor(contentRoot: string) {
    super();
    this.editions = readRules(contentRoot);
  }

  read(content: Readonly<Record<string, unknown>>): RuleEdition {
    const { data, error } = RuleEditionEntry.safeParse(content);
    if (data) return data;
    throw new InvalidInput(
      error.issues.map(({ path, message }) => ({ field: ['content', ...path].map(String).join('.'), message })),
    );
  }
}
