import type { Article, ArticleSummary } from './article.js';

/** Where published articles are kept. */
export abstract class ArticleRepository {
  /** Newest first; articles of one day by id. */
  abstract all(): Promise<readonly ArticleSummary[]>;

  abstract bySlug(slug: string): Promise<Article | null>;

  /** Makes exactly these the published articles, all or nothing. */
  abstract replaceAll(articles: readonly Article[]): Promise<void>;
}
