import type { Article } from '../../src/domain/education/article.js';
import { TypeOrmArticleRepository } from '../../src/modules/education/database/typeorm-article.repository.js';
import { PublicReader } from '../../src/platform/database/public-reader.js';
import { InMemoryArticleRepository } from '../support/in-memory-article-repository.js';
import { anArticle, describeArticleRepository, type OpenArticles } from './article-repository.contract.js';
import { auditLogOf, databaseOfThisFile } from './open-database.js';

const emptyDatabase = databaseOfThisFile();

async function inMemory(): Promise<OpenArticles> {
  const articles = new InMemoryArticleRepository();
  return { articles, audit: async () => articles.audit };
}

async function inPostgres(): Promise<OpenArticles> {
  const database = await emptyDatabase();
  return {
    articles: new TypeOrmArticleRepository(database, new PublicReader(database)),
    audit: () => auditLogOf(database),
  };
}

describeArticleRepository('memory', inMemory);
describeArticleRepository('PostgreSQL', inPostgres);

it('PostgreSQL removes nothing when a new article cannot be stored', async () => {
  const { articles } = await inPostgres();
  await articles.replaceAll([anArticle(1)]);
  const broken: Article = { ...anArticle(2), excerpt: null as unknown as string };
  await expect(articles.replaceAll([anArticle(3), broken])).rejects.toThrow(/null value in column "excerpt"/);
  expect(await articles.all()).toEqual([expect.objectContaining({ id: 'article-001' })]);
});
