import { isUnderDosed, labelDose } from '../certificate/label-dose.js';

/**
 * How measured THC compares with the dose that the product name states in milligrams, strongest first. `not_stated`: the
 * name states none, so there is no label to compare with.
 */
export const LABEL_LEVELS = ['far_over', 'over', 'within', 'under', 'far_under', 'not_stated'] as const;
export type LabelLevel = (typeof LABEL_LEVELS)[number];

/** Measured THC beside the stated dose. */
export interface LabelComparison {
  readonly level: LabelLevel;
  /** Milligrams of THC per container that the product name states; null when it states none. */
  readonly statedMg: number | null;
  /** Measured THC as a percentage of the stated dose, rounded; null when none is stated. */
  readonly percent: number | null;
}

/** Differences from the label up to this, in percent, count as within the label (decision 0033). */
const TOLERATED_PERCENT = 10;

/** From this far on, the difference is flagged as serious. */
const FAR_PERCENT = 25;

const NOT_STATED: LabelComparison = { level: 'not_stated', statedMg: null, percent: null };

/**
 * Compares measured THC with the label, but only where the product name states the dose in milligrams: an assumed dose, or
 * one inferred from "micro", "single" or "double", is never treated as a label. A shortfall of more
 * than 1 mg is `under` even within 10% (decision 0033). [source:under-dosed]
 * @param thcMg measured milligrams per container, at most two decimals; compared in hundredths, because 1.1 × 5 is not 5.5
 * in binary
 */
export function compareWithLabel(productName: string, thcMg: number): LabelComparison {
  const statedMg = statedThcMg(productName);
  if (statedMg === null) return NOT_STATED;
  const label = Math.round(statedMg * 100);
  const measured = Math.round(thcMg * 100);
  return { level: levelOf(productName, thcMg, measured * 100, label), statedMg, percent: percentOf(measured, label) };
}

function levelOf(productName: string, thcMg: number, scaled: number, label: number): LabelLevel {
  if (scaled >= label * (100 + FAR_PERCENT)) return 'far_over';
  if (scaled > label * (100 + TOLERATED_PERCENT)) return 'over';
  if (scaled <= label * (100 - FAR_PERCENT)) return 'far_under';
  if (scaled < label * (100 - TOLERATED_PERCENT) || isUnderDosed(productName, thcMg)) return 'under';
  return 'within';
}

const percentOf = (measured: number, label: number) => Math.round((measured / label) * 100);

/** An amount of something else, or of one serving: measured THC per container cannot be compared with it. */
const NOT_THC_PER_CONTAINER =
  /^\s*(?:of\s+)?(?:cbd|cbg|cbn|cbc|thcv|caffeine|l-theanine|theanine|melatonin|sodium|vitamin)|^\s*(?:thc\s*)?(?:\/|per|a|each)\s*(?:serving|shot|ml|oz|g\b|dose)/i;

/** The dose that the name states for the container, in mg of THC; null when it states none. */
function statedThcMg(productName: string): number | null {
  const label = labelDose(productName);
  if (label.basis !== 'stated' || label.mg <= 0) return null;
  const rest = /(?:\d|\.\d)\s*mg\b(.*)/is.exec(productName)?.[1] ?? '';
  return NOT_THC_PER_CONTAINER.test(rest) ? null : label.mg;
}
