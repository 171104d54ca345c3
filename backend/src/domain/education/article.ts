import { domainError, InvalidInput } from '../shared/domain-error.js';

/** Categories of the education center. [source:article-categories] */
export const ARTICLE_CATEGORIES = [
  'Beginner Guide',
  'Safety & Dosing',
  'Education',
  'Product Guide',
  'Legal & Testing',
  'Medical Use',
] as const;
export type ArticleCategory = (typeof ARTICLE_CATEGORIES)[number];

/** An article without its body, for lists. */
export interface ArticleSummary {
  /** Stable across edits, e.g. `article-001`. */
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  /** One or two sentences of plain text. */
  readonly excerpt: string;
  readonly category: ArticleCategory;
  /** Reading time as text, e.g. "6 min read". */
  readonly readTime: string;
  readonly publishedAt: Date;
  /** When the text last changed; null if never. */
  readonly updatedAt: Date | null;
  /** The day its facts were last checked, `YYYY-MM-DD`. */
  readonly reviewedOn: string;
}

export interface Article extends ArticleSummary {
  /** The body as sanitized HTML; headings h2 to h4 have ids. */
  readonly content: string;
  readonly wordCount: number;
}

export class ArticleNotFound extends domainError(
  'not-found',
  'article-not-found',
  "The article you're looking for doesn't exist or has been moved.",
) {}

/** An editor's decision to hide an article from visitors. It survives re-publishing: the article's file is unchanged. */
export interface Withdrawal {
  readonly articleId: string;
  readonly reason: string;
  readonly withdrawnAt: Date;
  /** Name of the staff member. */
  readonly withdrawnBy: string;
}

/** An article as editors see it, published or withdrawn. */
export interface EditorArticleSummary extends ArticleSummary {
  readonly wordCount: number;
  /** Null if it is published. */
  readonly withdrawal: Withdrawal | null;
}

export interface EditorArticle extends Article {
  readonly withdrawal: Withdrawal | null;
}

/** Maximum length of a withdrawal's reason in characters. */
export const WITHDRAWAL_REASON_MAX = 500;

export class ArticleAlreadyWithdrawn extends domainError(
  'conflict',
  'article-already-withdrawn',
  'This article is already withdrawn. Reload the list to see who did it and why.',
) {}

export class ArticleNotWithdrawn extends domainError(
  'conflict',
  'article-not-withdrawn',
  'This article is already published. Reload the list to see it.',
) {}

/** @throws ArticleAlreadyWithdrawn, InvalidInput if the reason is empty or too long */
export function withdraw(
  { id, withdrawal }: Pick<EditorArticleSummary, 'id' | 'withdrawal'>,
  input: string,
  withdrawnBy: string,
  withdrawnAt: Date,
): Withdrawal {
  if (withdrawal) throw new ArticleAlreadyWithdrawn();
  const reason = input.trim();
  const message = reasonProblem(reason);
  if (message) throw new InvalidInput([{ field: 'reason', message }]);
  return { articleId: id, reason, withdrawnAt, withdrawnBy };
}

function reasonProblem(reason: string): string | null {
  const { length } = [...reason];
  if (length === 0) return 'Reason is required';
  return length > WITHDRAWAL_REASON_MAX ? `Reason can be at most ${WITHDRAWAL_REASON_MAX} characters` : null;
}

/** [source:related-articles] */
export const RELATED_ARTICLES = 3;

/** Up to three other articles: same category first, each group in the given order. [source:related-articles] */
export function relatedArticles<A extends Pick<ArticleSummary, 'slug' | 'category'>>(
  current: Pick<ArticleSummary, 'slug' | 'category'>,
  all: readonly A[],
): A[] {
  const others = all.filter((article) => article.slug !== current.slug);
  const same = others.filter((article) => article.category === current.category);
  const rest = others.filter((article) => article.category !== current.category);
  return [...same, ...rest].slice(0, RELATED_ARTICLES);
}

const WORDS_PER_MINUTE = 200;

/** Reading time as text, at 200 words per minute. @param wordCount words of the body */
export function readTime(wordCount: number): string {
  return `${Math.max(1, Math.round(wordCount / WORDS_PER_MINUTE))} min read`;
}

/** What people search for, by category. */
const CATEGORY_KEYWORDS: Record<ArticleCategory, readonly string[]> = {
  'Beginner Guide': ['THC drinks for beginners', 'hemp THC beverages'],
  'Safety & Dosing': ['THC dosing', 'THC safety', 'how much THC'],
  Education: ['THC education', 'how THC drinks work'],
  'Product Guide': ['choosing THC drinks', 'THC drink labels'],
  'Legal & Testing': ['hemp law', 'THC lab testing', 'certificate of analysis'],
  'Medical Use': ['THC and medicines', 'drug interactions'],
};

/** What people search for, by word of the title. [source:article-keywords] */
const TITLE_KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  onset: ['THC onset time', 'when do THC drinks start'],
  duration: ['how long do THC drinks last'],
  long: ['how long do THC drinks last'],
  tolerance: ['THC tolerance', 'tolerance break'],
  mixing: ['mixing THC and alcohol', 'THC interactions'],
  medicines: ['THC and prescription medicines'],
  dosing: ['THC dose', 'milligrams of THC'],
  lab: ['COA', 'lab report'],
};

/** Keywords of an article's page: from its category, then from the words of its title. */
export function articleKeywords({ category, title }: Pick<ArticleSummary, 'category' | 'title'>): string {
  const words = title.toLowerCase().split(/[^a-z]+/);
  const fromTitle = words.flatMap((word) => TITLE_KEYWORDS[word] ?? []);
  return [...new Set(['THC drinks', ...CATEGORY_KEYWORDS[category], ...fromTitle])].join(', ');
}
