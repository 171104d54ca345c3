import type { AuditEntry } from '../shared/audit.js';
import type { Article, ArticleSummary, EditorsArticle, EditorsSummary, Withdrawal } from './article.js';

/** Where articles are kept, and which of them editors have withdrawn. */
export abstract class ArticleRepository {
  /** Those that are published, newest first; articles of one day by id. */
  abstract all(): Promise<readonly ArticleSummary[]>;

  /** The same with their bodies, in the same order. */
  abstract allWhole(): Promise<readonly Article[]>;

  /** Null also when it is withdrawn. */
  abstract bySlug(slug: string): Promise<Article | null>;

  /** Makes exactly these the articles, all or nothing. What is withdrawn stays withdrawn. */
  abstract replaceAll(articles: readonly Article[]): Promise<void>;

  /** Withdrawn ones too, in the order of {@link all}. */
  abstract allForEditors(): Promise<readonly EditorsSummary[]>;

  abstract byId(id: string): Promise<EditorsArticle | null>;

  /** @throws ArticleAlreadyWithdrawn when somebody else was faster */
  abstract withdraw(withdrawal: Withdrawal, entry: AuditEntry): Promise<void>;

  /** Ends exactly this withdrawal. @throws ArticleNotWithdrawn when somebody else was faster */
  abstract endWithdrawal(withdrawal: Withdrawal, entry: AuditEntry): Promise<void>;
}
