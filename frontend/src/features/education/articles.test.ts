import {
  categoriesOf,
  categorySlug,
  countLine,
  essentialReading,
  headingInView,
  matchesSearch,
  tableOfContents,
} from './articles';

describe('the categories', () => {
  it('are those that hold an article, each once, from first steps on', () => {
    const articles = [
      { category: 'Medical Use' },
      { category: 'Beginner Guide' },
      { category: 'Medical Use' },
      { category: 'Safety & Dosing' },
    ] as const;
    expect(categoriesOf(articles)).toEqual(['Beginner Guide', 'Safety & Dosing', 'Medical Use']);
    expect(categoriesOf([])).toEqual([]);
  });

  it.each([
    ['Safety & Dosing', 'safety-dosing'],
    ['Legal & Testing', 'legal-testing'],
    ['Education', 'education'],
  ])('%s is %s in an address', (category, slug) => {
    expect(categorySlug(category)).toBe(slug);
  });
});

describe('the search', () => {
  const article = { title: 'Reading lab results', excerpt: 'How to turn mg/g into mg per can.' };

  it.each([
    ['a part of the title', 'lab res', true],
    ['a part of the excerpt', 'mg/g', true],
    ['either, whatever the case', 'READING', true],
    ['either, whatever is around it', '  per can ', true],
    ['everything when it is empty', '', true],
    ['everything when it is only spaces', '   ', true],
    ['nothing that reaches from one into the other', 'results how', false],
    ['nothing that is a pattern', 'l.b', false],
    ['nothing else', 'onset', false],
  ])('finds %s', (_what, search, found) => {
    expect(matchesSearch(article, search)).toBe(found);
  });
});

describe('the line that counts', () => {
  it.each([
    [13, '', null, 'Found 13 articles'],
    [1, '', 'Medical Use', 'Found 1 article in Medical Use'],
    [2, 'food', null, 'Found 2 articles matching "food"'],
    [0, ' lab ', 'Safety & Dosing', 'Found 0 articles matching "lab" in Safety & Dosing'],
    [3, '  ', null, 'Found 3 articles'],
  ])('for %d, "%s" and %s', (count, search, category, line) => {
    expect(countLine(count, search, category)).toBe(line);
  });
});

describe('essential reading', () => {
  it('is the three, in the order in which a beginner reads them', () => {
    const articles = ['article-007', 'article-003', 'article-002', 'article-001'].map((id) => ({ id }));
    expect(essentialReading(articles).map(({ id }) => id)).toEqual(['article-001', 'article-002', 'article-007']);
  });

  it('leaves out what is not there', () => {
    expect(essentialReading([{ id: 'article-002' }])).toEqual([{ id: 'article-002' }]);
  });
});

describe('the table of contents', () => {
  it('holds the headings h2 to h4 in reading order, as plain text', () => {
    const html = `
      <h2 id="key-points">Key points</h2><p>Text</p>
      <h3 id="a-b">A &amp; <em>b</em></h3>
      <h4 id="deep">Deep</h4>
      <h2 id="sources">Sources</h2>`;
    expect(tableOfContents(html)).toEqual([
      { id: 'key-points', text: 'Key points', level: 2 },
      { id: 'a-b', text: 'A & b', level: 3 },
      { id: 'deep', text: 'Deep', level: 4 },
      { id: 'sources', text: 'Sources', level: 2 },
    ]);
  });

  it('leaves out what cannot be gone to, and other levels', () => {
    expect(tableOfContents('<h1 id="a">A</h1><h2>B</h2><h5 id="c">C</h5><svg><title id="d">D</title></svg>')).toEqual(
      [],
    );
  });
});

describe('the heading in view', () => {
  it.each([
    ['the first before any has passed', [300, 900], 0],
    ['the one that just passed', [-50, 120, 900], 1],
    ['the last one at the end', [-900, -500, -10], 2],
    ['the one whose long part one is within', [-4000, 5000], 0],
    ['the first when there is none', [], 0],
  ])('is %s', (_what, tops, place) => {
    expect(headingInView(tops, 120)).toBe(place);
  });
});
