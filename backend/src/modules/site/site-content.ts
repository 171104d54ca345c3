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

/** Which pages open without the age gate. Source: DECISIONS "Safety before appearance". */
const Gate = z.strictObject({
  /** Paths of pages; `/*` at the end stands for one more segment. Pages that safety, the law or an email need. */
  open: z.array(z.string()),
  /** A query that links in emails carry to the home page and to articles: that one page opens without the gate. */
  emailMark: z.string(),
});
export type Gate = z.infer<typeof Gate>;

/** What /emergency says. Source: FACTS.md 1.12. */
const Emergency = z.strictObject({
  call911: z.array(z.string()),
  whileYouWait: z.string(),
  poisonHelp: z.string(),
  crisis: z.string(),
  steps: z.array(z.string()),
  never: z.array(z.string()),
  numbers: z.strictObject({
    emergency: z.string(),
    crisis: z.string(),
    treatment: z.string(),
    animalPoison: z.string(),
  }),
  region: z.string(),
});

const Editorial = z.object({
  site: z.object({ name: z.string(), promise: z.string(), poisonHelp: z.string() }),
  pages: z.record(z.string(), Page),
  faq: z.array(z.strictObject({ question: z.string(), answer: z.string() })),
  problems: Problems,
  gate: Gate,
  emergency: Emergency,
});

/** What the site's pages and the server share: site, pages, faq, problems, gate and emergency.json of content/. */
export type Editorial = z.infer<typeof Editorial>;

/** @throws Error that names what is missing */
export function readEditorial(contentRoot: string): Editorial {
  const read = (name: string) => JSON.parse(readFileSync(join(contentRoot, name), 'utf8'));
  return Editorial.parse({
    site: read('site.json'),
    pages: read('pages.json'),
    faq: read('faq.json'),
    problems: read('problems.json'),
    gate: read('gate.json'),
    emergency: read('emergency.json'),
  });
}
