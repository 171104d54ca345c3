import { EntitySchema } from 'typeorm';
import type { Withdrawal } from '../../../domain/education/article.js';

/**
 * Beside the articles and not in them: those are made of files, at every start, and this is what people decided. A file
 * that goes and comes back finds its withdrawal as it was.
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
