import Fraction from 'fraction.js';
import { add, from, fromNumber, narrow, type Range, scale, span, UNKNOWN } from '../shared/range.js';
import { type ContainerFacts, convert, type Unit } from '../shared/units.js';
import type { DerivedLine } from './derived-line.js';
import type { Measure } from './rule.js';

/** Factor by mass, low and high where the rule's text gives none. */
type Weights = Readonly<Record<string, readonly [string, string]>>;

const ONCE = ['1', '1'] as const;

/** From content/rules.json's sources: which forms count, and how much (decision 0050). */
const MEMBERS: Readonly<Record<Measure, Weights>> = {
  total_d9: { d9_thc: ONCE, thca: ['0.877', '0.877'] },
  all_thc: {
    ...{ d9_thc: ONCE, thca: ['0.877', '1'], d8_thc: ONCE, d10_thc: ONCE, exo_thc: ONCE, thcv: ONCE },
    ...{ thcva: ['0.867', '1'], d8_thcv: ONCE, thcp: ONCE, d8_thcp: ONCE, thco: ONCE, d8_thco: ONCE },
    ...{ thch: ONCE, thcb: ONCE },
  },
  ca_total: { thca: ONCE, d8_thc: ONCE, d9_thc: ONCE, d10_thc: ONCE },
};

/** The derived lines of a certificate, and what its header says. */
export interface Measured {
  /** By analyte key. A report can print one analyte in several units. */
  readonly lines: ReadonlyMap<string, readonly DerivedLine[]>;
  readonly facts: ContainerFacts;
  /** Milligrams of THC per container that the certificate gives as a whole. */
  readonly thcPerContainer: Range;
  /** Lines of cannabinoids whose name has no match: each could be one that counts. */
  readonly unknown: readonly DerivedLine[];
  /** Analytes that are sums, with what they sum up. */
  readonly parts: SumParts;
}

export type SumParts = ReadonlyMap<string, readonly string[]>;

/** The analytes of a measure. */
export const membersOf = (measure: Measure): readonly string[] => Object.keys(MEMBERS[measure]);

/** The lines of an analyte and of its parts. */
export const linesOf = (key: string, { lines, parts }: Measured): readonly DerivedLine[] =>
  [key, ...(parts.get(key) ?? [])].flatMap((one) => lines.get(one) ?? []).filter(isTested);

/** Whether the report has the analyte, or all its parts. */
export function isCovered(key: string, { lines, parts }: Measured): boolean {
  const has = (one: string) => (lines.get(one) ?? []).some(isTested);
  const ofKey = parts.get(key) ?? [];
  return has(key) || (ofKey.length > 0 && ofKey.every(has));
}

const isTested = ({ qualifier }: DerivedLine) => qualifier !== 'not_tested';

const NONE: Range = { low: new Fraction(0), high: new Fraction(0) };

/** What is known of a sum, and why no more is. */
export interface MeasuredSum {
  readonly range: Range;
  /** Sentences. */
  readonly missing: readonly string[];
}

/** A sum of amounts in a unit. Forms that were not measured can be anything: they leave the sum open above. */
export function sumOf(measure: Measure, unit: Unit, measured: Measured): MeasuredSum {
  const missing = new Set<string>();
  let range = NONE;
  const notMeasured: string[] = [];
  for (const [key, [low, high]] of Object.entries(MEMBERS[measure])) {
    const amount = amountOf(key, unit, measured);
    if (typeof amount === 'string') {
      if (amount === NOT_ON_REPORT) notMeasured.push(key);
      else missing.add(amount);
    }
    const weighted = typeof amount === 'string' ? UNKNOWN : weigh(amount, low, high);
    range = add(range, weighted);
  }
  if (notMeasured.length > 0) missing.add(notMeasuredSentence(notMeasured.length));
  const total = withPrintedTotals(measure, range, unit, measured);
  if (range.high !== null && total.high === null) missing.add('The total on the report is higher than its lines.');
  const [unknown] = measured.unknown;
  if (!unknown) return { range: total, missing: [...missing] };
  missing.add(`“${unknown.line.name}” is not in our vocabulary, and could count.`);
  return { range: from(total.low), missing: [...missing] };
}

const notMeasuredSentence = (count: number) =>
  count === 1
    ? 'One form of THC that counts is not on the report.'
    : `${count} forms of THC that count are not on the report.`;

const weigh = (range: Range, low: string, high: string): Range =>
  low === high
    ? scale(range, new Fraction(low))
    : { low: range.low.mul(low), high: range.high === null ? null : range.high.mul(high) };

export const NOT_ON_REPORT = 'not on the report';

/** @returns why it is not known, as a sentence, or {@link NOT_ON_REPORT} */
export function amountOf(key: string, unit: Unit, measured: Measured): Range | string {
  const own = (measured.lines.get(key) ?? []).filter(isTested);
  const ofParts = partsOf(key, unit, measured);
  if (own.length === 0) return ofParts;
  const whole = agreed(own, unit, measured.facts);
  if (typeof ofParts === 'string') return whole;
  // Some part is there although the whole says less, or says nothing that is understood.
  if (typeof whole === 'string') return ofParts.low.equals(0) ? whole : from(ofParts.low);
  return narrow(whole, from(ofParts.low));
}

/** The sum of the parts. One that is not on the report, or not known, leaves it open above. */
function partsOf(key: string, unit: Unit, measured: Measured): Range | string {
  const parts = (measured.parts.get(key) ?? []).map((part) => amountOf(part, unit, measured));
  if (parts.every((amount) => amount === NOT_ON_REPORT)) return NOT_ON_REPORT;
  return parts.map((amount) => (typeof amount === 'string' ? UNKNOWN : amount)).reduce(add, NONE);
}

/**
 * One analyte in several units is one amount, known as well as its lines together tell. A line in a unit that does not
 * convert adds nothing; one without a number, such as "Positive", leaves the amount open.
 */
function agreed(lines: readonly DerivedLine[], unit: Unit, facts: ContainerFacts): Range | string {
  const withoutNumber = lines.find(({ range }) => range === null);
  if (withoutNumber) return lineAmount(withoutNumber, unit, facts);
  const amounts = lines.map((line) => lineAmount(line, unit, facts));
  const known = amounts.filter((amount) => typeof amount !== 'string');
  return known.length > 0 ? known.reduce(narrow) : (amounts[0] ?? NOT_ON_REPORT);
}

/** @returns why it is not known, as a sentence */
function lineAmount({ line, range, unit: given }: DerivedLine, unit: Unit, facts: ContainerFacts): Range | string {
  if (range === null) return `“${line.name}” is printed without a number.`;
  if (given === null) return `We cannot convert the unit of “${line.name}”.`;
  const amount = convert(range, given, unit, facts);
  return 'refused' in amount ? amount.refused : amount;
}

/**
 * A printed total, and the milligrams that the certificate gives, bound the sums from below: every form of THC together, and
 * per container or serving each sum, because a total is printed as the THC in the drink. The usual total also bounds from above.
 */
function withPrintedTotals(measure: Measure, range: Range, unit: Unit, measured: Measured): Range {
  const printed = amountOf('total_thc', unit, measured);
  const total = typeof printed === 'string' ? null : printed;
  const isPortion = unit.basis === 'container' || unit.basis === 'serving';
  const header = headerIn(unit, measured);
  const least = measure === 'all_thc' || isPortion ? narrow(from(total?.low ?? new Fraction(0)), header) : UNKNOWN;
  if (measure !== 'total_d9' || total === null || total.high === null) return narrow(range, least);
  // Lines that come to more than the printed total count, not the total.
  const isBelowLines = total.high.compare(range.low) < 0;
  return narrow(isBelowLines ? range : narrow(range, { low: new Fraction(0), high: total.high }), least);
}

/**
 * Milligrams of THC in one container, of the forms on the report: the certificate's own figure, and what its lines come to.
 * Where they differ, the range spans both. Lines that do not convert add nothing; one that nothing bounds leaves it open.
 */
export function reportedThc(thcContent: number, measured: Measured): Range {
  const content = fromNumber(thcContent) ?? new Fraction(0);
  const own = { low: content, high: content };
  const forms = Object.entries(MEMBERS.all_thc).flatMap(([key, [low, high]]) => {
    const amount = amountOf(key, MG_PER_CONTAINER, measured);
    return typeof amount === 'string' ? [] : [weigh(amount, low, high)];
  });
  const total = amountOf('total_thc', MG_PER_CONTAINER, measured);
  const printed = typeof total === 'string' || total.high === null ? [] : [{ low: total.high, high: total.high }];
  return [...(forms.length > 0 ? [forms.reduce(add)] : []), ...printed].reduce(span, own);
}

const MG_PER_CONTAINER: Unit = { basis: 'container', power: 0 };

/** The certificate's milligrams of THC per container, in another unit, as a lower bound. */
function headerIn(unit: Unit, { thcPerContainer, facts }: Measured): Range {
  const converted = convert(thcPerContainer, MG_PER_CONTAINER, unit, facts);
  return 'refused' in converted ? UNKNOWN : from(converted.low);
}
