import type { AuditEntry } from '../shared/audit.js';
import type { Article, ArticleSummary, EditorArticle, EditorArticleSummary, Withdrawal } from './article.js';

/** Stores articles and withdrawals. */
export abstract class ArticleRepository {
  /** Published articles, newest first; articles of the same day by id. */
  abstract all(): Promise<readonly ArticleSummary[]>;

  /** {@link all} with bodies. */
  abstract allWithBodies(): Promise<readonly Article[]>;

  /** Null if there is none or it is withdrawn. */
  abstract bySlug(slug: string): Promise<Article | null>;

  /** Replaces all articles with these in one transaction. Withdrawals are kept. */
  abstract replaceAll(articles: readonly Article[]): Promise<void>;

  /** All articles, withdrawn ones included, in the order of {@link all}. */
  abstract allForEditors(): Promise<readonly EditorArticleSummary[]>;

  abstract byId(id: string): Promise<EditorArticle | null>;

  /** @throws ArticleAlreadyWithdrawn if another editor did it first */
  abstract withdraw(withdrawal: Withdrawal, entry: AuditEntry): Promise<void>;

  /** Ends this withdrawal. @throws ArticleNotWithdrawn if another editor did it first */
  abstract endWithdrawal(withdrawal: Withdrawal, entry: AuditEntry): Promise<void>;
}
