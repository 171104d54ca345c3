import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Nest token of the editorial words. */
export const EDITORIAL = Symbol('Editorial');

const Page = z.strictObject({ path: z.string(), title: z.string(), description: z.string(), keywords: z.string() });

const Problem = z.strictObject({
  group: z.string(),
  /** Missing for what is no answer of its own: a line of a bulk file that was refused. */
  status: z.number().int().optional(),
  title: z.string(),
  meaning: z.string(),
  todo: z.string(),
  example: z.string().optional(),
});

const Problems = z.strictObject({
  groups: z.array(z.strictObject({ id: z.string(), title: z.string(), lead: z.string() })),
  /** By the code that ends the problem's `type`. */
  problems: z.record(z.string(), Problem),
});

const Editorial = z.object({
  site: z.object({ name: z.string(), promise: z.string() }),
  pages: z.record(z.string(), Page),
  faq: z.array(z.strictObject({ question: z.string(), answer: z.string() })),
  problems: Problems,
});

/** Words that the site's pages and the server's tags share: site, pages, faq and problems.json of content/. */
export type Editorial = z.infer<typeof Editorial>;

/** @throws Error that names what is missing */
export function readEditorial(contentRoot: string): Editorial {
  const read = (name: string) => JSON.parse(readFileSync(join(contentRoot, name), 'utf8'));
  return Editorial.parse({
    site: read('site.json'),
    pages: read('pages.json'),
    faq: read('faq.json'),
    problems: read('problems.json'),
  });
}
