import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Nest token of the editorial words. */
export const EDITORIAL = Symbol('Editorial');

const Page = z.strictObject({ path: z.string(), title: z.string(), description: z.string(), keywords: z.string() });

const Editorial = z.object({
  site: z.object({ name: z.string(), promise: z.string() }),
  pages: z.record(z.string(), Page),
  faq: z.array(z.strictObject({ question: z.string(), answer: z.string() })),
});

/** Words that the site's pages and the server's tags share: content/site.json, pages.json and faq.json. */
export type Editorial = z.infer<typeof Editorial>;

/** @throws Error that names what is missing */
export function readEditorial(contentRoot: string): Editorial {
  const read = (name: string) => JSON.parse(readFileSync(join(contentRoot, name), 'utf8'));
  return Editorial.parse({ site: read('site.json'), pages: read('pages.json'), faq: read('faq.json') });
}
