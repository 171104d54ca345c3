import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Topic } from '../../domain/search/ports.js';
import { phraseOf, stateTopic } from '../../domain/search/topics.js';

/** Nest token of the {@link Topic}s. */
export const SEARCH_TOPICS = Symbol('SearchTopics');

const Phrases = z.array(z.string().regex(/^[a-z0-9]+( [a-z0-9]+)*$/));

const Synonyms = z.strictObject({
  topics: z.array(
    z.strictObject({
      title: z.string().min(1),
      text: z.string().min(1),
      path: z.string().startsWith('/'),
      urgent: z.boolean().default(false),
      phrases: Phrases.min(1),
      /** Each of the first with each of the second: "kid" and "drank". */
      combinations: z.array(z.tuple([Phrases, Phrases])).default([]),
    }),
  ),
  /** By postal code. */
  otherNamesOfStates: z.record(z.string().length(2), Phrases),
});

const States = z.object({ states: z.array(z.strictObject({ code: z.string(), name: z.string(), slug: z.string() })) });

/** The topics of content/search-synonyms.json, and the states of content/states.json. @throws ZodError that names what is wrong */
export function readTopics(contentRoot: string): readonly Topic[] {
  const read = (file: string) => JSON.parse(readFileSync(join(contentRoot, file), 'utf8'));
  const { topics, otherNamesOfStates } = Synonyms.parse(read('search-synonyms.json'));
  const { states } = States.parse(read('states.json'));
  const known = topics.map(({ urgent, phrases, combinations, ...topic }) => ({
    ...topic,
    isUrgent: urgent,
    phrases: [...phrases, ...combinations.flatMap(combined)].map(phraseOf),
  }));
  // The law of a state says more than the law in general.
  return [
    ...known.filter(({ isUrgent }) => isUrgent),
    ...states.map((state) => stateTopic({ ...state, phrases: otherNamesOfStates[state.code] ?? [] })),
    ...known.filter((one) => !one.isUrgent),
  ];
}

const combined = ([first, second]: readonly [readonly string[], readonly string[]]) =>
  first.flatMap((one) => second.map((other) => `${one} ${other}`));
