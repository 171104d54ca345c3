import type { Experience } from './dose-request.js';

/** Every level, from least to most. Source: FACTS.md 5.3; `none` from 5.1. */
export const DOSE_LEVELS = ['none', 'micro', 'low', 'moderate', 'high', 'very_high'] as const;

/** How strong an amount is for this person; `none` only for 0 mg. A convention of this site, not a standard. */
export type DoseLevel = (typeof DOSE_LEVELS)[number];

/** The highest amount (adjusted mg, included) of each level; anything above `high` is very high. */
export interface LevelBands {
  readonly micro: number;
  readonly low: number;
  readonly moderate: number;
  readonly high: number;
}

/** The bands of each experience, in adjusted mg. Source: FACTS.md 5.3 (keys A1, A2, A4, B5, P8, P15, P28). */
export const LEVEL_BANDS: Readonly<Record<Experience, LevelBands>> = {
  beginner: { micro: 1, low: 2.5, moderate: 5, high: 10 },
  occasional: { micro: 2, low: 5, moderate: 10, high: 20 },
  regular: { micro: 2.5, low: 7.5, moderate: 15, high: 25 },
  experienced: { micro: 2.5, low: 7.5, moderate: 20, high: 30 },
};

/** Amounts to begin with, in mg of THC, both ends included. */
export interface StartingRange {
  readonly minMg: number;
  readonly maxMg: number;
}

/** What we show as a place to start; never above 10 mg, whatever the experience. Source: FACTS.md 5.3. */
export const STARTING_RANGES: Readonly<Record<Experience, StartingRange>> = {
  beginner: { minMg: 1, maxMg: 2.5 },
  occasional: { minMg: 2.5, maxMg: 5 },
  regular: { minMg: 5, maxMg: 10 },
  experienced: { minMg: 5, maxMg: 10 },
};

/** From this weight (lb) up, an amount counts as entered. Source: FACTS.md 5.2. */
export const FULL_WEIGHT_LB = 170;

/** At this weight (lb) and below, the adjustment is at its largest. Source: FACTS.md 5.2. */
const SMALL_WEIGHT_LB = 110;
const LARGEST_ADJUSTMENT = 0.1;

/**
 * The factor by which an amount counts for more in a lighter person: 1.10 up to 110 lb, 1.00 from 170 lb, a straight
 * line between. It never makes an amount milder: nothing justifies telling heavier people to take more.
 * @param bodyWeightLb body weight in lb
 * Source: FACTS.md 5.2 (keys P2, P4).
 */
export function weightFactor(bodyWeightLb: number): number {
  const share = (FULL_WEIGHT_LB - bodyWeightLb) / (FULL_WEIGHT_LB - SMALL_WEIGHT_LB);
  return 1 + LARGEST_ADJUSTMENT * Math.min(1, Math.max(0, share));
}

/**
 * The amount that the level is read from, in mg: amount times factor, to three decimals. Rounding may not bring it
 * below the amount entered, or 20.0001 mg would be judged as 20. Source: FACTS.md 5.2, 5.6 (property 9).
 * @param thcMg THC in mg, 0 or more
 * @param bodyWeightLb body weight in lb
 */
export function adjustedMg(thcMg: number, bodyWeightLb: number): number {
  const rounded = Math.round(thcMg * weightFactor(bodyWeightLb) * 1000) / 1000;
  return Math.max(0, thcMg, rounded);
}

/**
 * The level of an amount; the upper end of a band belongs to it.
 * @param mg adjusted mg, see {@link adjustedMg}
 * Source: FACTS.md 5.3.
 */
export function doseLevelOf(mg: number, experience: Experience): DoseLevel {
  const upTo = LEVEL_BANDS[experience];
  if (mg === 0) return 'none';
  if (mg <= upTo.micro) return 'micro';
  if (mg <= upTo.low) return 'low';
  if (mg <= upTo.moderate) return 'moderate';
  if (mg <= upTo.high) return 'high';
  return 'very_high';
}
