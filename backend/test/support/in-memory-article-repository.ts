import type { Article, ArticleSummary } from '../../src/domain/education/article.js';
import { ArticleRepository } from '../../src/domain/education/ports.js';

export class InMemoryArticleRepository extends ArticleRepository {
  private articles: readonly Article[] = [];

  async all(): Promise<readonly ArticleSummary[]> {
    return this.articles.toSorted(newestFirst).map(({ content, wordCount, ...summary }) => summary);
  }

  async bySlug(slug: string): Promise<Article | null> {
    return this.articles.find((article) => article.slug === slug) ?? null;
  }

  async replaceAll(articles: readonly Article[]): Promise<void> {
    for (const key of ['id', 'slug'] as const) {
      if (new Set(articles.map((article) => article[key])).size < articles.length) {
        throw new Error(`two articles have one ${key}`);
      }
    }
    this.articles = [...articles];
  }
}

function newestFirst(a: Article, b: Article): number {
  return b.publishedAt.getTime() - a.publishedAt.getTime() || (a.id < b.id ? -1 : 1);
}
