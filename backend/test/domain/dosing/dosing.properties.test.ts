import fc from 'fast-check';
import { type DoseRequest, STOMACH_CONTENTS } from '../../../src/domain/dosing/dose-request.js';
import { calculateDose, type DoseResult } from '../../../src/domain/dosing/dosing.js';
import type { DoseTiming, MinuteRange } from '../../../src/domain/dosing/timing.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import {
  bandOf,
  DOSE_LEVELS,
  type DoseLevel,
  EXPERIENCES,
  STARTING_RANGES,
} from '../../../src/domain/shared/dose-level.js';

/** The sixteen properties, numbered as in the source, then what the texts promise. [source:dose-properties] */

/** Amounts and weights with any fraction, often at the exact boundaries of the rules. */
const numberIn = (min: number, max: number, edges: number[]) =>
  fc.oneof(
    fc.double({ min, max, noNaN: true }),
    fc.integer({ min: min * 2, max: max * 2 }).map((halves) => halves / 2),
    fc.constantFrom(...edges.flatMap((edge) => [edge, edge + 0.001, edge - 0.001])),
  );
const thcAmount = numberIn(0, 100, [1, 2, 2.5, 5, 7.5, 10, 15, 18, 20, 25, 30]);
const bodyWeight = numberIn(50, 500, [110, 130, 150]);
const experience = fc.constantFrom(...EXPERIENCES);
const stomachContents = fc.constantFrom(...STOMACH_CONTENTS);
const request = fc.record({ thcAmount, bodyWeight, experience, stomachContents });
/** For a person who stays within the starting range we show. */
const startingRequest = fc.constantFrom('beginner', 'occasional').chain((who) => {
  const { minMg, maxMg } = STARTING_RANGES[who];
  return fc.record({
    thcAmount: fc.oneof(fc.double({ min: minMg, max: maxMg, noNaN: true }), fc.constantFrom(minMg, maxMg)),
    bodyWeight,
    experience: fc.constant(who),
    stomachContents,
  });
});
const feltRequest = request.filter((each) => each.thcAmount > 0);

const rank = (level: DoseLevel) => DOSE_LEVELS.indexOf(level);
const levelRank = (each: DoseRequest) => rank(calculateDose(each).doseLevel);

function timingOf(result: DoseResult): DoseTiming {
  if (!result.timing) throw new Error('there is nothing to time');
  return result.timing;
}

function expectNotLater(earlier: MinuteRange, later: MinuteRange): void {
  expect(earlier.minMinutes).toBeLessThanOrEqual(later.minMinutes);
  expect(earlier.maxMinutes).toBeLessThanOrEqual(later.maxMinutes);
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsIn);

const check = <T>(arbitrary: fc.Arbitrary<T>, property: (value: T) => void) =>
  fc.assert(fc.property(arbitrary, property), { numRuns: 500 });

describe('the calculator', () => {
  it('1: never lowers level, duration or driving hold when the amount rises', () => {
    check(fc.tuple(request, thcAmount), ([one, amount]) => {
      const less = calculateDose({ ...one, thcAmount: Math.min(one.thcAmount, amount) });
      const more = calculateDose({ ...one, thcAmount: Math.max(one.thcAmount, amount) });
      expect(rank(less.doseLevel)).toBeLessThanOrEqual(rank(more.doseLevel));
      const longest = (result: DoseResult) => result.timing?.duration.maxMinutes ?? 0;
      expect(longest(less)).toBeLessThanOrEqual(longest(more));
      expect(less.doNotDriveMinutes ?? 0).toBeLessThanOrEqual(more.doNotDriveMinutes ?? 0);
    });
  });

  it('2: never raises the level when experience grows', () => {
    check(request, (one) => {
      const ranks = EXPERIENCES.map((each) => levelRank({ ...one, experience: each }));
      expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
    });
  });

  it('3: never raises the level with weight, and weight changes it by at most one', () => {
    check(fc.tuple(request, bodyWeight), ([one, weight]) => {
      const lighter = levelRank({ ...one, bodyWeight: Math.min(one.bodyWeight, weight) });
      const heavier = levelRank({ ...one, bodyWeight: Math.max(one.bodyWeight, weight) });
      expect(heavier).toBeLessThanOrEqual(lighter);
      expect(lighter - heavier).toBeLessThanOrEqual(1);
    });
  });

  it('4: has level, effects and side effects that do not depend on the stomach', () => {
    check(fc.tuple(request, stomachContents), ([one, stomach]) => {
      const other = calculateDose({ ...one, stomachContents: stomach });
      const { doseLevel, effectsDescription, expectedEffects, possibleSideEffects } = calculateDose(one);
      expect(other).toMatchObject({ doseLevel, effectsDescription, expectedEffects, possibleSideEffects });
    });
  });

  it('5: never puts onset, peak or duration earlier on a fuller stomach', () => {
    check(feltRequest, (one) => {
      const [empty, light, full] = (['empty', 'light', 'full'] as const).map((each) =>
        timingOf(calculateDose({ ...one, stomachContents: each })),
      ) as [DoseTiming, DoseTiming, DoseTiming];
      for (const span of ['onset', 'peak', 'duration'] as const) {
        expectNotLater(empty[span], light[span]);
        expectNotLater(light[span], full[span]);
      }
    });
  });

  it('6: orders onset, peak and duration', () => {
    check(feltRequest, (one) => {
      const { onset, peak, duration } = timingOf(calculateDose(one));
      expect(onset.minMinutes).toBeLessThanOrEqual(onset.maxMinutes);
      expect(onset.maxMinutes).toBeLessThan(peak.maxMinutes);
      expect(peak.maxMinutes).toBeLessThan(duration.maxMinutes);
      expect(onset.minMinutes).toBeLessThan(peak.minMinutes);
    });
  });

  it('7: asks to wait at least 2 hours, and until onset is over', () => {
    check(feltRequest, (one) => {
      const result = calculateDose(one);
      expect(result.waitBeforeMoreMinutes).toBeGreaterThanOrEqual(120);
      expect(result.waitBeforeMoreMinutes).toBeGreaterThanOrEqual(timingOf(result).onset.maxMinutes);
    });
  });

  it('8: holds driving for at least 8 hours, and as long as effects may last', () => {
    check(feltRequest, (one) => {
      const result = calculateDose(one);
      expect(result.doNotDriveMinutes).toBeGreaterThanOrEqual(480);
      expect(result.doNotDriveMinutes).toBeGreaterThanOrEqual(timingOf(result).duration.maxMinutes);
    });
  });

  it('9: rates more than 20 mg high or above and more than 30 mg very high, for everyone', () => {
    const above = (mg: number) => fc.double({ min: mg, minExcluded: true, max: 100, noNaN: true });
    check(fc.tuple(request, above(20), above(30)), ([one, over20, over30]) => {
      expect(levelRank({ ...one, thcAmount: over20 })).toBeGreaterThanOrEqual(rank('high'));
      expect(levelRank({ ...one, thcAmount: over30 })).toBe(rank('very_high'));
    });
  });

  it('10: includes the side effects of every lower level', () => {
    check(fc.tuple(request, thcAmount), ([one, amount]) => {
      const less = calculateDose({ ...one, thcAmount: Math.min(one.thcAmount, amount) });
      const more = calculateDose({ ...one, thcAmount: Math.max(one.thcAmount, amount) });
      expect(more.possibleSideEffects).toEqual(expect.arrayContaining([...less.possibleSideEffects]));
    });
  });

  it('11: returns none without times for 0 mg only', () => {
    check(request, (one) => {
      const nothing = calculateDose({ ...one, thcAmount: 0 });
      expect(nothing).toMatchObject({ doseLevel: 'none', timing: null, waitBeforeMoreMinutes: null });
      expect([nothing.onsetTime, nothing.peakTime, nothing.duration]).toEqual([null, null, null]);
      expect(calculateDose(one).doseLevel === 'none').toBe(one.thcAmount === 0);
    });
  });

  it('11: rejects values outside the limits', () => {
    const outside = (min: number, max: number) => fc.double().filter((each) => !(each >= min && each <= max));
    const wrong = fc.oneof(
      fc.record({ thcAmount: outside(0, 100) }),
      fc.record({ bodyWeight: outside(50, 500) }),
      fc.record({ experience: fc.string().filter((each) => !(EXPERIENCES as readonly string[]).includes(each)) }),
      fc.record({
        stomachContents: fc.string().filter((each) => !(STOMACH_CONTENTS as readonly string[]).includes(each)),
      }),
    );
    check(fc.tuple(request, wrong), ([one, change]) => {
      expect(() => calculateDose({ ...one, ...change } as DoseRequest)).toThrow(InvalidInput);
    });
  });

  it('12: returns the same result for the same request', () => {
    check(request, (one) => {
      expect(calculateDose({ ...one })).toEqual(calculateDose(one));
    });
  });

  it('13: never shows a starting range above 10 mg, or above 2.5 mg for a beginner', () => {
    check(request, (one) => {
      const { minMg, maxMg } = calculateDose(one).startingRange;
      expect(minMg).toBeLessThan(maxMg);
      expect(maxMg).toBeLessThanOrEqual(one.experience === 'beginner' ? 2.5 : 10);
    });
  });

  it('14: includes the upper bound in each band', () => {
    const edges = {
      beginner: [1, 2.5, 5, 10],
      occasional: [2, 5, 10, 20],
      regular: [2.5, 7.5, 15, 25],
      experienced: [2.5, 7.5, 20, 30],
    };
    const heavy = fc.double({ min: 150, max: 500, noNaN: true });
    check(fc.tuple(experience, fc.nat({ max: 3 }), heavy, stomachContents), ([who, band, weight, stomach]) => {
      const edge = edges[who][band] ?? Number.NaN;
      const one = { bodyWeight: weight, experience: who, stomachContents: stomach };
      expect(levelRank({ ...one, thcAmount: edge })).toBe(band + 1);
      expect(levelRank({ ...one, thcAmount: edge + 0.001 })).toBe(band + 2);
    });
    const beginner = { bodyWeight: 150, experience: 'beginner', stomachContents: 'light' } as const;
    expect(calculateDose({ ...beginner, thcAmount: 2.5 }).doseLevel).toBe('low');
    expect(calculateDose({ ...beginner, thcAmount: 2.501 }).doseLevel).toBe('moderate');
  });

  it('15: rates every amount in the starting range low or below, for beginners and occasional users of any weight', () => {
    check(startingRequest, (one) => {
      expect(levelRank(one)).toBeLessThanOrEqual(rank('low'));
      expect(calculateDose(one).effectsDescription).not.toMatch(/intoxicat/i);
    });
  });

  it("16: rates the form's default inputs moderate", () => {
    const defaults = { thcAmount: 5, bodyWeight: 150, experience: 'beginner', stomachContents: 'light' } as const;
    expect(calculateDose(defaults).doseLevel).toBe('moderate');
  });

  it('suggests no time for more at the levels high and very high, in any text', () => {
    check(request, (one) => {
      const result = calculateDose(one);
      const texts = textsIn(result).join(' ');
      if (rank(result.doseLevel) < rank('high')) {
        expect(texts).not.toMatch(/any more today/i);
        return;
      }
      expect(result.moreAdvice).toBe('Do not have any more today.');
      expect(texts).not.toMatch(/\bwait|re-?dose|\bbefore\b(?! you mix)|have more|having more|more (after|later)/i);
    });
  });

  it('never gives a band as the reason for a level outside it', () => {
    check(fc.oneof(feltRequest, startingRequest), (one) => {
      const { doseLevel, adjustedMg, reasons } = calculateDose(one);
      const { rule = '' } = reasons[1] ?? {};
      const isInBand = bandOf(adjustedMg, one.experience) === doseLevel;
      const word = doseLevel.replace('_', ' ');
      expect(rule.endsWith(isInBand ? `. So ${adjustedMg} mg is ${word}.` : ', so it is low.')).toBe(true);
    });
  });

  it('never promises, never shouts, and has no gaps in its sentences', () => {
    const forbidden =
      /!|safe dose|guarantee|hangover|healthy|\btreat|\breliev|\bcure|federally legal|\bundefined\b|\bnull\b|\bNaN\b/i;
    check(request, (one) => {
      for (const text of textsIn(calculateDose(one))) expect(text).not.toMatch(forbidden);
    });
  });
});
