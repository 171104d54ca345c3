import { around } from './use-document-search';

const matches = Array.from({ length: 1000 }, (_, index) => ({
  page: index < 900 ? 1 : 2,
  pieces: [{ line: index, start: 0, end: 1 }],
}));
const lines = (current: number, page: number) => around(matches, current, page).map(({ pieces }) => pieces[0]?.line);

it('marks at most 200 matches of a page, around the current one', () => {
  expect(lines(-1, 1)).toHaveLength(200);
  expect(lines(500, 1)).toHaveLength(200);
  expect(lines(500, 1)).toContain(500);
  expect(lines(899, 1).at(-1)).toBe(899);
  expect(lines(0, 1)[0]).toBe(0);
});

it('marks those of the page that is shown, also while the current one is on another', () => {
  expect(lines(3, 2)).toHaveLength(100);
  expect(around([], -1, 1)).toEqual([]);
});
