import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import {
  type Article,
  ArticleAlreadyWithdrawn,
  ArticleNotWithdrawn,
  type ArticleSummary,
  type EditorArticle,
  type EditorArticleSummary,
  type Withdrawal,
} from '../../../domain/education/article.js';
import { ArticleRepository } from '../../../domain/education/ports.js';
import type { AuditEntry } from '../../../domain/shared/audit.js';
import { appendToAuditLog } from '../../../platform/database/audit-log.js';
import { violatedConstraint } from '../../../platform/database/errors.js';
import { PublicReader } from '../../../platform/database/public-reader.js';
import { inTransaction, managerOf } from '../../../platform/database/transaction.js';
import { articleTable, withdrawalTable } from './article.table.js';

/** Columns of a summary. Dates are cast to text, or the driver would parse them as local midnight. */
const SUMMARY = `a."id", a."slug", a."title", a."excerpt", a."category", a."readTime", a."publishedAt", a."updatedAt",
  a."reviewedOn"::text`;

const PUBLISHED = 'NOT EXISTS (SELECT 1 FROM article_withdrawals w WHERE w."articleId" = a."id")';
const NEWEST_FIRST = 'ORDER BY a."publishedAt" DESC, a."id"';

@Injectable()
export class TypeOrmArticleRepository extends ArticleRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly reading: PublicReader,
  ) {
    super();
  }

  all(): Promise<ArticleSummary[]> {
    return this.reading.read<ArticleSummary>(`SELECT ${SUMMARY} FROM articles a WHERE ${PUBLISHED} ${NEWEST_FIRST}`);
  }

  allWithBodies(): Promise<Article[]> {
    return this.reading.withPermit(() =>
      this.reading.read<Article>(
        `SELECT ${SUMMARY}, a."content", a."wordCount" FROM articles a WHERE ${PUBLISHED} ${NEWEST_FIRST}`,
      ),
    );
  }

  async bySlug(slug: string): Promise<Article | null> {
    const [article] = await this.reading.read<Article>(
      `SELECT ${SUMMARY}, a."content", a."wordCount" FROM articles a WHERE a."slug" = $1 AND ${PUBLISHED}`,
      [slug],
    );
    return article ?? null;
  }

  replaceAll(articles: readonly Article[]): Promise<void> {
    return inTransaction(this.database, async (manager) => {
      // Also delete articles whose slug changes: their new slug may still belong to another article at this point.
      await manager.query(
        `DELETE FROM articles a WHERE NOT EXISTS (
           SELECT 1 FROM unnest($1::text[], $2::text[]) AS kept("id", "slug") WHERE (kept."id", kept."slug") = (a."id", a."slug"))`,
        [articles.map(({ id }) => id), articles.map(({ slug }) => slug)],
      );
      await manager.upsert(articleTable, articles as object[], ['id']);
    });
  }

  async allForEditors(): Promise<EditorArticleSummary[]> {
    const manager = managerOf(this.database);
    const [articles, withdrawals] = await Promise.all([
      manager.query<Omit<EditorArticleSummary, 'withdrawal'>[]>(
        `SELECT ${SUMMARY}, a."wordCount" FROM articles a ${NEWEST_FIRST}`,
      ),
      manager.find(withdrawalTable),
    ]);
    const of = new Map(withdrawals.map((withdrawal) => [withdrawal.articleId, withdrawal]));
    return articles.map((article) => ({ ...article, withdrawal: of.get(article.id) ?? null }));
  }

  async byId(id: string): Promise<EditorArticle | null> {
    const [article, withdrawal] = await Promise.all([
      managerOf(this.database).findOneBy(articleTable, { id }),
      managerOf(this.database).findOneBy(withdrawalTable, { articleId: id }),
    ]);
    return article && { ...article, withdrawal };
  }

  async withdraw(withdrawal: Withdrawal, entry: AuditEntry): Promise<void> {
    try {
      await inTransaction(this.database, async (manager) => {
        await manager.insert(withdrawalTable, withdrawal);
        await appendToAuditLog(manager, entry);
      });
    } catch (error) {
      if (violatedConstraint(error) === 'article_withdrawals_pkey') throw new ArticleAlreadyWithdrawn();
      throw error;
    }
  }

  endWithdrawal({ articleId, withdrawnAt }: Withdrawal, entry: AuditEntry): Promise<void> {
    return inTransaction(this.database, async (manager) => {
      const { affected } = await manager.delete(withdrawalTable, { articleId, withdrawnAt });
      if (affected !== 1) throw new ArticleNotWithdrawn();
      await appendToAuditLog(manager, entry);
    });
  }
}
