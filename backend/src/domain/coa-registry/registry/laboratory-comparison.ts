/**
 * What is compared between laboratories. Each figure is a share of results:
 * - `…Passed`: of the certificates that report the panel, those on which it passed
 * - `replaced`: of all certificates, those that a corrected one replaced
 * - `above90Percent`, `aboveLabel`, `below110Percent`: of the measured Δ9-THC within 5 percentage points of 90 %, 100 % and 110 % of the
 *   label, results on the better side
 * - `withinLimit`: of the measured Δ9-THC within 5 % of a rule's limit, results at the limit or below
 *
 * Too many results on the better side of a threshold can mean that a laboratory bends to its customers.
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

/** A share: `holds` of `results`. */
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
  /** The shares that chance alone would give a laboratory that is like the others; null while it has too few results to tell. */
  readonly expected: { readonly from: number; readonly to: number } | null;
  /** Whether its share is outside the expected ones. */
  readonly isOutside: boolean;
}

/** Of laboratories that are like the others, 99.95 % are inside the range of one figure, and 99.5 % inside those of all ten. */
const INSIDE_Z = 3.48;

/** Power of 0.8 or more. Large samples need 0.84; the rest makes up for counts being whole numbers. */
const FOUND_Z = 1;

/**
 * The difference that a minimum must be able to detect. Published studies of laboratories found effects of this size: a fifth
 * too many results just on the better side of a threshold, and a third of the failures of others.
 */
function shareToTell(figure: LaboratoryFigure, others: number): number {
  if (figure === 'replaced') return others / 3;
  if (figure.endsWith('Passed')) return 1 - (1 - others) / 3;
  return (1.2 * others) / (1 + 0.2 * others);
}

/** A share as an angle, whose variance is the same for rare and frequent things (arcsine, after Anscombe 1948). */
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
