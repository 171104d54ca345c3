import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pages from '../../../content/pages.json' with { type: 'json' };
import site from '../../../content/site.json' with { type: 'json' };
import { withoutAnd } from '../../src/domain/search/name-match.js';
import { topicHits } from '../../src/domain/search/topics.js';
import { searchedWords } from '../../src/domain/shared/search-words.js';
import { readArticles } from '../../src/modules/education/article-files.js';
import { readTopics } from '../../src/modules/search/synonyms-file.js';
import { matchPage, parsePageTable } from '../../src/modules/site/page-table.js';

const ROOT = join(import.meta.dirname, '../../..');
const TOPICS = readTopics(join(ROOT, 'content'));
const ARTICLES = await readArticles(join(ROOT, 'content/articles'));
const SLUGS = ARTICLES.map(({ slug }) => slug);
const EMERGENCY = readFileSync(join(ROOT, 'frontend/src/features/safety/emergency.page.tsx'), 'utf8');

const titles = (text: string, slugs = SLUGS) =>
  topicHits(TOPICS, slugs, withoutAnd(searchedWords(text))).map(({ title }) => title);

/** The source that has the ids of a page. */
const sourceOf = (path: string) =>
  path === '/emergency' ? EMERGENCY : ARTICLES.find(({ slug }) => path === `/learn/${slug}`)?.content;

it.each([...new Set(TOPICS.map(({ path }) => path))])('%s is a page, and has the section', (address) => {
  const [path = '', anchor] = address.split('#');
  expect(matchPage(parsePageTable(pages), path)).not.toBeNull();
  if (path.startsWith('/learn/')) expect(SLUGS).toContain(path.slice('/learn/'.length));
  if (anchor !== undefined) expect(sourceOf(path)).toContain(`id="${anchor}"`);
});

it('every phrase leads to its topic', () => {
  for (const { title, phrases } of TOPICS) {
    for (const words of phrases) {
      expect([words, titles(words.join(' '))]).toEqual([words, expect.arrayContaining([title])]);
    }
  }
});

it('the emergency topic gives the number of Poison Help', () => {
  expect(TOPICS[0]?.path).toBe('/emergency');
  expect(TOPICS[0]?.text).toContain(site.poisonHelp);
});

it('an emergency comes before all other topics, and the law of a state before the law', () => {
  expect(titles('drove in texas is that legal panic')).toEqual([
    'Emergency Resources',
    'The law in Texas',
    'Driving, tools and water',
    'Hemp THC drinks and the law',
  ]);
});

it('a pet that had poison leads first to the number for pets', () => {
  expect(titles('pet poison hotline')).toEqual(['A pet had some', 'Emergency Resources']);
});

it.each(['virgin mojito', 'green tea', 'heart', 'root beer', 'out of stock', 'kid', 'carolina'])(
  '%s is about no topic',
  (text) => {
    expect(titles(text)).toEqual([]);
  },
);

it('a withdrawn article explains nothing', () => {
  expect(titles('xanax', [])).toEqual([]);
});

it('there are fifty states and D.C.', () => {
  expect(TOPICS.filter(({ title }) => title.startsWith('The law in '))).toHaveLength(51);
});
