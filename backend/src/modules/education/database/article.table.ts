import { EntitySchema } from 'typeorm';
import type { Article } from '../../../domain/education/article.js';

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
