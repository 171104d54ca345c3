import {
  type Article,
  ArticleAlreadyWithdrawn,
  type ArticleCategory,
  ArticleNotFound,
  ArticleNotWithdrawn,
  readTime,
  relatedArticles,
} from '../../../src/domain/education/article.js';
import { Education } from '../../../src/domain/education/education.js';
import { anArticle } from '../../support/articles.js';
import { ACTOR, NOW } from '../../support/builders.js';
import { InMemoryArticleRepository } from '../../support/in-memory-article-repository.js';
import { StoppedClock } from '../../support/in-memory-clock-and-ids.js';

const inCategory = (slug: string, category: ArticleCategory) => ({ slug, category });

describe('related articles', () => {
  const current = inCategory('current', 'Education');
  const education = ['e1', 'e2', 'e3', 'e4'].map((slug) => inCategory(slug, 'Education'));
  const legal = ['l1', 'l2', 'l3', 'l4'].map((slug) => inCategory(slug, 'Legal & Testing'));

  it.each([
    ['three of the same category', [...legal, ...education], ['e1', 'e2', 'e3']],
    ['the same category first', [...legal, ...education.slice(0, 1)], ['e1', 'l1', 'l2']],
    ['others when there is none of the same', legal, ['l1', 'l2', 'l3']],
    ['as many as there are', legal.slice(0, 2), ['l1', 'l2']],
    ['none when it is alone', [], []],
    ['never the current one', [current, ...legal.slice(0, 1)], ['l1']],
  ])('are %s', (_what, all, slugs) => {
    expect(relatedArticles(current, all).map(({ slug }) => slug)).toEqual(slugs);
  });
});

describe('the reading time', () => {
  it.each([
    [0, '1 min read'],
    [1, '1 min read'],
    [299, '1 min read'],
    [300, '2 min read'],
    [499, '2 min read'],
    [500, '3 min read'],
    [1200, '6 min read'],
  ])('of %d words is "%s"', (words, time) => {
    expect(readTime(words)).toBe(time);
  });
});

describe('the education center', () => {
  async function educationWith(...articles: Article[]) {
    const education = new Education(new InMemoryArticleRepository(), new StoppedClock());
    await education.publish(articles);
    return education;
  }

  it('returns an article with related ones', async () => {
    const education = await educationWith(
      anArticle('current'),
      anArticle('b', { category: 'Medical Use' }),
      anArticle('c', { category: 'Education' }),
    );
    const { article, related } = await education.bySlug('current');
    expect(article).toEqual(anArticle('current'));
    expect(related.map(({ slug }) => slug)).toEqual(['c', 'b']);
  });

  it('has an error message for the page if an article is missing', async () => {
    const education = await educationWith();
    await expect(education.bySlug('none')).rejects.toThrow(ArticleNotFound);
    expect(new ArticleNotFound()).toMatchObject({
      kind: 'not-found',
      code: 'article-not-found',
      message: "The article you're looking for doesn't exist or has been moved.",
    });
  });
});

describe('withdrawing an article', () => {
  const REASON = 'Its table is being checked again.';
  const ID = 'article-current';
  async function open() {
    const repository = new InMemoryArticleRepository();
    const education = new Education(repository, new StoppedClock());
    await education.publish([anArticle('current'), anArticle('other')]);
    return { repository, education };
  }

  it('leaves it visible to editors alone, with when, why and by whom', async () => {
    const { education } = await open();
    await education.withdraw(ID, ` ${REASON}\n`, ACTOR);
    await expect(education.bySlug('current')).rejects.toThrow(ArticleNotFound);
    const withdrawal = { articleId: ID, reason: REASON, withdrawnAt: NOW, withdrawnBy: 'robin' };
    const { article, related } = await education.preview(ID);
    expect(article).toEqual({ ...anArticle('current'), withdrawal });
    expect(related.map(({ slug }) => slug)).toEqual(['other']);
    expect((await education.allForEditors()).map((one) => [one.slug, one.withdrawal])).toEqual([
      ['current', withdrawal],
      ['other', null],
    ]);
  });

  it('can be undone by publishing it again, and both are logged', async () => {
    const { repository, education } = await open();
    await education.withdraw(ID, REASON, ACTOR);
    await education.republish(ID, ACTOR);
    expect((await education.bySlug('current')).article).toEqual(anArticle('current'));
    const entry = { at: NOW, actor: ACTOR, subject: `article:${ID}` };
    const withdrawn = { standing: 'withdrawn', reason: REASON };
    expect(repository.audit).toEqual([
      { ...entry, action: 'article.withdrawn', before: { standing: 'published' }, after: withdrawn },
      { ...entry, action: 'article.published', before: withdrawn, after: { standing: 'published' } },
    ]);
  });

  it.each([
    ['', 'Reason is required'],
    [' \n ', 'Reason is required'],
    ['a'.repeat(501), 'Reason can be at most 500 characters'],
  ])('needs a reason: not %j', async (reason, message) => {
    const { repository, education } = await open();
    await expect(education.withdraw(ID, reason, ACTOR)).rejects.toMatchObject({
      fields: [{ field: 'reason', message }],
    });
    expect(repository.audit).toEqual([]);
  });

  it('accepts a reason of 500 characters, however many code units they have', async () => {
    const { education } = await open();
    await education.withdraw(ID, '🥤'.repeat(500), ACTOR);
    expect((await education.all()).map(({ slug }) => slug)).toEqual(['other']);
  });

  it('is possible once, and for existing articles only', async () => {
    const { education } = await open();
    await expect(education.republish(ID, ACTOR)).rejects.toThrow(ArticleNotWithdrawn);
    await education.withdraw(ID, REASON, ACTOR);
    await expect(education.withdraw(ID, 'Another.', ACTOR)).rejects.toThrow(ArticleAlreadyWithdrawn);
    await expect(education.withdraw('article-none', REASON, ACTOR)).rejects.toThrow(ArticleNotFound);
    await expect(education.republish('article-none', ACTOR)).rejects.toThrow(ArticleNotFound);
    await expect(education.preview('article-none')).rejects.toThrow(ArticleNotFound);
  });
});

describe('similar articles', () => {
  const open = async () => {
    const articles = new InMemoryArticleRepository();
    await articles.replaceAll([
      anArticle('tolerance', {
        title: 'Tolerance breaks',
        content: '<h2 id="peak">When it peaks</h2><p>A team waits.</p>',
      }),
      anArticle('warfarin', { content: '<p>Ask about warfarin first.</p>' }),
    ]);
    return new Education(articles, new StoppedClock());
  };

  it.each([
    ['tolerence', 'tolerance', ['tolerance']],
    ['Tolerence braeks', 'tolerance breaks', ['tolerance']],
    ['warfrin', 'warfarin', ['warfarin']],
  ])('for %j are those with %j', async (input, spelling, slugs) => {
    const similar = await (await open()).similar(input);
    expect(similar?.spelling).toBe(spelling);
    expect(similar?.found.map(({ article }) => article.slug)).toEqual(slugs);
  });

  it.each([
    ['a word of four letters', 'pear'],
    ['several words that are scattered over a body', 'tolerance teamm'],
    ['a word as typed that is there', 'warfarin'],
    ['a word that is far from any', 'elderflower'],
    ['a number', '12345'],
    ['nothing', '!?'],
  ])('are none for %s', async (_, input) => {
    expect(await (await open()).similar(input)).toBeNull();
  });
});
