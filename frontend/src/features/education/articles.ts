import type { ArticleCategory, ArticleSummaryDto } from '../../api/generated/types.gen';

/** The tab that shows every category. */
export const ALL_ARTICLES = 'All Articles';

/** [source:featured-articles] */
export const FEATURED_ARTICLES = 3;

/** In a beginner's reading order (decision 0040). */
export const ESSENTIAL_IDS = ['article-001', 'article-002', 'article-007'];

/** From basics to special topics. */
const SHELVES = Object.keys({
  'Beginner Guide': true,
  'Safety & Dosing': true,
  Education: true,
  'Product Guide': true,
  'Legal & Testing': true,
  'Medical Use': true,
} satisfies Record<ArticleCategory, true>);

/** The shelves that have articles. */
export const articleCategories = (articles: readonly Pick<ArticleSummaryDto, 'category'>[]): string[] =>
  SHELVES.filter((shelf) => articles.some(({ category }) => category === shelf));

/** A category's URL slug: `Safety & Dosing` is `safety-dosing`. */
export const categorySlug = (category: string) =>
  category
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** "Found 2 articles matching "food" in Education". Filters that are off are left out. */
export function countLine(count: number, search: string, category: string | null, isSimilar = false): string {
  const like = isSimilar ? 'with words like' : 'matching';
  const matching = search.trim() ? ` ${like} "${search.trim()}"` : '';
  const within = category === null ? '' : ` in ${category}`;
  return `Found ${count} ${count === 1 ? 'article' : 'articles'}${matching}${within}`;
}

/** The essential articles that are published. */
export const essentialReading = <A extends Pick<ArticleSummaryDto, 'id'>>(articles: readonly A[]): A[] =>
  ESSENTIAL_IDS.flatMap((id) => articles.filter((article) => article.id === id));
