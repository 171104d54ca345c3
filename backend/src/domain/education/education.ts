import { type Article, ArticleNotFound, type ArticleSummary, relatedArticles } from './article.js';
import { ArticleRepository } from './ports.js';

/** The education center. */
export class Education {
  constructor(private readonly articles: ArticleRepository) {}

  all(): Promise<readonly ArticleSummary[]> {
    return this.articles.all();
  }

  /** @throws ArticleNotFound */
  async bySlug(slug: string): Promise<{ article: Article; related: readonly ArticleSummary[] }> {
    const [article, all] = await Promise.all([this.articles.bySlug(slug), this.articles.all()]);
    if (!article) throw new ArticleNotFound();
    return { article, related: relatedArticles(article, all) };
  }

  /** Publishes what the editorial source holds, and nothing else. */
  publish(articles: readonly Article[]): Promise<void> {
    return this.articles.replaceAll(articles);
  }
}
