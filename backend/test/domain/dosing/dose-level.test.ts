import {
  adjustedMg,
  type DoseLevel,
  doseLevelOf,
  STARTING_RANGES,
  weightFactor,
} from '../../../src/domain/dosing/dose-level.js';
import type { Experience } from '../../../src/domain/dosing/dose-request.js';

describe('weight factor', () => {
  it.each([
    [50, 1.1],
    [109.9, 1.1],
    [110, 1.1],
    [111, 1.1 - 0.1 / 60],
    [125, 1.075],
    [140, 1.05],
    [155, 1.025],
    [169, 1 + 0.1 / 60],
    [170, 1],
    [170.1, 1],
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
    [5, 150, 5.167],
    [5, 140, 5.25],
    [100, 50, 110],
    [5, 170, 5],
    [5, 500, 5],
    [20.0001, 170, 20.0001],
  ])('%d mg at %d lb counts as %d mg', (thcMg, bodyWeight, adjusted) => {
    expect(adjustedMg(thcMg, bodyWeight)).toBe(adjusted);
  });

  it('never counts for less than was entered, however small', () => {
    expect(adjustedMg(Number.MIN_VALUE, 500)).toBe(Number.MIN_VALUE);
  });
});

describe('level', () => {
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
    expect(doseLevelOf(upToMg - 0.001, experience)).toBe(level);
    expect(doseLevelOf(upToMg, experience)).toBe(level);
    expect(doseLevelOf(upToMg + 0.001, experience)).toBe(above);
  });

  it.each(['beginner', 'occasional', 'regular', 'experienced'] as const)('for %s: none only at 0 mg', (experience) => {
    expect(doseLevelOf(0, experience)).toBe('none');
    expect(doseLevelOf(0.001, experience)).toBe('micro');
    expect(doseLevelOf(110, experience)).toBe('very_high');
  });
});

describe('starting range', () => {
  it('is the one of each experience', () => {
    expect(STARTING_RANGES).toEqual({
      beginner: { minMg: 1, maxMg: 2.5 },
      occasional: { minMg: 2.5, maxMg: 5 },
      regular: { minMg: 5, maxMg: 10 },
      experienced: { minMg: 5, maxMg: 10 },
    });
  });
});
