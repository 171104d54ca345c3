import { searchWords } from '../shared/search-words.js';
import type { RankedHit } from './hit.js';
import { RANKS, withoutAnd } from './name-match.js';
import type { Topic } from './ports.js';

/** A state, or D.C. */
export interface State {
  /** Two letters. */
  readonly code: string;
  readonly name: string;
  /** Its part of the address of its law page. */
  readonly slug: string;
  /** Other names. */
  readonly phrases: readonly string[];
}

/** As a search is compared with it. */
export const phraseOf = (text: string): readonly string[] => withoutAnd(searchWords(text)).split(' ');

/** Two letters that are a word or a sound too: "legal in Ohio" is not about Indiana. */
const CODES_THAT_ARE_WORDS: readonly string[] = [
  'CO',
  'DE',
  'HI',
  'ID',
  'IN',
  'LA',
  'MA',
  'ME',
  'OH',
  'OK',
  'OR',
  'PA',
];

const LAW_WORDS = ['legal', 'illegal', 'law', 'laws', 'ban', 'banned', 'rules'];

/** A state's law, by the state's name, and by its code where a word says that the law is meant ("legal TX"). */
export function stateTopic(state: State): Topic {
  const { code, name, slug, phrases } = state;
  const withCode = CODES_THAT_ARE_WORDS.includes(code) ? [] : LAW_WORDS.map((word) => [code.toLowerCase(), word]);
  return {
    title: `The law in ${name}`,
    text: 'What we have read of state and federal rules, with sources and dates. Not legal advice.',
    path: `/law/${slug}`,
    isUrgent: false,
    phrases: [...[name, ...phrases].map(phraseOf), ...withCode],
  };
}

/** Shorter beginnings of words are words of their own: "green" is not "greenout". */
const UNFINISHED_FROM = 6;

/** A shorter word is too often near another. */
const CORRECTED_FROM = 5;

/** A plural counts, and for urgent topics a long word that is not typed to its end. */
const isTyped = (typed: readonly string[], word: string, isUrgent: boolean): boolean =>
  typed.some(
    (one) => one === word || one === `${word}s` || (isUrgent && one.length >= UNFINISHED_FROM && word.startsWith(one)),
  );

/**
 * Topics that a search is about, urgent ones first. An urgent one comes before every other hit; the others only behind a
 * whole batch id.
 * @param slugs of published articles: a withdrawn one explains nothing
 * @param text what {@link searchWords} made of the input
 */
export function topicHits(topics: readonly Topic[], slugs: readonly string[], text: string): readonly RankedHit[] {
  const typed = text.split(' ');
  const matching = topics
    .filter(({ path }) => isPublished(path, slugs))
    .map((topic) => ({
      topic,
      phrases: topic.phrases.filter((words) => words.every((word) => isTyped(typed, word, topic.isUrgent))),
    }))
    .filter(({ phrases }) => phrases.length > 0);
  // "West Virginia" is not about Virginia, and "pet poison" more about pets than about poison.
  const isPartOfOther = (one: readonly string[]) =>
    matching.some(({ phrases }) => phrases.some((other) => other.length > one.length && isWithin(one, other)));
  return matching
    .map(({ topic, phrases }) => ({ topic, isPart: phrases.every(isPartOfOther) }))
    .filter(({ topic, isPart }) => topic.isUrgent || !isPart)
    .toSorted((a, b) => Number(b.topic.isUrgent) - Number(a.topic.isUrgent) || Number(a.isPart) - Number(b.isPart))
    .map(({ topic: { title, text: line, path, isUrgent } }) => ({
      kind: 'help' as const,
      title,
      text: line,
      path,
      warning: null,
      rank: isUrgent ? RANKS.batch : RANKS.name,
    }));
}

/** "poisoning" is the same as "poison" here, because the one that is not typed to its end matches both. */
const isWithin = (words: readonly string[], others: readonly string[]) =>
  words.every((word) =>
    others.some((other) => other === word || (other.length >= UNFINISHED_FROM && word.startsWith(other))),
  );

const ARTICLE = /^\/learn\/([^#]+)/;

function isPublished(path: string, slugs: readonly string[]): boolean {
  const slug = ARTICLE.exec(path)?.[1];
  return slug === undefined || slugs.includes(slug);
}

/** Words of topics that are long enough for their spelling to be corrected. */
export const wordsOfTopics = (topics: readonly Topic[]): readonly string[] => [
  ...new Set(topics.flatMap(({ phrases }) => phrases.flat()).filter((word) => word.length >= CORRECTED_FROM)),
];
