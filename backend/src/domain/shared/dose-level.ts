/** A person's experience with THC, from least to most. [source:dose-inputs, dose-levels] */
export const EXPERIENCES = ['beginner', 'occasional', 'regular', 'experienced'] as const;

/**
 * `beginner`: 0 to 5 uses ever, or more than a year off; `occasional`: from less than monthly to about weekly;
 * `regular`: weekly or more; `experienced`: most days. [source:dose-levels]
 */
export type Experience = (typeof EXPERIENCES)[number];

/** Every level, from least to most. [source:dose-levels] */
export const DOSE_LEVELS = ['none', 'micro', 'low', 'moderate', 'high', 'very_high'] as const;

/** How strong an amount is for this person; `none` only for 0 mg. A convention of this site, not a standard. */
export type DoseLevel = (typeof DOSE_LEVELS)[number];

/** At these levels the advice is to have no more that day, so no waiting time is shown. [source:dose-no-more-today] */
export function isNoMoreToday(level: DoseLevel): boolean {
  return level === 'high' || level === 'very_high';
}

/**
 * The bands of each experience: the highest amount (adjusted mg, included) of each level. Anything above `high` is very
 * high. [source:dose-levels]
 */
export const LEVEL_BANDS: Readonly<Record<Experience, Record<'micro' | 'low' | 'moderate' | 'high', number>>> = {
  beginner: { micro: 1, low: 2.5, moderate: 5, high: 10 },
  occasional: { micro: 2, low: 5, moderate: 10, high: 20 },
  regular: { micro: 2.5, low: 7.5, moderate: 15, high: 25 },
  experienced: { micro: 2.5, low: 7.5, moderate: 20, high: 30 },
};

/** A range of amounts to start with, in mg of THC, inclusive. */
export interface StartingRange {
  readonly minMg: number;
  readonly maxMg: number;
}

/** The starting range shown for each experience; never above 10 mg. [source:dose-starting-range] */
export const STARTING_RANGES: Readonly<Record<Experience, StartingRange>> = {
  beginner: { minMg: 1, maxMg: 2.5 },
  occasional: { minMg: 2.5, maxMg: 5 },
  regular: { minMg: 5, maxMg: 10 },
  experienced: { minMg: 5, maxMg: 10 },
};

/** Weight in lb at and above which the amount is not adjusted. [source:dose-weight] */
export const FULL_WEIGHT_LB = 150;

/** Weight in lb at and below which the adjustment is largest. [source:dose-weight] */
const SMALL_WEIGHT_LB = 110;
const LARGEST_ADJUSTMENT = 0.1;

/**
 * Up to this amount, in mg as entered, the level is capped at `low` for any weight. The evidence for the weight
 * adjustment is too weak to rate an amount within our own starting range as intoxicating. [source:dose-weight]
 */
export const LOW_CAP_MG: Readonly<Partial<Record<Experience, number>>> = { beginner: 2.5, occasional: 5 };

/**
 * The factor by which an amount counts for more in a lighter person: 1.10 up to 110 lb, 1.00 from 150 lb, linear in
 * between. It is never below 1: nothing justifies telling heavier people to take more.
 * @param bodyWeightLb body weight in lb
 * [source:dose-weight]
 */
export function weightFactor(bodyWeightLb: number): number {
  const share = (FULL_WEIGHT_LB - bodyWeightLb) / (FULL_WEIGHT_LB - SMALL_WEIGHT_LB);
  return 1 + LARGEST_ADJUSTMENT * Math.min(1, Math.max(0, share));
}

/**
 * The weight-adjusted amount in mg, which determines the level: amount times factor, rounded to three decimals. Rounding
 * must not go below the amount entered, or 20.0001 mg would be rated as 20 (property 9). Rounding up crosses no band
 * edge, because every edge has at most one decimal (property 14). [source:dose-weight, dose-properties]
 * @param thcMg THC in mg, 0 or more
 * @param bodyWeightLb body weight in lb
 */
export function adjustedMg(thcMg: number, bodyWeightLb: number): number {
  const rounded = Math.round(thcMg * weightFactor(bodyWeightLb) * 1000) / 1000;
  return Math.max(0, thcMg, rounded);
}

/**
 * The level of an amount for this person.
 * @param thcMg THC in mg as entered
 * @param mg the same amount, adjusted by {@link adjustedMg}
 * [source:dose-weight, dose-levels]
 */
export function doseLevelOf(thcMg: number, mg: number, experience: Experience): DoseLevel {
  const level = bandOf(mg, experience);
  const isAboveLow = DOSE_LEVELS.indexOf(level) > DOSE_LEVELS.indexOf('low');
  return isAboveLow && thcMg <= (LOW_CAP_MG[experience] ?? 0) ? 'low' : level;
}

/**
 * The band an amount falls into; bands include their upper limit.
 * @param mg adjusted mg, see {@link adjustedMg}
 * [source:dose-levels]
 */
export function bandOf(mg: number, experience: Experience): DoseLevel {
  if (mg === 0) return 'none';
  const bands = LEVEL_BANDS[experience];
  return (['micro', 'low', 'moderate', 'high'] as const).find((level) => mg <= bands[level]) ?? 'very_high';
}

/**
 * The level of an amount on the scale for all drinks: the calculator's for a beginner, without adjustment for weight. What a
 * can says must not depend on who asks. [source:dose-levels]
 */
export const canLevel = (thcMg: number): DoseLevel => bandOf(thcMg, 'beginner');
