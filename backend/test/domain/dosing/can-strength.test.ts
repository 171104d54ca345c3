import { canStrength } from '../../../src/domain/dosing/can-strength.js';
import { calculateDose } from '../../../src/domain/dosing/dosing.js';
import { canLevel, EXPERIENCES } from '../../../src/domain/shared/dose-level.js';

const AMOUNTS = [0, 0.4, 1, 1.01, 2.5, 2.51, 5, 5.01, 10, 10.01, 20, 24.3, 30, 30.01, 100];

const calculated = (thcAmount: number, experience: (typeof EXPERIENCES)[number]) =>
  calculateDose({ thcAmount, experience, bodyWeight: 150, stomachContents: 'light' }).doseLevel;

describe('how strong a can is', () => {
  it.each(AMOUNTS)('is what the calculator says of %d mg, for people of each experience', (mg) => {
    expect(canLevel(mg)).toBe(calculated(mg, 'beginner'));
    const { level, byExperience } = canStrength(mg, null);
    expect(level).toBe(canLevel(mg));
    expect(byExperience).toEqual(EXPERIENCES.map((experience) => ({ experience, level: calculated(mg, experience) })));
  });

  it('is on a scale whose steps end where the calculator’s do', () => {
    const { scale } = canStrength(24.3, null);
    for (const { level, upToMg } of scale) {
      if (upToMg === null) continue;
      expect(calculated(upToMg, 'beginner')).toBe(level);
      expect(calculated(upToMg + 0.01, 'beginner')).not.toBe(level);
    }
    expect(scale.at(-1)).toEqual({ level: 'very_high', upToMg: null });
  });

  it.each([
    [24.3, 355, { servings: 9.72, servingMl: 36 }],
    [2.51, 355, { servings: 1, servingMl: 353 }],
    // The whole can has no more than one serving.
    [2.5, 355, { servings: 1, servingMl: null }],
    [24.3, null, { servings: 9.72, servingMl: null }],
    [0, 355, { servings: 0, servingMl: null }],
  ])('counts the beginner servings of %d mg in %s mL', (mg, ml, expected) => {
    expect(canStrength(mg, ml)).toMatchObject({ servingMg: 2.5, ...expected });
  });
});
