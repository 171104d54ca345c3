import fc from 'fast-check';
import { COUNTED_EXACTLY_UP_TO, totalOf } from '../../../src/domain/shared/page.js';

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

  it('never claims more rows than were counted', () => {
    fc.assert(
      fc.property(fc.nat(5000), (counted) => {
        const { count, relation } = totalOf(counted);
        expect(count).toBeLessThanOrEqual(Math.min(counted, COUNTED_EXACTLY_UP_TO));
        expect(relation === 'eq').toBe(count === counted);
      }),
    );
  });
});
