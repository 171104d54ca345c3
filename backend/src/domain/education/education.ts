import type { Actor, AuditEntry } from '../shared/audit.js';
import { Clock } from '../shared/ports.js';
import { searchedWords } from '../shared/search-words.js';
import { respell, wordsToCheck } from '../shared/spelling.js';
import {
  type Article,
  ArticleNotFound,
  ArticleNotWithdrawn,
  type ArticleSummary,
  type EditorArticle,
  type EditorArticleSummary,
  relatedArticles,
  withdraw,
} from './article.js';
import { type FoundArticle, searchArticles, wordsOfArticles } from './article-search.js';
import { ArticleRepository } from './ports.js';

/** Articles have thousands of words, so that a shorter one is too often near another. */
const CORRECTED_IN_ARTICLES_FROM = 5;

/** The education center: reading, searching, publishing and withdrawing articles. */
export class Education {
  constructor(
    private readonly articles: ArticleRepository,
    private readonly clock: Clock,
  ) {}

  all(): Promise<readonly ArticleSummary[]> {
    return this.articles.all();
  }

  /** Articles that contain all words of the input, each with its best match. */
  async search(input: string): Promise<readonly FoundArticle[]> {
    return searchArticles(await this.articles.allWithBodies(), input);
  }

  /**
   * Articles that match the input with its spelling corrected; null when no likely spelling matches any. Several words
   * must be in a title, excerpt or heading: scattered over a body, other words than the intended ones match by chance.
   */
  async similar(input: string): Promise<{ spelling: string; found: readonly FoundArticle[] } | null> {
    const text = searchedWords(input);
    if (wordsToCheck(text).length === 0) return null;
    const articles = await this.articles.allWithBodies();
    const words = text.split(' ');
    const kept = words.filter((word) => word.length < CORRECTED_IN_ARTICLES_FROM);
    for (const spelling of respell(text, [...wordsOfArticles(articles), ...kept])) {
      const matching = searchArticles(articles, spelling);
      const found = words.length === 1 ? matching : matching.filter(({ match }) => match.place !== 'body');
      if (found.length > 0) return { spelling, found };
    }
    return null;
  }

  /** What {@link search} finds, or else what {@link similar} does. */
  async searchOrSimilar(input: string): Promise<{ found: readonly FoundArticle[]; match: 'exact' | 'similar' }> {
    const found = await this.search(input);
    const similar = found.length === 0 ? await this.similar(input) : null;
    return similar ? { found: similar.found, match: 'similar' } : { found, match: 'exact' };
  }

  /** @throws ArticleNotFound */
  async bySlug(slug: string): Promise<{ article: Article; related: readonly ArticleSummary[] }> {
    const [article, all] = await Promise.all([this.articles.bySlug(slug), this.articles.all()]);
    if (!article) throw new ArticleNotFound();
    return { article, related: relatedArticles(article, all) };
  }

  /** Replaces all articles with those of the editorial source. Withdrawn articles stay withdrawn. */
  publish(articles: readonly Article[]): Promise<void> {
    return this.articles.replaceAll(articles);
  }

  /** Every article, withdrawn ones included. */
  allForEditors(): Promise<readonly EditorArticleSummary[]> {
    return this.articles.allForEditors();
  }

  /** An article as visitors see it, or would if it were published. @throws ArticleNotFound */
  async preview(id: string): Promise<{ article: EditorArticle; related: readonly ArticleSummary[] }> {
    const [article, all] = await Promise.all([this.articleById(id), this.articles.all()]);
    return { article, related: relatedArticles(article, all) };
  }

  /** Hides an article from visitors. @throws ArticleNotFound, ArticleAlreadyWithdrawn, InvalidInput */
  async withdraw(id: string, reason: string, actor: Actor): Promise<void> {
    const now = this.clock.now();
    const withdrawal = withdraw(await this.articleById(id), reason, actor.name, now);
    await this.articles.withdraw(withdrawal, {
      ...auditEntry(id, 'article.withdrawn', actor, now),
      before: { standing: 'published' },
      after: { standing: 'withdrawn', reason: withdrawal.reason },
    });
  }

  /** Ends a withdrawal. @throws ArticleNotFound, ArticleNotWithdrawn */
  async republish(id: string, actor: Actor): Promise<void> {
    const { withdrawal } = await this.articleById(id);
    if (!withdrawal) throw new ArticleNotWithdrawn();
    await this.articles.endWithdrawal(withdrawal, {
      ...auditEntry(id, 'article.published', actor, this.clock.now()),
      before: { standing: 'withdrawn', reason: withdrawal.reason },
      after: { standing: 'published' },
    });
  }

  private async articleById(id: string): Promise<EditorArticle> {
    const article = await this.articles.byId(id);
    if (!article) throw new ArticleNotFound();
    return article;
  }
}

const auditEntry = (id: string, action: string, actor: Actor, at: Date): Omit<AuditEntry, 'before' | 'after'> => ({
  at,
  actor,
  action,
  subject: `article:${id}`,
});
