import { headingInView, tableOfContents } from './contents';

describe('the table of contents', () => {
  it('lists the headings h2 to h4 in order, as plain text', () => {
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

  it('skips headings without an ID, and other levels', () => {
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
  ])('is %s', (_what, tops, index) => {
    expect(headingInView(tops, 120)).toBe(index);
  });
});
