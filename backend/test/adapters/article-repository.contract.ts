import {
  type Article,
  ArticleAlreadyWithdrawn,
  ArticleNotWithdrawn,
  type Withdrawal,
} from '../../src/domain/education/article.js';
import type { ArticleRepository } from '../../src/domain/education/ports.js';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { ACTOR, NOW } from '../support/builders.js';

/** A place without articles, and what staff did there, oldest first. */
export interface OpenArticles {
  readonly articles: ArticleRepository;
  readonly audit: () => Promise<readonly AuditEntry[]>;
}

const withdrawalOf = (number: number, differing: Partial<Withdrawal> = {}): Withdrawal => ({
  articleId: `article-00${number}`,
  reason: 'Its table is being checked again.',
  withdrawnAt: NOW,
  withdrawnBy: ACTOR.name,
  ...differing,
});

const anEntry = (action: string): AuditEntry => ({
  at: NOW,
  actor: ACTOR,
  action,
  subject: 'article:article-001',
  before: { standing: 'published' },
  after: { standing: 'withdrawn', reason: 'Größe, 抹茶' },
});

const anArticle = (number: number, differing: Partial<Article> = {}): Article => ({
  id: `article-00${number}`,
  slug: `slug-${number}`,
  title: `Title ${number}`,
  excerpt: 'What it is about, in one sentence.',
  category: 'Education',
  readTime: '3 min read',
  publishedAt: new Date(`2026-11-0${number}T00:00:00Z`),
  updatedAt: null,
  reviewedOn: '2026-11-20',
  content: `<p>Body of ${number}: “Größe”, 抹茶, 100&nbsp;%</p>`,
  wordCount: 600,
  ...differing,
});

function summaryOf({ content: _, wordCount: __, ...summary }: Article) {
  return summary;
}

/** What every place to keep articles must do. */
export function describeArticleRepository(place: string, open: () => Promise<OpenArticles>): void {
  describe(`${place} keeps articles`, () => {
    let articles: ArticleRepository;
    let audit: OpenArticles['audit'];
    beforeEach(async () => {
      ({ articles, audit } = await open());
    });

    const ids = async () => (await articles.all()).map(({ id }) => id);

    it('gives an article as it was published', async () => {
      const article = anArticle(1, { updatedAt: new Date('2026-11-19T00:00:00Z') });
      await articles.replaceAll([article, anArticle(2)]);
      expect(await articles.bySlug('slug-1')).toEqual(article);
      expect(await articles.bySlug('slug-2')).toEqual(anArticle(2));
    });

    it('has no article of a slug that only looks alike', async () => {
      await articles.replaceAll([anArticle(1)]);
      for (const slug of ['Slug-1', 'slug', 'slug-1 ', '']) {
        expect([slug, await articles.bySlug(slug)]).toEqual([slug, null]);
      }
    });

    it('lists the newest first, those of one day by id, without bodies', async () => {
      const [one, two, three] = [anArticle(1), anArticle(2), anArticle(3, { publishedAt: anArticle(1).publishedAt })];
      await articles.replaceAll([three, one, two]);
      expect(await articles.all()).toEqual([two, one, three].map(summaryOf));
      expect(await articles.allWithBodies()).toEqual([two, one, three]);
    });

    it('publishing anew changes, adds and removes', async () => {
      await articles.replaceAll([anArticle(1), anArticle(2)]);
      const changed = anArticle(2, { title: 'Changed', slug: 'renamed', updatedAt: new Date('2026-11-20T00:00:00Z') });
      await articles.replaceAll([changed, anArticle(3)]);
      expect(await ids()).toEqual(['article-003', 'article-002']);
      expect(await articles.bySlug('renamed')).toEqual(changed);
      expect(await articles.bySlug('slug-2')).toBeNull();
      expect(await articles.bySlug('slug-1')).toBeNull();
    });

    it('publishing none removes all', async () => {
      await articles.replaceAll([anArticle(1)]);
      await articles.replaceAll([]);
      expect(await articles.all()).toEqual([]);
    });

    it('lets articles pass their slugs on to each other', async () => {
      await articles.replaceAll([anArticle(1), anArticle(2), anArticle(3)]);
      const passedOn = [
        anArticle(1, { slug: 'slug-2' }),
        anArticle(2, { slug: 'slug-3' }),
        anArticle(3, { slug: 'slug-1' }),
      ];
      await articles.replaceAll(passedOn);
      for (const article of passedOn) expect(await articles.bySlug(article.slug)).toEqual(article);
    });

    it('lets an article take the slug of one that goes', async () => {
      await articles.replaceAll([anArticle(1), anArticle(2)]);
      await articles.replaceAll([anArticle(2, { slug: 'slug-1' })]);
      expect(await ids()).toEqual(['article-002']);
    });

    it.each([
      ['slug', [anArticle(2), anArticle(3, { slug: 'slug-2' })]],
      ['id', [anArticle(2), anArticle(3, { id: 'article-002' })]],
    ])('stays as it was when two of the new ones have one %s', async (_what, broken) => {
      await articles.replaceAll([anArticle(1)]);
      await expect(articles.replaceAll(broken)).rejects.toThrow();
      expect(await ids()).toEqual(['article-001']);
    });

    it('is published once by two that publish the same at once', async () => {
      const both = [anArticle(1), anArticle(2)];
      await Promise.all([articles.replaceAll(both), articles.replaceAll(both)]);
      expect(await ids()).toEqual(['article-002', 'article-001']);
    });

    describe('of which some are withdrawn', () => {
      const withdraw = (number: number, differing?: Partial<Withdrawal>) =>
        articles.withdraw(withdrawalOf(number, differing), anEntry('article.withdrawn'));

      beforeEach(async () => {
        await articles.replaceAll([anArticle(1), anArticle(2)]);
        await withdraw(1);
      });

      it('shows them to editors only, with when, why and by whom', async () => {
        expect(await ids()).toEqual(['article-002']);
        expect(await articles.allWithBodies()).toEqual([anArticle(2)]);
        expect(await articles.bySlug('slug-1')).toBeNull();
        expect(await articles.byId('article-001')).toEqual({ ...anArticle(1), withdrawal: withdrawalOf(1) });
        expect(await articles.byId('article-002')).toEqual({ ...anArticle(2), withdrawal: null });
        expect(await articles.byId('article-003')).toBeNull();
        expect(await articles.allForEditors()).toEqual([
          { ...summaryOf(anArticle(2)), wordCount: 600, withdrawal: null },
          { ...summaryOf(anArticle(1)), wordCount: 600, withdrawal: withdrawalOf(1) },
        ]);
        expect(await audit()).toEqual([anEntry('article.withdrawn')]);
      });

      it.each<[string, Partial<Article>]>([
        ['as they are', {}],
        ['with another text', { content: '<p>Corrected</p>', wordCount: 2 }],
        ['under another slug', { slug: 'renamed' }],
      ])('keeps them withdrawn when the files come again %s', async (_, differing) => {
        await articles.replaceAll([anArticle(1, differing), anArticle(2)]);
        expect(await ids()).toEqual(['article-002']);
        expect(await articles.bySlug(differing.slug ?? 'slug-1')).toBeNull();
        expect(await articles.byId('article-001')).toEqual({
          ...anArticle(1, differing),
          withdrawal: withdrawalOf(1),
        });
      });

      it('keeps one withdrawn whose file goes and comes back', async () => {
        await articles.replaceAll([anArticle(2)]);
        expect(await articles.byId('article-001')).toBeNull();
        await articles.replaceAll([anArticle(1), anArticle(2)]);
        expect(await ids()).toEqual(['article-002']);
      });

      it('gives one back', async () => {
        await articles.endWithdrawal(withdrawalOf(1), anEntry('article.published'));
        expect(await ids()).toEqual(['article-002', 'article-001']);
        expect(await articles.bySlug('slug-1')).toEqual(anArticle(1));
        expect((await audit()).map(({ action }) => action)).toEqual(['article.withdrawn', 'article.published']);
      });

      it('withdraws one once, and writes down what was done and nothing else', async () => {
        await expect(withdraw(1, { reason: 'Another.' })).rejects.toThrow(ArticleAlreadyWithdrawn);
        expect((await articles.byId('article-001'))?.withdrawal).toEqual(withdrawalOf(1));
        expect(await audit()).toHaveLength(1);
      });

      it('does not end what has ended, or a later withdrawal than the one that was seen', async () => {
        const end = (withdrawal: Withdrawal) => articles.endWithdrawal(withdrawal, anEntry('article.published'));
        await end(withdrawalOf(1));
        await expect(end(withdrawalOf(1))).rejects.toThrow(ArticleNotWithdrawn);
        const later = { withdrawnAt: new Date(NOW.getTime() + 1) };
        await withdraw(1, later);
        await expect(end(withdrawalOf(1))).rejects.toThrow(ArticleNotWithdrawn);
        expect((await articles.byId('article-001'))?.withdrawal).toEqual(withdrawalOf(1, later));
        expect(await audit()).toHaveLength(3);
      });

      it('is decided by one of two at once', async () => {
        const answers = await Promise.allSettled([withdraw(2), withdraw(2, { reason: 'Another.' })]);
        expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
        expect(await audit()).toHaveLength(2);
      });
    });
  });
}
