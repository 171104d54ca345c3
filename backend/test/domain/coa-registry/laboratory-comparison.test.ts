import {
  comparedLaboratory,
  type LaboratoryCount,
} from '../../../src/domain/coa-registry/registry/laboratory-comparison.js';

const aCount = (differing: Partial<LaboratoryCount> = {}): LaboratoryCount => ({
  figure: 'heavyMetalsPassed',
  limitMg: null,
  results: 1_000,
  holds: 950,
  others: { results: 20_000, holds: 19_000 },
  ...differing,
});

it('a laboratory like the others is inside of what chance explains', () => {
  const { expected, isOutside } = comparedLaboratory(aCount());
  expect(isOutside).toBe(false);
  expect(expected?.from).toBeCloseTo(0.924, 2);
  expect(expected?.to).toBeCloseTo(0.971, 2);
});

it.each([
  ['fails a third as often', { holds: 984 }, true],
  ['fails twice as often', { holds: 900 }, true],
  ['fails a little less often', { holds: 960 }, false],
])('one that %s is outside: %j', (_, differing, isOutside) => {
  expect(comparedLaboratory(aCount(differing)).isOutside).toBe(isOutside);
});

it('says nothing below the minimum, whatever its share', () => {
  const { minimum } = comparedLaboratory(aCount());
  expect(minimum).toBeGreaterThan(400);
  expect(minimum).toBeLessThan(700);
  const below = aCount({ results: (minimum ?? 0) - 1, holds: 0 });
  expect(comparedLaboratory(below)).toMatchObject({ expected: null, isOutside: false, minimum });
  expect(comparedLaboratory({ ...below, results: minimum ?? 0 })).toMatchObject({ isOutside: true });
});

it.each([
  ['no others', { results: 0, holds: 0 }],
  ['few others', { results: 300, holds: 285 }],
  ['others without a failure', { results: 20_000, holds: 20_000 }],
])('no number of results tells anything beside %s', (_, others) => {
  const alone = comparedLaboratory(aCount({ results: 50_000, holds: 0, others }));
  expect(alone).toMatchObject({ minimum: null, expected: null, isOutside: false });
});

it('a small excess near a threshold takes more results than rare failures do', () => {
  const even = { results: 20_000, holds: 10_000 };
  const near = comparedLaboratory(aCount({ figure: 'aboveLabel', results: 5_000, holds: 2_728, others: even }));
  expect(near.minimum).toBeGreaterThan(2_000);
  expect(near.minimum).toBeLessThan(3_500);
  expect(near.isOutside).toBe(true);
});

it('the range of any counts is between 0 and 1, and holds the share of the others', () => {
  for (const results of [600, 5_000, 1_000_000]) {
    for (const holds of [1, 300, 10_000, 19_700, 19_999]) {
      const { expected } = comparedLaboratory(aCount({ results, holds: results, others: { results: 20_000, holds } }));
      if (!expected) continue;
      const share = holds / 20_000;
      expect([0 <= expected.from, expected.from <= share, share <= expected.to, expected.to <= 1]).toEqual([
        true,
        true,
        true,
        true,
      ]);
    }
  }
});
