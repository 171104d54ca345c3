import { z } from 'zod';
import {
  type PageWord,
  READ_DETAILS,
  READ_FIELDS,
  READ_PANELS,
  READ_VERDICTS,
} from '../../../domain/shared/document-reading.js';
import { PANELS } from '../../../domain/shared/result-terms.js';
import { READING_LIMITS } from './limits.js';

/** Text that PostgreSQL can store. */
const isStorable = (value: string) => value.isWellFormed() && !value.includes('\0');
const MAX_POINTS = 1_000_000;

const text = (max: number) => z.string().max(max).refine(isStorable);
const number = z.number().gte(-MAX_POINTS).lte(MAX_POINTS);
const points = z.number().gte(0).lte(MAX_POINTS);
const pageNumber = z.int().min(1).max(READING_LIMITS.pagesRead);
const size = { width: points, height: points };
const box = z.object({ page: pageNumber, x: number, y: number, ...size });

const LONG = 2_000;

const labeled = { value: text(LONG), printed: text(LONG), box, label: text(LONG).nullable() };
const field = z.object({ field: z.enum(READ_FIELDS), ...labeled });
const detail = z.object({ field: z.enum(READ_DETAILS), ...labeled });

const total = z.object({
  total: z.enum(['thc', 'cbd']),
  valueText: text(LONG),
  value: z.number().nullable(),
  unit: text(LONG).nullable(),
  box,
});

const row = z.object({
  panel: z.enum([...PANELS, 'cannabinoids', 'other']),
  name: text(LONG),
  valueText: text(LONG),
  value: z.number().nullable(),
  unit: text(LONG).nullable(),
  lod: z.number().nullable(),
  loq: z.number().nullable(),
  limit: z.number().nullable(),
  method: text(LONG).nullable(),
  box,
});

const panel = z.object({
  panel: z.enum(READ_PANELS),
  verdict: z.enum(READ_VERDICTS),
  printed: text(LONG),
  box,
});

const reading = z.object({
  pageCount: z.int().min(1).max(READING_LIMITS.pages),
  pages: z.array(z.object({ number: pageNumber, ...size })).max(READING_LIMITS.pagesRead),
  fields: z.array(field).max(READ_FIELDS.length),
  details: z.array(detail).max(READ_DETAILS.length),
  candidates: z.array(field).max(1_000).exactOptional(),
  totals: z.array(total).max(1_000),
  panels: z.array(panel).max(1_000),
  rows: z.array(row).max(5_000),
  qrCodes: z.array(z.object({ text: text(LONG), box })).max(1_000),
  fingerprint: z.object({
    wordsSha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable(),
    minHash: z.array(z.int().min(0).max(0xffff_ffff)).max(256),
  }),
});

/** Checked by hand, because there are so many of them: 60,000 take zod ten times as long. */
const words = z
  .array(z.unknown())
  .max(READING_LIMITS.words)
  .transform((list, context): PageWord[] => {
    const checked = list.flatMap((word) => wordFrom(word) ?? []);
    if (checked.length < list.length) context.addIssue('a word has another form');
    return checked;
  });

function wordFrom(value: unknown): PageWord | null {
  const word = (value ?? {}) as Record<keyof PageWord, unknown>;
  const { text: said, x, y, width, height, fontSize } = word;
  if (typeof said !== 'string' || said === '' || !isStorable(said)) return null;
  if (!isPoints(x) || !isPoints(y) || !isPoints(width) || !isPoints(height) || !isPoints(fontSize)) return null;
  return { text: said, x, y, width, height, fontSize };
}

const isPoints = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= MAX_POINTS;

const page = z.object({ number: pageNumber, words });

const ready = z
  .object({ outcome: z.literal('ready'), reading, pages: z.array(page) })
  .refine(({ reading: { pages: sizes, pageCount }, pages }) => {
    const expected = Math.min(pageCount, READING_LIMITS.pagesRead);
    const inOrder = (list: readonly { number: number }[]) =>
      list.length === expected && list.every(({ number }, index) => number === index + 1);
    return inOrder(sizes) && inOrder(pages);
  });

const turnedDown = z.object({
  outcome: z.enum(['refused', 'unreadable']),
  reason: z.enum([
    ...(['not-a-pdf', 'damaged', 'password-protected', 'active-content', 'embedded-files'] as const),
    ...(['too-many-pages', 'too-complex'] as const),
  ]),
});

/**
 * The output that the reading process may send. A document could have taken control of it, so output in any other form
 * is not stored. Unknown properties are dropped.
 */
export const ChildAnswer = z.union([ready, turnedDown]);
