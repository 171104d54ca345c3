import Fraction from 'fraction.js';
import { fromNumber, type Range, scale } from '../shared/range.js';
import type { LoqFit, Qualifier } from '../shared/result-terms.js';
import { type ContainerFacts, convert, readUnit } from '../shared/units.js';
import { type DerivedLine, loqFit, type NamedResult } from './derived-line.js';
import { linesOf, type Measured } from './measures.js';
import type { RuleEdition } from './rule.js';

/** A measured amount as a share of a limit. */
export interface LimitShare {
  readonly line: NamedResult;
  readonly qualifier: Qualifier;
  /** Percent of the limit; null where the amount cannot be compared. */
  readonly percent: Range | null;
  /** Decimal text in `unit`. */
  readonly limit: string;
  readonly unit: string;
}

/** The measured analytes that a rule limits, each as a share of its limit. Sums of several lines are left out. */
export function limitShares(rule: RuleEdition, measured: Measured): readonly LimitShare[] {
  return rule.checks.flatMap((check) => {
    if (check.kind !== 'analyte') return [];
    const { limit, unit } = check;
    return (measured.lines.get(check.analyte) ?? []).map((line) => ({
      line: line.line,
      qualifier: line.qualifier,
      limit,
      unit,
      percent: shareOf(line, limit, unit, measured.facts),
    }));
  });
}

function shareOf(
  { range, unit: given }: DerivedLine,
  limit: string,
  unit: string,
  facts: ContainerFacts,
): Range | null {
  const wanted = readUnit(unit);
  if (range === null || given === null || 'refused' in wanted) return null;
  const amount = convert(range, given, wanted, facts);
  return 'refused' in amount ? null : scale(amount, new Fraction(100).div(limit));
}

/** The measured analytes with a limit that the laboratory printed, each as a share of it. */
export const printedLimitShares = (
  derived: readonly (DerivedLine & { readonly line: { readonly limit: number | null } })[],
): readonly LimitShare[] =>
  derived.flatMap(({ line, qualifier, range }) => {
    const limit = fromNumber(line.limit);
    if (limit === null || limit.equals(0)) return [];
    const percent = range && scale(range, new Fraction(100).div(limit));
    return [{ line, qualifier, percent, limit: limit.toString(15), unit: line.unit ?? '' }];
  });

/**
 * Whether the method can measure the dose on the label: the LOQ of Δ9-THC per container against the labeled milligrams.
 * @returns null where the LOQ, the size of the container, or the labeled dose is not known
 */
export function thcLoqFit(measured: Measured, labelMg: number | null): { fit: LoqFit; percent: Fraction } | null {
  const label = fromNumber(labelMg);
  const [d9] = linesOf('d9_thc', measured);
  const loq = fromNumber(d9?.line.loq ?? null);
  if (!label || label.equals(0) || !d9?.unit || loq === null) return null;
  const perContainer = convert({ low: loq, high: loq }, d9.unit, { basis: 'container', power: 0 }, measured.facts);
  return 'refused' in perContainer ? null : loqFit(perContainer.low, label);
}
