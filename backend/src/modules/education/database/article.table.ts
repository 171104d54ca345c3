import { EntitySchema } from 'typeorm';
import type { Article, Withdrawal } from '../../../domain/education/article.js';

export const articleTable = new EntitySchema<Article>({
  name: 'Article',
  tableName: 'articles',
  columns: {
    id: { type: 'text', primary: true, primaryKeyConstraintName: 'articles_pkey' },
    slug: { type: 'text' },
    title: { type: 'text' },
    excerpt: { type: 'text' },
    category: { type: 'text' },
    readTime: { type: 'text' },
    publishedAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz', nullable: true },
    reviewedOn: { type: 'date' },
    content: { type: 'text' },
    wordCount: { type: 'integer' },
  },
  uniques: [{ name: 'articles_slug_key', columns: ['slug'] }],
});

/**
 * Separate from `articles`, which is rebuilt from files at every start, so that a withdrawal survives even if the file is
 * removed and comes back.
 */
export const withdrawalTable = new EntitySchema<Withdrawal>({
  name: 'ArticleWithdrawal',
  tableName: 'article_withdrawals',
  columns: {
    articleId: { type: 'text', primary: true, primaryKeyConstraintName: 'article_withdrawals_pkey' },
    reason: { type: 'text' },
    withdrawnAt: { type: 'timestamptz' },
    withdrawnBy: { type: 'text' },
  },
  checks: [{ name: 'article_withdrawals_reason_check', expression: `char_length(reason) BETWEEN 1 AND 500` }],
});
