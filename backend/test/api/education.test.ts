import { join } from 'node:path';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import { getArticle, listArticles } from '../../../frontend/src/api/generated/sdk.gen.js';
import { zArticleDto, zListArticlesResponse } from '../../../frontend/src/api/generated/zod.gen.js';
import type { Article } from '../../src/domain/education/article.js';
import { Education } from '../../src/domain/education/education.js';
import { readArticles } from '../../src/modules/education/article-files.js';
import { TypeOrmArticleRepository } from '../../src/modules/education/database/typeorm-article.repository.js';
import { ResponseCache } from '../../src/platform/cache/response-cache.js';
import { SystemClock } from '../../src/platform/clock-and-ids.js';
import { PublicReader } from '../../src/platform/database/public-reader.js';
import { openDataSource } from '../support/test-database.js';
import { serverOfThisFile } from '../support/test-server.js';
import { expectProblem, wrong } from './problem.js';

/** The published articles, from their files. */
const CONTENT = join(import.meta.dirname, '../../../content/articles');

const server = serverOfThisFile();
let client: Client;
let articles: readonly Article[];
beforeAll(async () => {
  client = server.client();
  articles = await readArticles(CONTENT);
  const source = await openDataSource(server.database.url);
  const repository = new TypeOrmArticleRepository(source, new PublicReader(source));
  await new Education(repository, new SystemClock()).publish(articles);
  await source.destroy();
  // Written by another process, so the server has to be notified.
  await server.app.get(ResponseCache).waitForInvalidations();
});

it('lists all without bodies, newest first: GET /api/articles', async () => {
  const { data } = await listArticles({ client, throwOnError: true });
  expect(zListArticlesResponse.parse(data)).toEqual(data);
  expect(data.map(({ slug }) => slug).toSorted()).toEqual(articles.map(({ slug }) => slug).toSorted());
  const dates = data.map(({ publishedAt }) => publishedAt);
  expect(dates).toEqual(dates.toSorted().toReversed());
});

it('finds words in full text, with snippets: GET /api/articles?search=', async () => {
  const { data } = await listArticles({ client, query: { search: 'PREGNANT' }, throwOnError: true });
  expect(zListArticlesResponse.parse(data)).toEqual(data);
  expect(data.length).toBeGreaterThan(0);
  for (const { slug, match } of data) {
    expect(match?.snippet.some(({ isMatch }) => isMatch)).toBe(true);
    const { content = '' } = articles.find((article) => article.slug === slug) ?? {};
    if (match?.anchor) expect(content).toContain(` id="${match.anchor}"`);
  }
});

it('finds a misspelled word, and says so', async () => {
  const { data, response } = await listArticles({ client, query: { search: 'warfrin' }, throwOnError: true });
  expect(data.map(({ slug }) => slug)).toContain('medicines-and-thc');
  expect(response.headers.get('x-search-match')).toBe('similar');
  const typed = await listArticles({ client, query: { search: 'warfarin' }, throwOnError: true });
  expect(typed.data).toEqual(data);
  expect(typed.response.headers.get('x-search-match')).toBe('exact');
});

it('returns an empty list without matches, and no snippets without a search', async () => {
  expect((await listArticles({ client, query: { search: 'xyzzy' } })).data).toEqual([]);
  expect((await listArticles({ client, query: { search: '?!' } })).data).toEqual([]);
  const { data = [] } = await listArticles({ client, query: { search: ' ' } });
  expect(data).toHaveLength(articles.length);
  expect(data.filter(({ match }) => match !== null)).toEqual([]);
});

it.each([
  [`search=${'a'.repeat(101)}`, wrong('search', 'search may have at most 100 characters')],
  ['search=a&search=b', wrong('search', 'search must be given once')],
  ['sort=newest', wrong('sort', 'Unknown field "sort"')],
])('rejects %s', async (query, problem) => {
  expectProblem(await client.get({ url: `/api/articles?${query}` }), 400, problem);
});

it('returns each with its body and up to three others: GET /api/articles/{slug}', async () => {
  for (const { id, slug, title, content, wordCount } of articles) {
    const { data } = await getArticle({ client, path: { slug }, throwOnError: true });
    expect(zArticleDto.parse(data)).toEqual(data);
    expect(data).toMatchObject({ id, title, content, wordCount });
    expect(data.related).toHaveLength(3);
  }
});

it.each(['no-such-article', 'a/b', '..%2f'])('returns 404 for %s', async (slug) => {
  expectProblem(await getArticle({ client, path: { slug } }), 404, {
    type: '/problems/article-not-found',
    detail: "The article you're looking for doesn't exist or has been moved.",
    errors: [],
  });
});
