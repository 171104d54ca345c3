import { PAGE_BYTES_MAX, rowsThatFit, totalOf } from '../../../src/domain/shared/page.js';

describe('the total of a list', () => {
  it.each([
    [0, { count: 0, relation: 'eq' }],
    [1, { count: 1, relation: 'eq' }],
    [999, { count: 999, relation: 'eq' }],
    [1000, { count: 1000, relation: 'eq' }],
    [1001, { count: 1000, relation: 'gte' }],
    [250_000, { count: 1000, relation: 'gte' }],
  ])('of %d counted rows is %j', (counted, total) => {
    expect(totalOf(counted)).toEqual(total);
  });
});

describe('a page', () => {
  it.each([
    ['has no rows where there are none', [], 50, 0],
    ['has all that there are', [10, 10], 50, 2],
    ['has as many as were requested', [10, 10, 10], 2, 2],
    ['may take exactly what is allowed', [PAGE_BYTES_MAX - 10, 10, 1], 50, 2],
    ['ends before the row that would make it too large', [PAGE_BYTES_MAX - 10, 11, 1], 50, 1],
    ['has one row that is larger than a page, and only that', [PAGE_BYTES_MAX * 9, 1], 50, 1],
  ])('%s', (_what, sizes, limit, count) => {
    expect(rowsThatFit(sizes, limit)).toBe(count);
  });
});
