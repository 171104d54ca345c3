import Fraction from 'fraction.js';
import { exactly, fromNumber, type Range, scale, type TextBounds, textBounds } from '../shared/range.js';
import type { LoqFit, Qualifier } from '../shared/result-terms.js';
import { convert, readUnit } from '../shared/units.js';
import type { DerivedLine } from './derived-line.js';
import { linesOf, type Measured } from './measures.js';
import type { RuleEdition } from './rule.js';

/** One measured analyte as a share of a limit. */
export interface LimitReading {
  readonly analyte: string | null;
  /** As printed. */
  readonly name: string;
  readonly qualifier: Qualifier;
  /** Percent of the limit, as decimal text; null where the amount cannot be compared. */
  readonly percent: TextBounds | null;
  /** Decimal text in `unit`. */
  readonly limit: string;
  readonly unit: string;
}

/** The measured analytes that a rule limits, each as a share of its limit. Sums of several lines are left out. */
export function limitShares(rule: RuleEdition, measured: Measured): readonly LimitReading[] {
  return rule.checks.flatMap((check) => {
    if (check.kind !== 'analyte') return [];
    const { limit, unit } = check;
    return (measured.lines.get(check.analyte) ?? []).map(({ line, qualifier, range, unit: given }) => {
      const wanted = readUnit(unit);
      const amount =
        range === null || given === null || 'refused' in wanted ? null : convert(range, given, wanted, measured.facts);
      const percent = amount === null || 'refused' in amount ? null : percentOf(amount, new Fraction(limit));
      return { analyte: line.analyte, name: line.name, qualifier, percent, limit, unit };
    });
  });
}

const percentOf = (amount: Range, limit: Fraction): TextBounds =>
  textBounds(scale(amount, new Fraction(100).div(limit)));

/** The measured analytes with a limit that the laboratory printed, each as a share of it. */
export const printedLimitShares = (
  derived: readonly (DerivedLine & { readonly line: { readonly limit: number | null } })[],
): readonly LimitReading[] =>
  derived.flatMap(({ line, qualifier, range }) => {
    const limit = fromNumber(line.limit);
    if (limit === null || limit.equals(0)) return [];
    const { analyte, name, unit } = line;
    const percent = range && percentOf(range, limit);
    return [{ analyte, name, qualifier, percent, limit: limit.toString(15), unit: unit ?? '' }];
  });

/** Maximum limit of quantification as a percentage of the label's dose. */
const GOOD_PERCENT = 20;
const WEAK_PERCENT = 100;

/**
 * Whether the method can measure the dose on the label: the LOQ of Δ9-THC per container as a share of the labeled
 * milligrams. Up to 20% is good, up to 100% weak; above that this method cannot measure the dose on this label.
 * @returns null where the LOQ, the size of the container, or the labeled dose is not known
 */
export function thcLoqFit(measured: Measured, labelMg: number | null): { fit: LoqFit; percent: Fraction } | null {
  const label = fromNumber(labelMg);
  const [d9] = linesOf('d9_thc', measured);
  const loq = fromNumber(d9?.line.loq ?? null);
  if (!label || label.equals(0) || !d9?.unit || loq === null) return null;
  const perContainer = convert(exactly(loq), d9.unit, { basis: 'container', power: 0 }, measured.facts);
  if ('refused' in perContainer) return null;
  const percent = perContainer.low.div(label).mul(100);
  const fit = percent.compare(GOOD_PERCENT) <= 0 ? 'good' : percent.compare(WEAK_PERCENT) <= 0 ? 'weak' : 'unfit';
  return { fit, percent };
}
