import type { ArticleCategory, ArticleSummaryDto } from '../../api/generated/types.gen';

/** The tab that leaves nothing out. */
export const ALL_ARTICLES = 'All Articles';

/** [source:featured-articles] */
export const FEATURED_ARTICLES = 3;

/** In the order in which a beginner reads them (decision 0040). */
export const ESSENTIAL_IDS = ['article-001', 'article-002', 'article-007'];

/** From the first steps to the special questions. */
const SHELVES = Object.keys({
  'Beginner Guide': true,
  'Safety & Dosing': true,
  Education: true,
  'Product Guide': true,
  'Legal & Testing': true,
  'Medical Use': true,
} satisfies Record<ArticleCategory, true>);

/** The shelves that hold something. */
export const articleCategories = (articles: readonly Pick<ArticleSummaryDto, 'category'>[]): string[] =>
  SHELVES.filter((shelf) => articles.some(({ category }) => category === shelf));

/** A category as it stands in an address: `Safety & Dosing` is `safety-dosing`. */
export const categorySlug = (category: string) =>
  category
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** "Found 2 articles matching "food" in Education"; what does not narrow the list is left out. */
export function countLine(count: number, search: string, category: string | null): string {
  const matching = search.trim() ? ` matching "${search.trim()}"` : '';
  const within = category === null ? '' : ` in ${category}`;
  return `Found ${count} ${count === 1 ? 'article' : 'articles'}${matching}${within}`;
}

/** Those of the essential ones that there are. */
export const essentialReading = <A extends Pick<ArticleSummaryDto, 'id'>>(articles: readonly A[]): A[] =>
  ESSENTIAL_IDS.flatMap((id) => articles.filter((article) => article.id === id));
