import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type PageTable, parsePageTable } from './page-table.js';

/** Nest token of the site's content. */
export const SITE_CONTENT = Symbol('SiteContent');

const Problem = z.strictObject({
  group: z.string(),
  /** Missing for a rejected line of a bulk file: it has no HTTP response. */
  status: z.number().int().optional(),
  title: z.string(),
  meaning: z.string(),
  todo: z.string(),
  example: z.string().optional(),
});

const Problems = z.strictObject({
  groups: z.array(z.strictObject({ id: z.string(), title: z.string(), lead: z.string() })),
  /** Keyed by the last segment of the problem's `type`. */
  problems: z.record(z.string(), Problem),
});

const Situation = z.strictObject({ title: z.string(), text: z.string(), note: z.string().optional() });

/** What /emergency says. [source:emergency-advice] */
const Emergency = z.object({
  title: z.string(),
  labels: z.strictObject({
    callNow: z.string(),
    call: z.string(),
    text: z.string(),
    lifeInDanger: z.string(),
    animalPoison: z.string(),
    treatment: z.string(),
  }),
  call911Title: z.string(),
  call911: z.array(z.string()),
  whileYouWaitTitle: z.string(),
  whileYouWait: z.string(),
  poisonHelp: z.string(),
  crisis: z.string(),
  situationsTitle: z.string(),
  situations: z.strictObject({
    child: Situation,
    heart: Situation,
    panic: Situation,
    vomiting: Situation,
    adult: Situation,
    pet: Situation,
    crisis: Situation,
    treatment: Situation,
  }),
  stepsTitle: z.string(),
  steps: z.array(z.string()),
  neverTitle: z.string(),
  never: z.array(z.string()),
  moreHelpTitle: z.string(),
  numbers: z.strictObject({
    emergency: z.string(),
    crisis: z.string(),
    treatment: z.string(),
    animalPoison: z.string(),
  }),
  region: z.string(),
});

/** The fifty states and D.C. */
const States = z.array(z.strictObject({ code: z.string(), name: z.string(), slug: z.string() }));

/** What the site's frame says; the server needs the names of the numbers. */
const Frame = z.object({
  helpNumbers: z.strictObject({
    title: z.string(),
    call911: z.string(),
    poisonHelp: z.string(),
    crisis: z.string(),
  }),
});

/** What the age gate says. */
const Gate = z.object({
  title: z.string(),
  text: z.string(),
  warningTitle: z.string(),
  warning: z.string(),
  confirmation: z.string(),
  enter: z.string(),
  exit: z.string(),
  help: z.string(),
  whatToDo: z.string(),
});

const Content = z.object({
  site: z.object({
    name: z.string(),
    promise: z.string(),
    poisonHelp: z.string(),
    /** The query of links in emails. A page with exactly this query opens without the age gate. */
    emailMark: z.string(),
  }),
  faq: z.array(z.strictObject({ question: z.string(), answer: z.string() })),
  problems: Problems,
  emergency: Emergency,
  states: States,
  frame: Frame,
  gate: Gate,
  /** The same in Spanish. The phone numbers are those of the English file. */
  es: z.strictObject({ emergency: Emergency.omit({ numbers: true }), frame: Frame, gate: Gate }),
});

/** What the frontend and the server share: the JSON files in content/. */
export interface SiteContent extends z.infer<typeof Content> {
  readonly pageTable: PageTable;
}

/** @throws ZodError that names what is missing */
export function readSiteContent(contentRoot: string): SiteContent {
  const read = (name: string) => JSON.parse(readFileSync(join(contentRoot, name), 'utf8'));
  const content = Content.parse({
    site: read('site.json'),
    faq: read('faq.json'),
    problems: read('problems.json'),
    emergency: read('emergency.json'),
    states: read('states.json').states,
    frame: read('frame.json'),
    gate: read('gate.json'),
    es: { emergency: read('es/emergency.json'), frame: read('es/frame.json'), gate: read('es/gate.json') },
  });
  return { ...content, pageTable: parsePageTable(read('pages.json')) };
}
