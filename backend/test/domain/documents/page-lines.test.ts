import { linesOf, normalizedWords } from '../../../src/domain/documents/page-lines.js';

const word = (text: string, x: number, y: number, width = 10 * text.length) => ({
  text,
  x,
  y,
  width,
  height: 10,
  fontSize: 10,
});

it('joins words to lines from top to bottom, whatever their order in the file', () => {
  const words = [word('Metals', 62, 100), word('Result', 50, 120), word('Heavy', 8, 101)];
  expect(linesOf(words)).toEqual([
    { text: 'Heavy Metals', x: 8, y: 100, width: 114, height: 11 },
    { text: 'Result', x: 50, y: 120, width: 60, height: 10 },
  ]);
});

it('makes each column a separate line, so that the place of a line is the place of its words', () => {
  const words = [word('Batch:', 50, 100), word('A-1', 115, 100), word('Lab:', 300, 100), word('Bench', 345, 100)];
  expect(linesOf(words).map(({ text, x }) => [text, x])).toEqual([
    ['Batch: A-1', 50],
    ['Lab: Bench', 300],
  ]);
});

it('joins a page of 200,000 words on one line', () => {
  const words = Array.from({ length: 200_000 }, (_, index) => word('e', 2 * index, 100, 1));
  expect(linesOf(words)).toMatchObject([{ x: 0, width: 399_999 }]);
});

it('has no line where there is no word', () => {
  expect(linesOf([])).toEqual([]);
});

it('keeps what is raised or smaller on the line', () => {
  const raised = { ...word('5', 31, 98), height: 5, fontSize: 5 };
  expect(linesOf([word('10', 10, 100), raised]).map(({ text }) => text)).toEqual(['10 5']);
});

it('compares words in one form', () => {
  expect(normalizedWords('  ﬁnal\u00a0 BATCH\n#C9030 ')).toBe('final batch #c9030');
});
