import {
  adjustedMg,
  bandOf,
  type DoseLevel,
  doseLevelOf,
  type Experience,
  isNoMoreToday,
  STARTING_RANGES,
  weightFactor,
} from '../../../src/domain/shared/dose-level.js';

describe('weight factor', () => {
  it.each([
    [50, 1.1],
    [109.9, 1.1],
    [110, 1.1],
    [111, 1.1 - 0.1 / 40],
    [120, 1.075],
    [130, 1.05],
    [140, 1.025],
    [149, 1 + 0.1 / 40],
    [150, 1],
    [150.1, 1],
    [500, 1],
  ])('at %d lb is %d', (bodyWeight, factor) => {
    expect(weightFactor(bodyWeight)).toBeCloseTo(factor, 12);
  });
});

describe('adjusted amount', () => {
  it.each([
    [0, 110, 0],
    [-0, 110, 0],
    [5, 110, 5.5],
    [2.5, 110, 2.75],
    [5, 148, 5.025],
    [3.333, 130, 3.5],
    [5, 140, 5.125],
    [5, 130, 5.25],
    [100, 50, 110],
    [5, 150, 5],
    [5, 500, 5],
    [20.0001, 150, 20.0001],
  ])('of %d mg at %d lb is %d mg', (thcMg, bodyWeight, adjusted) => {
    expect(adjustedMg(thcMg, bodyWeight)).toBe(adjusted);
  });

  it('is never below the entered amount', () => {
    expect(adjustedMg(Number.MIN_VALUE, 500)).toBe(Number.MIN_VALUE);
  });
});

describe('band', () => {
  const bands: [Experience, DoseLevel, number, DoseLevel][] = [
    ['beginner', 'micro', 1, 'low'],
    ['beginner', 'low', 2.5, 'moderate'],
    ['beginner', 'moderate', 5, 'high'],
    ['beginner', 'high', 10, 'very_high'],
    ['occasional', 'micro', 2, 'low'],
    ['occasional', 'low', 5, 'moderate'],
    ['occasional', 'moderate', 10, 'high'],
    ['occasional', 'high', 20, 'very_high'],
    ['regular', 'micro', 2.5, 'low'],
    ['regular', 'low', 7.5, 'moderate'],
    ['regular', 'moderate', 15, 'high'],
    ['regular', 'high', 25, 'very_high'],
    ['experienced', 'micro', 2.5, 'low'],
    ['experienced', 'low', 7.5, 'moderate'],
    ['experienced', 'moderate', 20, 'high'],
    ['experienced', 'high', 30, 'very_high'],
  ];

  it.each(bands)('for %s: %s up to %d mg, %s above', (experience, level, upToMg, above) => {
    expect(bandOf(upToMg - 0.001, experience)).toBe(level);
    expect(bandOf(upToMg, experience)).toBe(level);
    expect(bandOf(upToMg + 0.001, experience)).toBe(above);
  });

  it.each(['beginner', 'occasional', 'regular', 'experienced'] as const)('for %s: none only at 0 mg', (experience) => {
    expect(bandOf(0, experience)).toBe('none');
    expect(bandOf(0.001, experience)).toBe('micro');
    expect(bandOf(110, experience)).toBe('very_high');
  });
});

describe('level', () => {
  const levelAt = (thcMg: number, bodyWeight: number, experience: Experience) =>
    doseLevelOf(thcMg, adjustedMg(thcMg, bodyWeight), experience);

  /** The amount, and its level at 500 lb and at 110 lb. Amounts limited by the cap are marked. */
  it.each<[Experience, number, DoseLevel, DoseLevel]>([
    ['beginner', 1, 'micro', 'low'],
    ['beginner', 2.27, 'low', 'low'],
    ['beginner', 2.28, 'low', 'low'], // capped
    ['beginner', 2.5, 'low', 'low'], // capped
    ['beginner', 2.5001, 'moderate', 'moderate'],
    ['beginner', 2.501, 'moderate', 'moderate'],
    ['beginner', 5, 'moderate', 'high'],
    ['occasional', 2.5, 'low', 'low'],
    ['occasional', 4.54, 'low', 'low'],
    ['occasional', 4.55, 'low', 'low'], // capped
    ['occasional', 5, 'low', 'low'], // capped
    ['occasional', 5.001, 'moderate', 'moderate'],
    ['regular', 7.5, 'low', 'moderate'],
    ['experienced', 7.5, 'low', 'moderate'],
    ['experienced', 0, 'none', 'none'],
  ])('for %s: %d mg is %s at 500 lb and %s at 110 lb', (experience, thcMg, heavy, light) => {
    expect(levelAt(thcMg, 500, experience)).toBe(heavy);
    expect(levelAt(thcMg, 110, experience)).toBe(light);
  });

  it('is "no more today" at the two highest levels only', () => {
    const levels: DoseLevel[] = ['none', 'micro', 'low', 'moderate', 'high', 'very_high'];
    expect(levels.filter(isNoMoreToday)).toEqual(['high', 'very_high']);
  });
});

describe('starting range', () => {
  it('depends on experience', () => {
    expect(STARTING_RANGES).toEqual({
      beginner: { minMg: 1, maxMg: 2.5 },
      occasional: { minMg: 2.5, maxMg: 5 },
      regular: { minMg: 5, maxMg: 10 },
      experienced: { minMg: 5, maxMg: 10 },
    });
  });
});
