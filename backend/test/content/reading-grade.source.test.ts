import { HIGHEST_GRADE, markdownBlocks, readingGrade, readTexts, sourceSentences } from './reading-grade.mjs';

describe('the reading grade', () => {
  it('follows the formula: 11 words and 12 syllables in one sentence are grade 1.6', () => {
    expect(readingGrade(['The cat sat on the mat and looked at the garden.'])).toEqual({ grade: 1.6, words: 11 });
  });

  it('rises with long sentences and long words', () => {
    const hard =
      'Notwithstanding considerable heterogeneity among commercially available formulations, pharmacokinetic investigations consistently demonstrate interindividual variability.';
    expect(readingGrade([hard]).grade).toBeGreaterThan(HIGHEST_GRADE);
  });

  it('only uses running text', () => {
    const markdown =
      '---\ntitle: A\n---\n\n## Heading\n\nOne *line* of text.[^a]\n\n- An item.\n- [Another](/x) item.\n\n| A | B |\n|---|---|\n\n```sh\ncode\n```\n\n[^a]: A source.\n';
    expect(markdownBlocks(markdown)).toEqual(['One line of text.', 'An item.', 'Another item.']);
  });

  it('finds the texts of a screen', () => {
    expect(sourceSentences('a.tsx', 'const a = "Enter a number."; const b = "plain-code";')).toEqual([
      'Enter a number.',
    ]);
    expect(sourceSentences('a.tsx', '<p>Wait <b>two</b> hours for {n} cans.</p>')).toEqual([
      'Wait two hours for five cans.',
    ]);
  });
});

const TEXTS = readTexts();

describe('texts that users read', () => {
  it('are found: an empty group would not be checked', () => {
    const groups = TEXTS.map(([name]) => name);
    for (const group of [
      'emails',
      'calculator texts',
      'messages of the server',
      'features/admin',
      'components/dosing',
    ]) {
      expect(groups).toContain(group);
    }
  });

  it.each(TEXTS)(`%s is at grade ${HIGHEST_GRADE} or below`, (_, blocks) => {
    expect(blocks.length).toBeGreaterThan(0);
    expect(readingGrade(blocks).grade).toBeLessThanOrEqual(HIGHEST_GRADE);
  });
});
