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
import { startServer, type TestServer } from '../support/test-server.js';
import { expectProblem, wrong } from './problem.js';

/** The published articles, from their files. */
const CONTENT = join(import.meta.dirname, '../../../content/articles');

let server: TestServer;
let client: Client;
let articles: readonly Article[];
beforeAll(async () => {
  server = await startServer();
  client = server.client();
});
afterAll(() => server?.stop());

const publish = async (published: readonly Article[]) => {
  const source = await openDataSource(server.database.url);
  await new Education(new TypeOrmArticleRepository(source, new PublicReader(source)), new SystemClock()).publish(
    published,
  );
  await source.destroy();
  // Written by another process, so the server has to be notified.
  await server.app.get(ResponseCache).waitForInvalidations();
};

it('returns an empty list without articles', async () => {
  expect((await listArticles({ client })).data).toEqual([]);
});

describe('with the published articles', () => {
  beforeAll(async () => {
    articles = await readArticles(CONTENT);
    await publish(articles);
  });

  it('lists all without bodies, newest first: GET /api/articles', async () => {
    const { data } = await listArticles({ client, throwOnError: true });
    expect(zListArticlesResponse.parse(data)).toEqual(data);
    expect(data.map(({ slug }) => slug).toSorted()).toEqual(articles.map(({ slug }) => slug).toSorted());
    const dates = data.map(({ publishedAt }) => publishedAt);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  it.each(['warfarin', 'driving', 'pregnant', 'alcohol', 'PREGNANT', 'drive'])(
    'finds %j in full text, titles first, with snippets: GET /api/articles?search=',
    async (search) => {
      const { data } = await listArticles({ client, query: { search }, throwOnError: true });
      expect(zListArticlesResponse.parse(data)).toEqual(data);
      expect(data.length).toBeGreaterThan(0);
      const places = data.map(({ match }) => ['title', 'excerpt', 'heading', 'body'].indexOf(match?.place ?? ''));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      for (const { slug, match } of data) {
        expect(match?.snippet.some(({ isMatch }) => isMatch)).toBe(true);
        const { content = '' } = articles.find((article) => article.slug === slug) ?? {};
        if (match?.anchor) expect(content).toContain(` id="${match.anchor}"`);
      }
    },
  );

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
    for (const article of articles) {
      const { data } = await getArticle({ client, path: { slug: article.slug }, throwOnError: true });
      expect(zArticleDto.parse(data)).toEqual(data);
      expect(data).toMatchObject({ id: article.id, title: article.title, content: article.content });
      expect(data.wordCount).toBe(article.wordCount);
      const related = data.related.map(({ slug }) => slug);
      expect(related).not.toContain(article.slug);
      expect(related).toHaveLength(Math.min(3, articles.length - 1));
    }
  });

  it('lists related articles of the same category first', async () => {
    const of = (slug: string, category: Article['category']) =>
      ({ ...(articles[0] as Article), id: slug, slug, category }) satisfies Article;
    await publish([
      of('here', 'Education'),
      of('far-1', 'Medical Use'),
      of('far-2', 'Product Guide'),
      of('near', 'Education'),
      of('far-3', 'Beginner Guide'),
    ]);
    const { data } = await getArticle({ client, path: { slug: 'here' }, throwOnError: true });
    expect(data.related.map(({ slug }) => slug)).toEqual(['near', 'far-1', 'far-2']);
  });

  it.each(['no-such-article', 'HERE', 'a/b', '..%2f', "' OR 1=1 --"])('returns 404 for %s', async (slug) => {
    expectProblem(await getArticle({ client, path: { slug } }), 404, {
      type: '/problems/article-not-found',
      detail: "The article you're looking for doesn't exist or has been moved.",
      errors: [],
    });
  });

  it('rejects characters that cannot be stored', async () => {
    const problem = wrong('slug', "This text has characters we can't store");
    expectProblem(await getArticle({ client, path: { slug: 'a\0' } }), 400, problem);
  });
});
