import {
  type Article,
  ArticleAlreadyWithdrawn,
  ArticleNotWithdrawn,
  type ArticleSummary,
  type EditorArticle,
  type EditorArticleSummary,
  type Withdrawal,
} from '../../src/domain/education/article.js';
import { ArticleRepository } from '../../src/domain/education/ports.js';
import type { AuditEntry } from '../../src/domain/shared/audit.js';

export class InMemoryArticleRepository extends ArticleRepository {
  readonly audit: AuditEntry[] = [];
  private articles: readonly Article[] = [];
  private readonly withdrawals = new Map<string, Withdrawal>();

  async all(): Promise<readonly ArticleSummary[]> {
    return (await this.allWithBodies()).map(({ content, wordCount, ...summary }) => summary);
  }

  async allWithBodies(): Promise<readonly Article[]> {
    return this.articles.filter(({ id }) => !this.withdrawals.has(id)).toSorted(newestFirst);
  }

  async bySlug(slug: string): Promise<Article | null> {
    return this.articles.find((article) => article.slug === slug && !this.withdrawals.has(article.id)) ?? null;
  }

  async replaceAll(articles: readonly Article[]): Promise<void> {
    for (const key of ['id', 'slug'] as const) {
      if (new Set(articles.map((article) => article[key])).size < articles.length) {
        throw new Error(`two articles have one ${key}`);
      }
    }
    this.articles = [...articles];
  }

  async allForEditors(): Promise<readonly EditorArticleSummary[]> {
    return this.articles
      .toSorted(newestFirst)
      .map(({ content, ...summary }) => ({ ...summary, withdrawal: this.withdrawals.get(summary.id) ?? null }));
  }

  async byId(id: string): Promise<EditorArticle | null> {
    const article = this.articles.find((one) => one.id === id);
    return article ? { ...article, withdrawal: this.withdrawals.get(id) ?? null } : null;
  }

  async withdraw(withdrawal: Withdrawal, entry: AuditEntry): Promise<void> {
    if (this.withdrawals.has(withdrawal.articleId)) throw new ArticleAlreadyWithdrawn();
    this.withdrawals.set(withdrawal.articleId, withdrawal);
    this.audit.push(entry);
  }

  async endWithdrawal({ articleId, withdrawnAt }: Withdrawal, entry: AuditEntry): Promise<void> {
    const isThatOne = this.withdrawals.get(articleId)?.withdrawnAt.getTime() === withdrawnAt.getTime();
    if (!isThatOne) throw new ArticleNotWithdrawn();
    this.withdrawals.delete(articleId);
    this.audit.push(entry);
  }
}

function newestFirst(a: Article, b: Article): number {
  return b.publishedAt.getTime() - a.publishedAt.getTime() || (a.id < b.id ? -1 : 1);
}
