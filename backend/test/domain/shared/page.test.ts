import fc from 'fast-check';
import { COUNTED_EXACTLY_UP_TO, PAGE_BYTES_MAX, rowsThatFit, totalOf } from '../../../src/domain/shared/page.js';

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

  it('is never more than the number of counted rows', () => {
    fc.assert(
      fc.property(fc.nat(5000), (counted) => {
        const { count, relation } = totalOf(counted);
        expect(count).toBeLessThanOrEqual(Math.min(counted, COUNTED_EXACTLY_UP_TO));
        expect(relation === 'eq').toBe(count === counted);
      }),
    );
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

  it('always advances toward the end', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(PAGE_BYTES_MAX * 2), { minLength: 1 }),
        fc.integer({ min: 1, max: 200 }),
        (sizes, limit) => {
          const count = rowsThatFit(sizes, limit);
          expect(count).toBeGreaterThan(0);
          expect(count).toBeLessThanOrEqual(Math.min(limit, sizes.length));
          const bytes = sizes.slice(0, count).reduce((sum, size) => sum + size, 0);
          expect(count === 1 || bytes <= PAGE_BYTES_MAX).toBe(true);
        },
      ),
    );
  });
});
