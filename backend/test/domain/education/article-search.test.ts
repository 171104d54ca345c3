import fc from 'fast-check';
import type { Article } from '../../../src/domain/education/article.js';
import { searchArticles, sectionsOf } from '../../../src/domain/education/article-search.js';
import { anArticle } from '../../support/articles.js';

const BODY = `<p>Some medicines<sup class="footnote-ref"><a href="#fn1" id="fnref1" aria-label="Source 1">1</a></sup> and THC
&amp; CBD do not go together.</p>
<h2 id="blood-thinners">Blood <em>thinners</em></h2>
<p>Warf<strong>arin</strong> &lt;b&gt; is the one to ask about.</p><ul><li>Clobazam</li><li>Tacrolimus</li></ul>
<svg role="img"><title>Hidden drawing</title></svg>
<h3 id="later">Driving</h3><p>Wait for 8&nbsp;hours&#x2026; or longer.</p>
<h2 id="sources">Sources</h2><ol class="sources"><li>Elsewhere, 2019</li></ol>`;

const found = (input: string, ...articles: Article[]) =>
  searchArticles(articles, input).map(({ article, match }) => [article.slug, match.place]);

const shown = (input: string, article: Article) => {
  const [first] = searchArticles([article], input);
  return first?.match.snippet.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('');
};

describe('sections', () => {
  it('are plain text below their headings, without markup, diagrams and sources', () => {
    expect(sectionsOf(BODY)).toEqual([
      { heading: null, anchor: null, text: 'Some medicines and THC & CBD do not go together.' },
      {
        heading: 'Blood thinners',
        anchor: 'blood-thinners',
        text: 'Warfarin <b> is the one to ask about. Clobazam Tacrolimus',
      },
      { heading: 'Driving', anchor: 'later', text: 'Wait for 8 hours… or longer.' },
    ]);
  });

  it('are a single one without headings', () => {
    expect(sectionsOf('<p>Only this</p>')).toEqual([{ heading: null, anchor: null, text: 'Only this' }]);
  });
});

describe('a search', () => {
  const title = anArticle('title', { title: 'Alcohol and THC' });
  const excerpt = anArticle('excerpt', { excerpt: 'Why alcohol and THC do not mix.' });
  const heading = anArticle('heading', { content: '<h2 id="a">With alcohol</h2><p>No.</p>' });
  const body = anArticle('body', { content: '<p>Before.</p><h2 id="b">Mixing</h2><p>Leave out alcohol.</p>' });

  it('ranks titles first, then excerpts, headings and bodies', () => {
    expect(found('alcohol', body, heading, anArticle('none'), excerpt, title)).toEqual([
      ['title', 'title'],
      ['excerpt', 'excerpt'],
      ['heading', 'heading'],
      ['body', 'body'],
    ]);
  });

  it('keeps the given order for equal ranks', () => {
    const other = anArticle('other', { title: 'No alcohol' });
    expect(found('alcohol', other, title)).toEqual([
      ['other', 'title'],
      ['title', 'title'],
    ]);
    expect(found('alcohol', title, other)).toEqual([
      ['title', 'title'],
      ['other', 'title'],
    ]);
  });

  it.each([
    ['ALCOHOL', true],
    ['alcohól', true],
    ['alco', true],
    ['alcohols', true],
    ['cohol', false],
    ['mixing alcohol', true],
    ['alcohol reading', true],
    ['alcohol wine', false],
    ['mixed', true],
    ['mixe', false],
    ['  ', false],
    ['?!', false],
  ])('for %j finds a word of the body: %s', (input, isFound) => {
    expect(found(input, body)).toHaveLength(isFound ? 1 : 0);
  });

  it.each([
    ['drive', 'driving'],
    ['drives', 'driver'],
    ['driving', 'drive'],
    ['dose', 'doses'],
    ['doses', 'dose'],
    ['testing', 'tested'],
    ['dosing', 'dose'],
    ['glasses', 'glass'],
    ['test', 'testing'],
    ['8', '8'],
    ['2.5 mg', '2.5 mg'],
    ['getränk', 'Getränke'],
  ])('for %j finds %j', (input, text) => {
    expect(found(input, anArticle('one', { content: `<p>Some ${text} there.</p>` }))).toEqual([['one', 'body']]);
  });

  it.each([
    ['8', '80'],
    ['string', 'strong'],
    ['speed', 'special'],
    ['cans', 'cannabis'],
    ['wine', 'winter'],
    ['needs', 'nee'],
  ])('for %j does not find %j', (input, text) => {
    expect(found(input, anArticle('one', { content: `<p>${text}</p>` }))).toEqual([]);
  });

  it('finds words that are split between title and excerpt', () => {
    expect(found('label figures', anArticle('one'))).toEqual([['one', 'excerpt']]);
  });

  it('finds any part of title and excerpt, ignoring case', () => {
    expect(found('EADIN', anArticle('one'))).toEqual([['one', 'title']]);
    expect(found('igur', anArticle('one'))).toEqual([['one', 'excerpt']]);
  });

  it('ignores URLs, sources and HTML attributes', () => {
    for (const input of ['elsewhere', 'strong', 'sources', 'footnote', 'hidden', 'amp', 'id']) {
      expect(found(input, anArticle('one', { content: BODY }))).toEqual([]);
    }
  });
});

describe('the snippet of a match', () => {
  const article = anArticle('one', { content: BODY });

  it.each([
    ['label', 'Reading a [label]'],
    ['figure can', 'What the [figures] on a [can] say.'],
    ['thinner', 'Blood [thinners]'],
    ['warfarin', '[Warfarin] <b> is the one to ask about. Clobazam Tacrolimus'],
    ['hour', 'Wait for 8 [hours]… or longer.'],
  ])('for %j is "%s"', (input, text) => {
    expect(shown(input, article)).toBe(text);
  });

  it('has the heading and its id', () => {
    const [{ match } = { match: null }] = searchArticles([article], 'clobazam');
    expect(match).toMatchObject({ place: 'body', heading: 'Blood thinners', anchor: 'blood-thinners' });
    expect(searchArticles([article], 'medicines')[0]?.match).toMatchObject({
      place: 'body',
      heading: null,
      anchor: null,
    });
    expect(searchArticles([article], 'driving')[0]?.match).toMatchObject({ place: 'heading', anchor: 'later' });
  });

  it('is from the section with most of the words', () => {
    expect(searchArticles([article], 'medicines warfarin ask')[0]?.match).toMatchObject({ anchor: 'blood-thinners' });
  });

  it('is cut at word boundaries around the first match', () => {
    const long = `${'before '.repeat(40)}warfarin ${'after '.repeat(60)}`.trim();
    const text = shown('warfarin', anArticle('one', { content: `<p>${long}</p>` })) ?? '';
    expect(text).toMatch(/^… (before ){1,9}\[warfarin\]( after)+ …$/);
    expect(text.length).toBeLessThan(200);
  });

  it('is a part of the text, for any text and any query', () => {
    const text = fc.string({
      unit: fc.constantFrom('warf', 'arin', 'é', 'ﬁ', ' ', '.', '…', '8', '<', '&', '😀'),
      maxLength: 120,
    });
    fc.assert(
      fc.property(text, fc.constantFrom('warf', 'arin', 'e', 'fi', '8'), (title, input) => {
        const [first] = searchArticles([anArticle('one', { title, excerpt: '' })], input);
        if (!first) return;
        expect(first.match.snippet.map((part) => part.text).join('')).toBe(title);
        expect(first.match.snippet.some(({ isMatch }) => isMatch)).toBe(true);
      }),
    );
  });
});
