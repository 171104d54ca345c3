import type { TextLine } from './column-chains';
import { boxesOf, findMatches, MAX_MATCHES, searchablePage } from './page-search';

const lineOf = (text: string, index = 0): TextLine => ({
  text,
  x: 50,
  y: 20 * index,
  width: 10 * text.length,
  height: 12,
});
const pageOf = (...texts: string[]) => searchablePage(1, texts.map(lineOf));

/** The matched parts of the lines, as they are printed. */
const found = (query: string, ...texts: string[]) =>
  findMatches([pageOf(...texts)], query).map(({ pieces }) =>
    pieces.map(({ line, start, end }) => texts[line]?.slice(start, end)),
  );

it('finds text without case and accents, and marks it as printed', () => {
  expect(found('jalapeno', 'Batch of Jalapeño Soda')).toEqual([['Jalapeño']]);
  expect(found('JALAPEÑO', 'jalapeno')).toEqual([['jalapeno']]);
  expect(found('µg/g', '0.31 μg/g')).toEqual([['μg/g']]);
  expect(found('offset', 'the o\ufb00set is')).toEqual([['o\ufb00set']]);
  expect(found('105', '10⁵ CFU/g')).toEqual([['10⁵']]);
});

it('reports each place once, in reading order', () => {
  const pages = [searchablePage(1, [lineOf('lead, lead')]), searchablePage(2, [lineOf('Lead')])];
  expect(findMatches(pages, 'lead').map(({ page, pieces }) => [page, pieces[0]?.start])).toEqual([
    [1, 0],
    [1, 6],
    [2, 0],
  ]);
});

it('takes a line end for a space', () => {
  expect(found('heavy metals', 'Panel: Heavy', 'Metals by ICP-MS')).toEqual([['Heavy', 'Metals']]);
  expect(found('one two  three', 'one', 'two', 'three')).toEqual([['one', 'two', 'three']]);
});

it('finds a word that is split by a hyphen, and a code that breaks after its own', () => {
  expect(found('pesticides', 'Residual pesti-', 'cides')).toEqual([['pesti-', 'cides']]);
  expect(found('HS-26/119', 'Batch HS-26/', '119')).toEqual([['HS-26/', '119']]);
  expect(found('HS-26-119', 'Batch HS-26-', '119')).toEqual([['HS-26-', '119']]);
});

it('does not join the end of one line with the start of the next', () => {
  expect(found('leadend', 'lead', 'end')).toEqual([]);
  expect(found('no', 'iron', 'oxide')).toEqual([]);
});

it('takes characters of patterns literally', () => {
  expect(found('(a.b)*', 'x (a.b)* y (aXb)')).toEqual([['(a.b)*']]);
  expect(found('[1-3]', '2 [1-3]')).toEqual([['[1-3]']]);
  expect(found('a\\d', 'a1 a\\d')).toEqual([['a\\d']]);
});

it('finds nothing for a blank text, and nothing on a scanned page', () => {
  expect(found('  ', 'anything')).toEqual([]);
  expect(found('anything')).toEqual([]);
  expect(findMatches([], 'anything')).toEqual([]);
});

it('stops on a page of 150,000 words', () => {
  const line = lineOf('e '.repeat(150_000));
  const matches = findMatches([searchablePage(1, [line])], 'e');
  expect(matches).toHaveLength(MAX_MATCHES);
  const unmeasured = () => {
    throw new Error('Too long to measure');
  };
  const [first] = matches;
  expect(first && boxesOf(first, [line], unmeasured)).toEqual([{ page: 1, x: 50, y: 0, width: 10, height: 12 }]);
});

it('maps every character to its own place, also behind one that unfolds to several', () => {
  const text = '½ cup: İ, e\u0301, ﬁn';
  const page = searchablePage(1, [lineOf(text)]);
  const [match] = findMatches([page], 'fin');
  expect(match?.pieces).toEqual([{ line: 0, start: text.indexOf('ﬁ'), end: text.length }]);
});

describe('in columns', () => {
  const cell = (text: string, x: number, y: number): TextLine => ({ text, x, y, width: 80, height: 10 });
  const COLUMNS = [
    cell('Blood Orange', 50, 100),
    cell('Lab: Example', 300, 100),
    cell('Seltzer 5 mg', 50, 112),
    cell('Analytical', 300, 112),
    cell('in a can', 50, 124),
  ];
  const pieces = (query: string) =>
    findMatches([searchablePage(1, COLUMNS)], query).map((match) => match.pieces.map(({ line }) => line));

  it('finds a text that is wrapped within its column', () => {
    expect(pieces('blood orange seltzer')).toEqual([[0, 2]]);
    expect(pieces('orange seltzer 5 mg in a')).toEqual([[0, 2, 4]]);
    expect(pieces('example analytical')).toEqual([[1, 3]]);
  });

  it('still finds a text that goes on beside it, each place once and from the top', () => {
    expect(pieces('orange lab')).toEqual([[0, 1]]);
    expect(pieces('a')).toEqual([[0], [1], [1], [3], [3], [3], [4], [4]]);
    expect(found('one two', 'one', 'two')).toEqual([['one', 'two']]);
  });

  it('joins no lines that are far from each other', () => {
    const far = [cell('one', 50, 100), cell('two', 50, 160), cell('three', 90, 112)];
    expect(findMatches([searchablePage(1, far)], 'one three')).toEqual([]);
  });
});

it('estimates the place within a line from the widths of its parts', () => {
  const line = { text: 'iiWW', x: 100, y: 5, width: 60, height: 10 };
  const [match] = findMatches([searchablePage(3, [line])], 'ww');
  const widths = (text: string) => [...text].reduce((sum, letter) => sum + (letter === 'W' ? 2 : 1), 0);
  expect(match && boxesOf(match, [line], widths)).toEqual([{ page: 3, x: 120, y: 5, width: 40, height: 10 }]);
});
