import { searchedWords, searchWords } from '../shared/search-words.js';
import type { Article, ArticleSummary } from './article.js';

/** Where in an article a match was found, in ranking order. */
export const MATCH_PLACES = ['title', 'excerpt', 'heading', 'body'] as const;
export type MatchPlace = (typeof MATCH_PLACES)[number];

/** A piece of plain text: a match or the text around it. */
export interface SnippetPart {
  readonly text: string;
  readonly isMatch: boolean;
}

export interface ArticleMatch {
  readonly place: MatchPlace;
  /** The title, the excerpt, the heading, or the words of the body around the match. */
  readonly snippet: readonly SnippetPart[];
  /** The heading above the match; null in title and excerpt, and before the first heading. */
  readonly heading: string | null;
  /** The heading's id in the article's page. */
  readonly anchor: string | null;
}

export interface FoundArticle {
  readonly article: ArticleSummary;
  readonly match: ArticleMatch;
}

/**
 * Articles that contain every word of the input, ranked by where: title, then excerpt, heading, and body; ties keep the
 * given order. Case and accents are ignored. A term matches words that begin with it or its stem ("drive" matches
 * "driving"); in title and excerpt it matches anywhere in a word. The list of sources is not searched.
 * [source:article-search]
 */
export function searchArticles(articles: readonly Article[], input: string): readonly FoundArticle[] {
  const terms = [...new Set(searchedWords(input).split(' ').filter(Boolean))].map(termOf);
  if (terms.length === 0) return [];
  const found = articles.flatMap((article) => {
    const match = matchIn(searchable(article), terms);
    return match === null ? [] : [{ article, match }];
  });
  const rank = ({ match }: FoundArticle) => MATCH_PLACES.indexOf(match.place);
  return found.toSorted((a, b) => rank(a) - rank(b));
}

/** The words of titles, excerpts, headings and bodies, for correcting the spelling of a search. */
export function wordsOfArticles(articles: readonly Article[]): readonly string[] {
  return [...new Set(articles.flatMap((article) => searchable(article).vocabulary))];
}

/** A text with its words. */
interface Text {
  readonly text: string;
  readonly words: readonly Word[];
}

interface SearchableSection {
  readonly heading: Text | null;
  readonly anchor: string | null;
  readonly body: Text;
}

interface SearchableArticle {
  readonly title: Text;
  readonly excerpt: Text;
  readonly sections: readonly SearchableSection[];
  /** Of all texts. */
  readonly words: readonly Word[];
  /** The same, each once. */
  readonly vocabulary: readonly string[];
}

const textOf = (text: string): Text => ({ text, words: wordsOf(text) });

/** Keyed by content. Splitting the articles into words takes longer than searching them, and they rarely change. */
const SEARCHABLE = new Map<string, SearchableArticle>();
const SEARCHABLE_MAX = 200;

function searchable({ title, excerpt, content }: Article): SearchableArticle {
  const key = [title, excerpt, content].join('\n');
  const known = SEARCHABLE.get(key);
  if (known) return known;
  const made = makeSearchable(title, excerpt, content);
  // Drops earlier editions of articles.
  if (SEARCHABLE.size >= SEARCHABLE_MAX) SEARCHABLE.clear();
  SEARCHABLE.set(key, made);
  return made;
}

function makeSearchable(title: string, excerpt: string, content: string): SearchableArticle {
  const sections = sectionsOf(content).map(({ heading, anchor, text }) => ({
    heading: heading === null ? null : textOf(heading),
    anchor,
    body: textOf(text),
  }));
  const ofSections = sections.flatMap(({ heading, body }) => [...(heading?.words ?? []), ...body.words]);
  const [titleText, excerptText] = [textOf(title), textOf(excerpt)];
  const words = [...titleText.words, ...excerptText.words, ...ofSections];
  const vocabulary = [...new Set(words.flatMap(({ word }) => word.split(' ')))];
  return { title: titleText, excerpt: excerptText, sections, words, vocabulary };
}

/** A word of the input. */
interface Term {
  readonly term: string;
  /** What words begin with that match; null for a number, which must match exactly. */
  readonly stem: string | null;
}

const termOf = (term: string): Term => ({ term, stem: /^\p{N}+$/u.test(term) ? null : stemOf(term) });

const startsWithStem = (word: string, { term, stem }: Term) => (stem === null ? word === term : word.startsWith(stem));

function matchIn({ title, excerpt, sections, words }: SearchableArticle, terms: readonly Term[]): ArticleMatch | null {
  const isMatch = (word: string, term: Term) => word.includes(term.term) || startsWithStem(word, term);
  const containAllTerms = (searched: readonly Word[]) =>
    terms.every((term) => searched.some(({ word }) => isMatch(word, term)));
  const matchAt = (place: MatchPlace, text: Text): ArticleMatch => ({
    place,
    heading: null,
    anchor: null,
    snippet: highlight(text.text, text.words, (word) => terms.some((term) => isMatch(word, term))),
  });
  if (containAllTerms(title.words)) return matchAt('title', title);
  if (containAllTerms([...title.words, ...excerpt.words])) return matchAt('excerpt', excerpt);
  return countTerms(words, terms) < terms.length ? null : matchInBody(sections, terms);
}

const countTerms = (words: readonly Word[], terms: readonly Term[]) =>
  terms.filter((term) => words.some(({ word }) => startsWithStem(word, term))).length;

function matchInBody(sections: readonly SearchableSection[], terms: readonly Term[]): ArticleMatch | null {
  const isFound = (word: string) => terms.some((term) => startsWithStem(word, term));
  const inHeading = sections.find(({ heading }) => heading && countTerms(heading.words, terms) === terms.length);
  if (inHeading?.heading) {
    const { heading, anchor } = inHeading;
    const snippet = highlight(heading.text, heading.words, isFound);
    return { place: 'heading', snippet, heading: heading.text, anchor };
  }
  const counts = sections.map(({ body }) => countTerms(body.words, terms));
  const best = sections[counts.indexOf(Math.max(...counts))];
  if (!best) return null;
  const { body, heading, anchor } = best;
  return { place: 'body', snippet: snippetOf(body, isFound), heading: heading?.text ?? null, anchor };
}

/** Strips an English ending: "drive", "drives", "driving" and "driver" all begin with "driv". */
function stemOf(term: string): string {
  for (const [ending, stem] of ENDINGS) {
    const left = term.replace(ending, '');
    if (left !== term && stem.test(left)) return left;
  }
  return term;
}

/** Endings, and what must remain for the rest to count as a stem: "string" must not become "str", or "cans" match "cannabis". */
const ENDINGS: readonly (readonly [RegExp, RegExp])[] = [
  [/ing$/, /^(?=.*[aeiouy]).{3,}$/],
  [/(?<!e)ed$/, /^(?=.*[aeiouy]).{3,}$/],
  [/es$/, /^.{4,}$/],
  [/e$/, /^.{4,}$/],
  [/s$/, /^.{4,}$/],
];

interface Word {
  /** Normalized for comparison. */
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

function wordsOf(text: string): readonly Word[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map(({ 0: word, index }) => ({
    word: searchWords(word),
    from: index,
    to: index + word.length,
  }));
}

function highlight(text: string, words: readonly Word[], isFound: (word: string) => boolean): readonly SnippetPart[] {
  const parts: SnippetPart[] = [];
  let end = 0;
  const add = (from: number, to: number, isMatch: boolean) => {
    if (from < to) parts.push({ text: text.slice(from, to), isMatch });
  };
  for (const { from, to } of words.filter((one) => isFound(one.word))) {
    add(end, from, false);
    add(from, to, true);
    end = to;
  }
  add(end, text.length, false);
  return parts;
}

/** Characters of a snippet, and how many of them come before the match. */
const SNIPPET_LENGTH = 180;
const SNIPPET_BEFORE = 60;

function snippetOf({ text, words }: Text, isFound: (word: string) => boolean): readonly SnippetPart[] {
  const first = words.find(({ word }) => isFound(word))?.from ?? 0;
  const from = words.find((word) => word.from >= first - SNIPPET_BEFORE)?.from ?? 0;
  const end = words.findLast(({ to }) => to <= from + SNIPPET_LENGTH)?.to ?? text.length;
  // Include punctuation that follows the last word.
  const to = end + (/^[\p{P}]*/u.exec(text.slice(end))?.[0].length ?? 0);
  const begin = words[0]?.from === from ? 0 : from;
  const rest = text.slice(to).trim() === '' ? '' : ' …';
  const snippet = `${begin === 0 ? '' : '… '}${text.slice(begin, to)}${rest}`;
  return highlight(snippet, wordsOf(snippet), isFound);
}

interface Section {
  readonly heading: string | null;
  readonly anchor: string | null;
  /** Plain text. */
  readonly text: string;
}

/** Id of the heading above the list of sources. */
const SOURCES = 'sources';

/** The body's sections in order, without the sources. @param html body of an article; its headings have ids */
export function sectionsOf(html: string): readonly Section[] {
  const words = html.replace(/<sup class="footnote-ref.*?<\/sup>|<svg.*?<\/svg>/gs, '');
  const headings = [...words.matchAll(/<h([2-4])[^>]*? id="([^"]*)"[^>]*>(.*?)<\/h\1>/gs)];
  const sections: Section[] = [
    { heading: null, anchor: null, text: plainText(words.slice(0, headings[0]?.index ?? words.length)) },
  ];
  for (const [place, { 0: whole, 2: anchor = '', 3: heading = '', index }] of headings.entries()) {
    if (anchor === SOURCES) break;
    const text = plainText(words.slice(index + whole.length, headings[place + 1]?.index ?? words.length));
    sections.push({ heading: plainText(heading), anchor, text });
  }
  return sections;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0', apos: "'" };

/** Strips tags and decodes entities. Block elements separate words; inline elements don't. */
function plainText(html: string): string {
  return html
    .replace(/<\/?(a|abbr|b|code|em|i|s|small|span|strong|sub|sup)( [^>]*)?>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#x?[\da-f]+|\w+);/gi, (entity, name: string) => ENTITIES[name] ?? decodeNumericEntity(name) ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}

function decodeNumericEntity(name: string): string | undefined {
  if (!name.startsWith('#')) return undefined;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
