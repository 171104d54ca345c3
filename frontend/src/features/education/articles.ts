import type { ArticleCategory, ArticleSummaryDto } from '../../api/generated/types.gen';

/** The tab that leaves nothing out. */
export const ALL_ARTICLES = 'All Articles';

/** Source: SPEC section 9. */
export const FEATURED_ARTICLES = 3;

/** In the order in which a beginner reads them. Source: SPEC section 9. */
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
export const categoriesOf = (articles: readonly Pick<ArticleSummaryDto, 'category'>[]): string[] =>
  SHELVES.filter((shelf) => articles.some(({ category }) => category === shelf));

/** A category as it stands in an address: `Safety & Dosing` is `safety-dosing`. */
export const categorySlug = (category: string) =>
  category
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** What the search looks at: title or excerpt, whatever the case. Source: SPEC section 5. */
export function matchesSearch({ title, excerpt }: Pick<ArticleSummaryDto, 'title' | 'excerpt'>, search: string) {
  const part = search.trim().toLowerCase();
  return title.toLowerCase().includes(part) || excerpt.toLowerCase().includes(part);
}

/** "Found 2 articles matching "food" in Education"; what does not narrow the list is left out. */
export function countLine(count: number, search: string, category: string | null): string {
  const matching = search.trim() ? ` matching "${search.trim()}"` : '';
  const within = category === null ? '' : ` in ${category}`;
  return `Found ${count} ${count === 1 ? 'article' : 'articles'}${matching}${within}`;
}

/** Those of the essential ones that there are. */
export const essentialReading = <A extends Pick<ArticleSummaryDto, 'id'>>(articles: readonly A[]): A[] =>
  ESSENTIAL_IDS.flatMap((id) => articles.filter((article) => article.id === id));

export interface ContentsEntry {
  readonly id: string;
  readonly text: string;
  readonly level: 2 | 3 | 4;
}

/** The headings of an article's body, h2 to h4, in reading order. Source: SPEC section 5. */
export function tableOfContents(html: string): ContentsEntry[] {
  const body = new DOMParser().parseFromString(html, 'text/html').body;
  return [...body.querySelectorAll('h2[id], h3[id], h4[id]')].map(({ id, textContent, tagName }) => ({
    id,
    text: textContent?.trim() ?? '',
    level: Number(tagName[1]) as 2 | 3 | 4,
  }));
}

/**
 * Which heading one is reading under: the last one that has passed the reading line, the first until one has.
 * @param tops distance of each heading from the top of the window
 * @param line how far below the top of the window reading begins
 * @returns its place
 */
export const headingInView = (tops: readonly number[], line: number) =>
  Math.max(
    0,
    tops.findLastIndex((top) => top <= line),
  );
