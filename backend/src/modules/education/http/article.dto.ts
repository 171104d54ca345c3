import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import {
  ARTICLE_CATEGORIES,
  type Article,
  type ArticleCategory,
  type ArticleSummary,
  articleKeywords,
} from '../../../domain/education/article.js';
import { type FoundArticle, MATCH_PLACES, type MatchPlace } from '../../../domain/education/article-search.js';
import { Integer, OneOf, TextOrNull, Time, TimeOrNull } from '../../../platform/http/response-fields.js';

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

  @OneOf(ARTICLE_CATEGORIES, 'ArticleCategory', 'Category', 'Beginner Guide')
  category!: ArticleCategory;

  @ApiProperty({ description: 'Reading time', example: '6 min read' })
  readTime!: string;

  @Time('When it was published', '2026-11-02T00:00:00.000Z')
  publishedAt!: Date;

  @TimeOrNull('When its text last changed', null)
  updatedAt!: Date | null;

  @ApiProperty({ description: 'Day its facts were last checked', format: 'date', example: '2026-11-21' })
  reviewedOn!: string;
}

export class ArticleListQueryDto {
  @ApiPropertyOptional({
    description:
      'Words that an article must hold, in any order, ignoring case and accents. Title, excerpt, headings and body are ' +
      'searched, sources are not. A word also finds longer ones, and other endings: "drive" finds "driving".',
    maxLength: 100,
    example: 'warfarin',
  })
  @Transform(({ value }) => (typeof value === 'string' ? value.trim() || undefined : value))
  @IsOptional()
  @MaxLength(100, { message: 'search may have at most 100 characters' })
  @IsString({ message: 'search must be given once' })
  search?: string;
}

export class SnippetPartDto {
  @ApiProperty({ description: 'Plain text', example: 'warfarin' })
  text!: string;

  @ApiProperty({ description: 'Whether this was looked for; otherwise it stands around that', example: true })
  isMatch!: boolean;
}

export class ArticleMatchDto {
  @OneOf(
    MATCH_PLACES,
    'ArticleMatchPlace',
    'Where it was found. Titles are listed first, then excerpts, headings and bodies',
    'body',
  )
  place!: MatchPlace;

  @ApiProperty({
    description: 'The title, excerpt or heading, or words of the body around the match; its parts in order',
    type: [SnippetPartDto],
  })
  snippet!: SnippetPartDto[];

  @TextOrNull('The heading it stands under; null in title and excerpt, and before the first heading', 'Blood thinners')
  heading!: string | null;

  @TextOrNull("The heading's id in the body", 'blood-thinners')
  anchor!: string | null;
}

/** An article in the list. */
export class ListedArticleDto extends ArticleSummaryDto {
  @ApiProperty({
    description: 'What was found where; null without `search`',
    type: ArticleMatchDto,
    nullable: true,
    example: null,
  })
  match!: ArticleMatchDto | null;
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

  @Integer('Words of the body', 1200)
  wordCount!: number;

  @ApiProperty({ description: 'Up to three others, of the same category first', type: [ArticleSummaryDto] })
  related!: ArticleSummaryDto[];
}

export function toArticleSummaryDto(article: ArticleSummary): ArticleSummaryDto {
  const { id, slug, title, excerpt, category, readTime, publishedAt, updatedAt, reviewedOn } = article;
  return { id, slug, title, excerpt, category, readTime, publishedAt, updatedAt, reviewedOn };
}

export function toListedArticleDto({ article, match }: FoundArticle): ListedArticleDto {
  const { place, snippet, heading, anchor } = match;
  const parts = snippet.map(({ text, isMatch }) => ({ text, isMatch }));
  return { ...toArticleSummaryDto(article), match: { place, snippet: parts, heading, anchor } };
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
