import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isCalendarDay } from '../../src/domain/coa-registry/certificate/certificate.js';
import { matchPage, parsePageTable } from '../../src/modules/site/page-table.js';

const content = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../../../content', file), 'utf8'));

const Day = z.string().refine(isCalendarDay, 'must be a day');
const Sentence = z.string().regex(/[.?!]["”]?$/, 'must be a sentence');
const Review = z.strictObject({ by: z.string().min(1), on: Day, what: Sentence });

/** What /about says. Null: not said. */
const About = z.strictObject({
  operator: z.strictObject({ name: z.string().min(1), about: z.array(Sentence) }).nullable(),
  income: z.array(Sentence),
  funding: z.array(Sentence).min(1).nullable(),
  clinicalReview: Review.nullable(),
  legalReview: Review.nullable(),
});

const table = parsePageTable(content('pages.json'));

const Corrections = z
  .array(
    z.strictObject({
      date: Day,
      path: z.string().refine((path) => matchPage(table, path) !== null, 'must be a page of the site'),
      page: z.string().min(1),
      was: Sentence,
      now: Sentence,
    }),
  )
  .refine((all) => all.every(({ date }, index) => index === 0 || date <= (all[index - 1]?.date ?? '')), {
    error: 'the newest must come first',
  });

const CORRECTION = { date: '2026-11-25', path: '/learn/dosing-guide', page: 'Dosing guide', was: 'A.', now: 'B.' };

it('content/about.json has what the page shows, in sentences', () => {
  expect(() => About.parse(content('about.json'))).not.toThrow();
});

it('content/corrections.json has days that there are, the newest first, and pages that there are', () => {
  expect(() => Corrections.parse(content('corrections.json'))).not.toThrow();
});

it.each([
  ['a day that there is not', [{ ...CORRECTION, date: '2026-11-31' }]],
  ['an older one first', [CORRECTION, { ...CORRECTION, date: '2026-11-26' }]],
  ['no page', [{ ...CORRECTION, path: '/nowhere' }]],
  ['no sentence', [{ ...CORRECTION, now: 'B' }]],
])('a log is refused with %s', (_, log) => {
  expect(Corrections.safeParse([CORRECTION]).success).toBe(true);
  expect(Corrections.safeParse(log).success).toBe(false);
});
