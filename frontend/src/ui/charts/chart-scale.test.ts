import fc from 'fast-check';
import { linearScale, monthTicks, niceTicks } from './chart-scale';

it('a scale maps the ends of its range to each other, and one value to the middle', () => {
  const scale = linearScale([10, 20], [0, 100]);
  expect([scale(10), scale(15), scale(20)]).toEqual([0, 50, 100]);
  expect(linearScale([5, 5], [0, 100])(5)).toBe(50);
});

it.each([
  [0, 10, 5, [0, 2.5, 5, 7.5, 10]],
  [3.8, 6.2, 5, [4, 4.5, 5, 5.5, 6]],
  [0, 1, 3, [0, 0.5, 1]],
  [62, 138, 5, [80, 100, 120]],
])('between %d and %d, up to %d round numbers are %j', (from, to, count, expected) => {
  expect(niceTicks(from, to, count)).toEqual(expected);
});

it('round numbers are inside the range, and no more than asked for', () => {
  const amount = fc.double({ min: 0, max: 1000, noNaN: true });
  fc.assert(
    fc.property(
      amount,
      fc.double({ min: 0.01, max: 1000, noNaN: true }),
      fc.integer({ min: 2, max: 8 }),
      (from, size, count) => {
        const ticks = niceTicks(from, from + size, count);
        expect(ticks.length).toBeLessThanOrEqual(count);
        for (const tick of ticks) {
          expect(tick).toBeGreaterThanOrEqual(from - size * 1e-6);
          expect(tick).toBeLessThanOrEqual(from + size * (1 + 1e-6));
        }
      },
    ),
  );
});

it.each([
  ['2026-10-14', '2026-10-20', 3, []],
  ['2026-10-01', '2026-10-20', 3, ['2026-10-01']],
  ['2026-08-20', '2026-11-02', 3, ['2026-09-01', '2026-10-01', '2026-11-01']],
  ['2025-01-15', '2026-11-02', 3, ['2025-07-01', '2026-01-01', '2026-07-01']],
  ['2020-06-01', '2026-11-02', 3, ['2022-01-01', '2024-01-01', '2026-01-01']],
])('the months from %s to %s, at most %d, are %j', (from, to, count, expected) => {
  expect(monthTicks(from, to, count)).toEqual(expected);
});
