import { ApiProperty } from '@nestjs/swagger';
import {
  ARTICLE_CATEGORIES,
  type Article,
  type ArticleCategory,
  type ArticleSummary,
  articleKeywords,
} from '../../domain/education/article.js';

export class ArticleSummaryDto {
  @ApiProperty({ description: 'Identity, stable across edits', example: 'article-001' })
  id!: string;

  @ApiProperty({ description: 'Last part of its address', example: 'understanding-thc-beverages' })
  slug!: string;

  @ApiProperty({ description: 'Title', example: 'Understanding THC beverages' })
  title!: string;

  @ApiProperty({
    description: 'What it is about, as plain text',
    example: 'What is in the can, and what happens after you drink it.',
  })
  excerpt!: string;

  @ApiProperty({
    description: 'Category',
    enum: ARTICLE_CATEGORIES,
    enumName: 'ArticleCategory',
    example: 'Beginner Guide',
  })
  category!: ArticleCategory;

  @ApiProperty({ description: 'Reading time', example: '6 min read' })
  readTime!: string;

  @ApiProperty({
    description: 'When it was published',
    type: String,
    format: 'date-time',
    example: '2026-11-02T00:00:00.000Z',
  })
  publishedAt!: Date;

  @ApiProperty({
    description: 'When its text last changed',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  updatedAt!: Date | null;

  @ApiProperty({ description: 'Day its facts were last checked', format: 'date', example: '2026-11-21' })
  reviewedOn!: string;
}

export class ArticleDto extends ArticleSummaryDto {
  @ApiProperty({
    description: 'Body as sanitised HTML; headings h2 to h4 carry ids',
    example: '<h2 id="key-points">Key points</h2>',
  })
  content!: string;

  @ApiProperty({
    description: 'Keywords for the page',
    example: 'THC drinks, THC drinks for beginners, hemp THC beverages',
  })
  keywords!: string;

  @ApiProperty({ description: 'Words of the body', type: 'integer', example: 1200 })
  wordCount!: number;

  @ApiProperty({ description: 'Up to three others, of the same category first', type: [ArticleSummaryDto] })
  related!: ArticleSummaryDto[];
}

export function toArticleSummaryDto(article: ArticleSummary): ArticleSummaryDto {
  const { id, slug, title, excerpt, category, readTime, publishedAt, updatedAt, reviewedOn } = article;
  return { id, slug, title, excerpt, category, readTime, publishedAt, updatedAt, reviewedOn };
}

export function toArticleDto(found: { article: Article; related: readonly ArticleSummary[] }): ArticleDto {
  const { article, related } = found;
  const { content, wordCount } = article;
  return {
    ...toArticleSummaryDto(article),
    content,
    keywords: articleKeywords(article),
    wordCount,
    related: related.map(toArticleSummaryDto),
  };
}
