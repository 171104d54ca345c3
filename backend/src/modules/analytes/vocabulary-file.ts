import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { VOCABULARY_PANELS, type VocabularyData } from '../../domain/analytes/analytes.js';

const Key = z.string().regex(/^[a-z0-9]+(_[a-z0-9]+)*$/);
const Names = z.array(z.string().min(1)).default([]);

const AnalyteEntry = z
  .strictObject({
    key: Key,
    name: z.string().min(1),
    panel: z.enum(VOCABULARY_PANELS),
    cas: z.string().nullable().default(null),
    /** A key of `casSources`. */
    casSource: z.string().optional(),
    /** What to know when comparing the number with other lists. */
    casNote: z.string().optional(),
    unit: z.string().nullable().default(null),
    names: Names,
    /** Misspelled on reports, or misread from their PDFs. They mean the analyte, but no page shows them as its name. */
    misprints: Names,
    panelNames: Names,
    isSum: z.boolean().default(false),
    members: z.array(Key).default([]),
    turnsInto: z
      .strictObject({ analyte: Key, factor: z.string().regex(/^0\.\d+$/) })
      .nullable()
      .default(null),
    isThc: z.boolean().default(false),
    isSynthetic: z.boolean().default(false),
    note: z.string().nullable().default(null),
    /** Why it matters in a drink. */
    matters: z.string().optional(),
  })
  // The source of a number is only for people who edit the file, and what matters is only on the page.
  .transform(({ casSource: _source, casNote: _note, matters: _matters, misprints, ...analyte }) => ({
    ...analyte,
    names: [...analyte.names, ...misprints],
  }));

const Vocabulary = z.strictObject({
  version: z.iso.date(),
  casSources: z.record(z.string(), z.string()),
  panels: z.array(
    z
      .strictObject({
        key: z.enum(VOCABULARY_PANELS),
        label: z.string(),
        text: z.string(),
        matters: z.string().optional(),
      })
      .transform(({ matters: _matters, ...panel }) => panel),
  ),
  ambiguous: z.array(z.strictObject({ name: z.string(), couldBe: z.array(Key).min(1) })),
  analytes: z.array(AnalyteEntry),
});

/** content/analytes.json. @throws ZodError that names what is wrong */
export function readVocabulary(contentRoot: string): VocabularyData {
  return Vocabulary.parse(JSON.parse(readFileSync(join(contentRoot, 'analytes.json'), 'utf8')));
}
