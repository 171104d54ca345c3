import type { Article } from '../../src/domain/education/article.js';

/** A published article; pass only the fields that the test is about. */
export const anArticle = (slug: string, differing: Partial<Article> = {}): Article => ({
  id: `article-${slug}`,
  slug,
  title: 'Reading a label',
  excerpt: 'What the figures on a can say.',
  category: 'Education',
  readTime: '3 min read',
  publishedAt: new Date('2026-11-01T00:00:00Z'),
  updatedAt: null,
  reviewedOn: '2026-11-20',
  content: '',
  wordCount: 600,
  ...differing,
});
