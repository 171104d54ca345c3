import { articleCategories, categorySlug, countLine, essentialReading } from './articles';

describe('the categories', () => {
  it('are those with an article, each once, basics first', () => {
    const articles = [
      { category: 'Medical Use' },
      { category: 'Beginner Guide' },
      { category: 'Medical Use' },
      { category: 'Safety & Dosing' },
    ] as const;
    expect(articleCategories(articles)).toEqual(['Beginner Guide', 'Safety & Dosing', 'Medical Use']);
    expect(articleCategories([])).toEqual([]);
  });

  it.each([
    ['Safety & Dosing', 'safety-dosing'],
    ['Legal & Testing', 'legal-testing'],
    ['Education', 'education'],
  ])('%s is %s in an address', (category, slug) => {
    expect(categorySlug(category)).toBe(slug);
  });
});

describe('the result count', () => {
  it.each([
    [13, '', null, 'Found 13 articles'],
    [1, '', 'Medical Use', 'Found 1 article in Medical Use'],
    [2, 'food', null, 'Found 2 articles matching "food"'],
    [0, ' lab ', 'Safety & Dosing', 'Found 0 articles matching "lab" in Safety & Dosing'],
    [3, '  ', null, 'Found 3 articles'],
  ])('for %d, "%s" and %s', (count, search, category, line) => {
    expect(countLine(count, search, category)).toBe(line);
  });

  it('says when the articles have other words', () => {
    expect(countLine(3, 'warfrin', null, true)).toBe('Found 3 articles with words like "warfrin"');
  });
});

describe('essential reading', () => {
  it('lists the three, in reading order for beginners', () => {
    const articles = ['article-007', 'article-003', 'article-002', 'article-001'].map((id) => ({ id }));
    expect(essentialReading(articles).map(({ id }) => id)).toEqual(['article-001', 'article-002', 'article-007']);
  });

  it('skips missing articles', () => {
    expect(essentialReading([{ id: 'article-002' }])).toEqual([{ id: 'article-002' }]);
  });
});
