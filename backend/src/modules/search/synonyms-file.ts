import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { phraseOf, stateTopic, type Topic } from '../../domain/search/topics.js';

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
    }),
  ),
  states: z.array(
    z.strictObject({ code: z.string().length(2), name: z.string().min(1), phrases: Phrases.default([]) }),
  ),
});

/** content/search-synonyms.json: its topics, then states. @throws ZodError that names what is wrong */
export function readTopics(contentRoot: string): readonly Topic[] {
  const { topics, states } = Synonyms.parse(
    JSON.parse(readFileSync(join(contentRoot, 'search-synonyms.json'), 'utf8')),
  );
  const known = topics.map(({ urgent, phrases, ...topic }) => ({
    ...topic,
    isUrgent: urgent,
    phrases: phrases.map(phraseOf),
  }));
  // The law of a state says more than the law in general.
  return [
    ...known.filter(({ isUrgent }) => isUrgent),
    ...states.map(stateTopic),
    ...known.filter((one) => !one.isUrgent),
  ];
}
