import fc from 'fast-check';
import {
  compareWithLabel,
  LABEL_LEVELS,
  type LabelLevel,
} from '../../../src/domain/coa-registry/checks/label-comparison.js';

const levelOf = (productName: string, thcMg: number) => compareWithLabel(productName, thcMg).level;

describe('measured THC beside a stated dose', () => {
  it.each<[string, number, LabelLevel, number]>([
    ['Tea 10 mg', 13.9, 'far_over', 139],
    ['Tea 10 mg', 12.5, 'far_over', 125],
    ['Tea 10 mg', 12.49, 'over', 125],
    ['Tea 10 mg', 11.01, 'over', 110],
    ['Tea 10 mg', 11, 'within', 110],
    ['Tea 10 mg', 10, 'within', 100],
    ['Tea 10 mg', 9, 'within', 90],
    ['Tea 10 mg', 8.99, 'under', 90],
    ['Tea 10 mg', 7.51, 'under', 75],
    ['Tea 10 mg', 7.5, 'far_under', 75],
    ['Tea 10 mg', 0, 'far_under', 0],
    ['Tea 5 mg', 5.5, 'within', 110],
    ['Tea 1.1 mg', 1.21, 'within', 110],
    // More than 1 mg below is under-dosed, also where that is less than 10%. [source:under-dosed]
    ['Shot 50 mg', 48.9, 'under', 98],
    ['Shot 50 mg', 49, 'within', 98],
    ['Shot 1,000 mg', 1000, 'within', 100],
  ])('%s measured at %d mg is %s (%d %%)', (productName, thcMg, level, percent) => {
    expect(compareWithLabel(productName, thcMg)).toMatchObject({ level, percent });
  });

  it('names the stated dose', () => {
    expect(compareWithLabel('Tea 2.5 mg', 2.5)).toEqual({ level: 'within', statedMg: 2.5, percent: 100 });
  });
});

describe('a dose that the name does not state in milligrams of THC per container', () => {
  it.each([
    ['Hibiscus Mocktail'],
    ['Micro Spritz'],
    ['Single Plum'],
    ['Double Ginger'],
    ['Tea 0 mg'],
    ['CBD Tea 20 mg CBD 5 mg THC'],
    ['Tea 20 mg of CBD'],
    ['Energy Tea 80 mg caffeine'],
    ['Tea 5 mg per serving'],
    ['Tea 5 mg THC/serving'],
    ['Shot 2 mg/mL'],
  ])('is not compared: %s', (productName) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (hundredths) => {
        const none = { level: 'not_stated', statedMg: null, percent: null };
        expect(compareWithLabel(productName, hundredths / 100)).toEqual(none);
      }),
    );
  });

  it.each([['Tea 5 mg THC 5 mg CBD'], ['5 mg THC Tea'], ['Tea 5 mg can'], ['Tea 5mg'], ['Tea 5 mg per can']])(
    'does not include %s',
    (productName) => {
      expect(levelOf(productName, 5)).toBe('within');
    },
  );
});

describe('for any stated dose', () => {
  const dose = fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100);
  const measured = fc.integer({ min: 0, max: 20_000 }).map((hundredths) => hundredths / 100);

  it('more THC is never a weaker level', () => {
    fc.assert(
      fc.property(dose, measured, measured, (mg, one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        const rank = (thcMg: number) => LABEL_LEVELS.indexOf(levelOf(`Tea ${mg} mg`, thcMg));
        expect(rank(more)).toBeLessThanOrEqual(rank(less));
      }),
    );
  });

  it('within 10 % and 1 mg is within, and beyond 10 % is not', () => {
    fc.assert(
      fc.property(dose, measured, (mg, thcMg) => {
        const isWithinTenPercent = Math.abs(thcMg - mg) * 1000 <= mg * 100 + 1e-6;
        const level = levelOf(`Tea ${mg} mg`, thcMg);
        if (level === 'within') expect(isWithinTenPercent).toBe(true);
        if (isWithinTenPercent && mg - thcMg <= 1) expect(level).toBe('within');
      }),
    );
  });
});
