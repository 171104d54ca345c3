import { TypeOrmArticleRepository } from '../../src/modules/education/database/typeorm-article.repository.js';
import { PublicReader } from '../../src/platform/database/public-reader.js';
import { InMemoryArticleRepository } from '../support/in-memory-article-repository.js';
import { describeArticleRepository, type OpenArticles } from './article-repository.contract.js';
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
