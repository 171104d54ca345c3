/**
 * What is compared between laboratories. Each figure is a share: of the results that it is about, those for which it holds.
 * `…Passed` is about reported panels. `replaced` is about published certificates. The others are about measured Δ9-THC that is
 * close to a threshold, where a laboratory that helps its customers would have too many results on the better side:
 * `above90Percent`, `aboveLabel` and `below110Percent` about results within 5 % of the label's dose around 90 %, 100 % and
 * 110 % of it, and `withinLimit` about results within 5 % of a limit of a rule.
 */
export const LABORATORY_FIGURES = [
  'pesticidesPassed',
  'heavyMetalsPassed',
  'microbialsPassed',
  'residualSolventsPassed',
  'replaced',
  'above90Percent',
  'aboveLabel',
  'below110Percent',
  'withinLimit',
] as const;
export type LaboratoryFigure = (typeof LABORATORY_FIGURES)[number];

/** How many results a figure is about, and for how many it holds. */
export interface Count {
  readonly results: number;
  readonly holds: number;
}

/** What was counted of a laboratory, and of all others together. */
export interface LaboratoryCount extends Count {
  readonly figure: LaboratoryFigure;
  /** The limit in milligrams per container; null for other figures than `withinLimit`. */
  readonly limitMg: number | null;
  readonly others: Count;
}

export interface LaboratoryComparison extends LaboratoryCount {
  /** How many results it takes to tell; null while those of the others are too few for any number. */
  readonly minimum: number | null;
  /** Between which shares chance alone leaves a laboratory that is like the others; null while its results are too few to tell. */
  readonly expected: { readonly from: number; readonly to: number } | null;
  /** Whether its share is outside of what chance explains. */
  readonly isOutside: boolean;
}

/** 99.95 % of laboratories that are like the others are inside: with ten figures, 99.5 % are inside of all. */
const INSIDE_Z = 3.48;

/** What is to be found is found in 4 of 5 laboratories or more. 0.84 for large numbers, and more because results are whole. */
const FOUND_Z = 1;

/**
 * The share that a minimum must tell from the others' share, at the size of effects that were published of laboratories:
 * a fifth too many results on the better side of a threshold, and a third of the others' failures or corrections.
 */
function shareToTell(figure: LaboratoryFigure, others: number): number {
  if (figure === 'replaced') return others / 3;
  if (figure.endsWith('Passed')) return 1 - (1 - others) / 3;
  return (1.2 * others) / (1 + 0.2 * others);
}

/** A share as an angle, which chance spreads as much for rare as for frequent things (Anscombe 1948). */
const angleOf = ({ results, holds }: Count) => Math.asin(Math.sqrt((holds + 3 / 8) / (results + 3 / 4)));

const shareAt = (angle: number) => Math.sin(Math.min(Math.max(angle, 0), Math.PI / 2)) ** 2;

/** Compares a laboratory's share with that of all others, without a ranking. */
export function comparedLaboratory(count: LaboratoryCount): LaboratoryComparison {
  const minimum = minimumOf(count);
  if (minimum === null || count.results < minimum) return { ...count, minimum, expected: null, isOutside: false };
  const spread = (INSIDE_Z / 2) * Math.sqrt(1 / count.results + 1 / count.others.results);
  const others = angleOf(count.others);
  return {
    ...count,
    minimum,
    expected: { from: shareAt(others - spread), to: shareAt(others + spread) },
    isOutside: Math.abs(angleOf(count) - others) > spread,
  };
}

function minimumOf({ figure, others }: LaboratoryCount): number | null {
  const share = others.results === 0 ? 0 : others.holds / others.results;
  const difference = Math.asin(Math.sqrt(shareToTell(figure, share))) - Math.asin(Math.sqrt(share));
  const needed = (2 * Math.abs(difference)) / (INSIDE_Z + FOUND_Z);
  const part = needed ** 2 - 1 / others.results;
  return part > 0 ? Math.ceil(1 / part) : null;
}
