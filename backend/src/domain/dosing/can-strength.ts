import {
  bandOf,
  canLevel,
  type DoseLevel,
  EXPERIENCES,
  type Experience,
  LEVEL_BANDS,
  STARTING_RANGES,
} from '../shared/dose-level.js';

/** One step of the scale, with the highest amount in it; null for the last one. */
export interface ScaleStep {
  readonly level: DoseLevel;
  readonly upToMg: number | null;
}

/** How strong an amount is for people of one experience. */
export interface ExperienceLevel {
  readonly experience: Experience;
  readonly level: DoseLevel;
}

/** How strong a whole container is, on one scale for all drinks. Education about an amount, not advice. */
export interface CanStrength {
  readonly level: DoseLevel;
  /** The steps of the scale, the mildest first. */
  readonly scale: readonly ScaleStep[];
  /** The same amount for people of each experience. */
  readonly byExperience: readonly ExperienceLevel[];
  /** The most that a beginner starts with, in mg of THC. */
  readonly servingMg: number;
  /** How many of these the container holds, rounded to hundredths. */
  readonly servings: number;
  /** The milliliters of the drink that have one of them; null where that does not follow, or is the whole container. */
  readonly servingMl: number | null;
}

/**
 * @param thcMg milligrams of THC in the container
 * @param volumeMl of the container; null where it is not known
 * [source:dose-levels, dose-starting-range]
 */
export function canStrength(thcMg: number, volumeMl: number | null): CanStrength {
  const servingMg = STARTING_RANGES.beginner.maxMg;
  const { micro, low, moderate, high } = LEVEL_BANDS.beginner;
  return {
    level: canLevel(thcMg),
    scale: [
      { level: 'micro', upToMg: micro },
      { level: 'low', upToMg: low },
      { level: 'moderate', upToMg: moderate },
      { level: 'high', upToMg: high },
      { level: 'very_high', upToMg: null },
    ],
    byExperience: EXPERIENCES.map((experience) => ({ experience, level: bandOf(thcMg, experience) })),
    servingMg,
    servings: Math.round((thcMg / servingMg) * 100) / 100,
    servingMl: volumeMl === null || thcMg <= servingMg ? null : Math.floor((volumeMl * servingMg) / thcMg),
  };
}
