import Fraction from 'fraction.js';
import { containerFacts, type SampleFacts } from '../shared/container-facts.js';
import { add, atLeast, from, fromNumber, larger, type Range, span, together, UNKNOWN } from '../shared/range.js';
import { type ContainerFacts, convert, type Unit } from '../shared/units.js';
import { type DerivedLine, deriveLine, type NamedResult } from './derived-line.js';
import type { Measure } from './rule.js';

/** Factor by mass, low and high where the rule's text gives none. */
type Weights = Readonly<Record<string, readonly [Fraction, Fraction]>>;

const ZERO = new Fraction(0);
const ONE = new Fraction(1);
const ONCE = [ONE, ONE] as const;
const THCA_TO_THC = new Fraction('0.877');
const THCVA_TO_THCV = new Fraction('0.867');

/** From content/rules.json's sources: which forms count, and how much (decision 0050). */
const MEMBERS: Readonly<Record<Measure, Weights>> = {
  total_d9: { d9_thc: ONCE, thca: [THCA_TO_THC, THCA_TO_THC] },
  all_thc: {
    d9_thc: ONCE,
    thca: [THCA_TO_THC, ONE],
    d8_thc: ONCE,
    d10_thc: ONCE,
    exo_thc: ONCE,
    thcv: ONCE,
    thcva: [THCVA_TO_THCV, ONE],
    d8_thcv: ONCE,
    thcp: ONCE,
    d8_thcp: ONCE,
    thco: ONCE,
    d8_thco: ONCE,
    thch: ONCE,
    thcb: ONCE,
  },
  ca_total: { thca: ONCE, d8_thc: ONCE, d9_thc: ONCE, d10_thc: ONCE },
};

/** The derived lines of a certificate, and the total in its header. */
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

/** The fields of a certificate from which amounts and comparisons are derived. */
export interface MeasuredCertificate {
  readonly lines: readonly NamedResult[];
  readonly sample: SampleFacts | null;
  /** Milligrams of THC per container, rounded to two decimals. */
  readonly thcContent: number;
  /** `YYYY-MM-DD` */
  readonly testDate: string;
}

/** Half of the last place of a content that is rounded to two decimals. */
const ROUNDING = new Fraction('0.005');

/** Everything that is derived from a certificate's printed lines without any rule. */
export type Interpretation<Line extends NamedResult = NamedResult> = Measured & {
  readonly derived: readonly DerivedLine<Line>[];
};

/** @param parts analytes that are sums, with what they sum up */
export function interpret<Line extends NamedResult>(
  certificate: Omit<MeasuredCertificate, 'lines'> & { readonly lines: readonly Line[] },
  parts: SumParts,
): Interpretation<Line> {
  const facts = containerFacts(certificate.sample);
  const derived = certificate.lines.map((line) => deriveLine(line, facts));
  const content = fromNumber(certificate.thcContent) ?? ZERO;
  const least = content.compare(ROUNDING) > 0 ? content.sub(ROUNDING) : ZERO;
  const unknown = derived.filter(({ line, qualifier }) => isUnknownCannabinoid(line) && qualifier !== 'not_tested');
  return { derived, lines: byAnalyte(derived), unknown, facts, thcPerContainer: from(least), parts };
}

/** A name that contains THC is a form of THC under any heading. */
const isUnknownCannabinoid = ({ panel, analyte, name }: NamedResult) =>
  analyte === null && (panel === 'cannabinoids' || isCalledThc(name));

function byAnalyte(derived: readonly DerivedLine[]): ReadonlyMap<string, readonly DerivedLine[]> {
  const lines = new Map<string, DerivedLine[]>();
  for (const one of derived) {
    const { analyte } = one.line;
    if (analyte === null) continue;
    const same = lines.get(analyte);
    if (same) same.push(one);
    else lines.set(analyte, [one]);
  }
  return lines;
}

/** The analytes of a measure. */
export const membersOf = (measure: Measure): readonly string[] => Object.keys(MEMBERS[measure]);

/** The lines of an analyte and of its parts. */
export const linesOf = (key: string, measured: Measured): readonly DerivedLine[] =>
  [key, ...(measured.parts.get(key) ?? [])].flatMap((one) => testedLines(one, measured));

const testedLines = (key: string, { lines }: Measured): readonly DerivedLine[] =>
  (lines.get(key) ?? []).filter(({ qualifier }) => qualifier !== 'not_tested');

/** Whether the report has the analyte, or all its parts. */
export function isCovered(key: string, measured: Measured): boolean {
  const has = (one: string) => testedLines(one, measured).length > 0;
  const parts = measured.parts.get(key) ?? [];
  return has(key) || (parts.length > 0 && parts.every(has));
}

const NONE: Range = { low: ZERO, high: ZERO };

/** What is known about a sum, and why it is not known more exactly. */
export interface MeasuredSum {
  readonly range: Range;
  /** Sentences. */
  readonly missing: readonly string[];
}

/**
 * A sum of amounts in a unit. Forms that were not measured can have any amount, so with one of them the sum has no
 * upper bound.
 */
export function sumOf(measure: Measure, unit: Unit, measured: Measured): MeasuredSum {
  const amounts = Object.entries(MEMBERS[measure]).map(([key, weights]) => ({
    weights,
    amount: amountOf(key, unit, measured),
  }));
  const lines = amounts
    .map(({ amount, weights: [low, high] }) => (amount ? weigh(amount.range, low, high) : UNKNOWN))
    .reduce(add, NONE);
  const notMeasured = amounts.filter(({ amount }) => amount === null).length;
  const whole = wholeOf(measure, unit, measured);
  const sum = atLeast(lines, whole.stated);
  const [unknown] = measured.unknown;
  const missing = [
    ...amounts.flatMap(({ amount }) => amount?.open ?? []),
    ...(notMeasured > 0 ? [notMeasuredSentence(notMeasured)] : []),
    ...(lines.high !== null && sum.high === null ? ['The total on the report is higher than its lines.'] : []),
    ...(whole.open === null ? [] : [whole.open]),
    ...(unknown ? [`“${unknown.line.name}” is not in our vocabulary, and could count.`] : []),
  ];
  const isOpen = unknown !== undefined || whole.open !== null;
  return {
    range: { low: larger(lines.low, whole.least), high: isOpen ? null : sum.high },
    missing: [...new Set(missing)],
  };
}

const notMeasuredSentence = (count: number) =>
  count === 1
    ? 'One form of THC that counts is not on the report.'
    : `${count} forms of THC that count are not on the report.`;

const weigh = (range: Range, low: Fraction, high: Fraction): Range => ({
  low: range.low.mul(low),
  high: range.high === null ? null : range.high.mul(high),
});

/** What is known about an amount. */
export interface Amount {
  readonly range: Range;
  /** Why a line about it gives no amount, as a sentence; null if each line gives one. */
  readonly open: string | null;
}

/**
 * Combines all lines of an analyte and the sum of its parts into one amount. It has no upper bound if one of them can't
 * be converted or has no number, such as "Positive".
 * @returns null where the report has neither
 */
export function amountOf(key: string, unit: Unit, measured: Measured): Amount | null {
  const own = testedLines(key, measured).map((line) => lineAmount(line, unit, measured.facts));
  const parts = (measured.parts.get(key) ?? []).map((part) => amountOf(part, unit, measured));
  const present = parts.filter((part) => part !== null);
  if (own.length === 0 && present.length === 0) return null;
  const isWithoutPart = own.length === 0 && present.length < parts.length;
  const ofParts = present.map(({ range }) => range).reduce(add, isWithoutPart ? UNKNOWN : NONE);
  const statements = [...own.map(({ range }) => range), ...(present.length > 0 ? [ofParts] : [])];
  return { range: together(statements), open: [...own, ...present].find(({ open }) => open !== null)?.open ?? null };
}

function lineAmount({ line, range, unit: given }: DerivedLine, unit: Unit, facts: ContainerFacts): Amount {
  if (range === null) return { range: UNKNOWN, open: `“${line.name}” is printed without a number.` };
  if (given === null) return { range: UNKNOWN, open: `We cannot convert the unit of “${line.name}”.` };
  const amount = convert(range, given, unit, facts);
  return 'refused' in amount ? { range: UNKNOWN, open: amount.refused } : { range: amount, open: null };
}

/** What the report says about a sum as a whole. */
interface Whole {
  /** The highest total that it prints; lines that add up to less are not complete. */
  readonly stated: Fraction;
  /** A lower bound of the sum. */
  readonly least: Fraction;
  /** Why a total on the report gives no amount, as a sentence. */
  readonly open: string | null;
}

/**
 * A printed total, and the milligrams that the certificate gives. Per container or serving they are the THC in the
 * drink. In other units a total is a lower bound only of the sum of all forms, because labs may add more than Δ9-THC to
 * it; so is a line with an unknown name that contains THC.
 */
function wholeOf(measure: Measure, unit: Unit, measured: Measured): Whole {
  const total = amountOf('total_thc', unit, measured);
  const header = headerIn(unit, measured);
  const stated = larger(total?.range.low ?? ZERO, header);
  const isPortion = unit.basis === 'container' || unit.basis === 'serving';
  const ofAll = measure === 'all_thc' ? measured.unknown.filter(({ line }) => isCalledThc(line.name)) : [];
  const named = ofAll.map((line) => lineAmount(line, unit, measured.facts).range.low).reduce(larger, ZERO);
  const least = measure === 'all_thc' || isPortion ? larger(stated, named) : named;
  return { stated, least, open: total?.open ?? null };
}

/** Whether a printed name contains THC, known or not. */
export const isCalledThc = (name: string): boolean => /thc|tetrahydrocannab/i.test(name);

/**
 * Milligrams of THC in one container, of the forms on the report: the certificate's own figure, and the sum of its
 * lines. If they differ, the range covers both. Lines that can't be converted add nothing; a line without an upper
 * bound leaves the range without one.
 */
export function reportedThc(thcContent: number, measured: Measured): Range {
  const content = fromNumber(thcContent) ?? ZERO;
  const converted = withConvertedLines(measured);
  const forms = Object.entries(MEMBERS.all_thc).flatMap(([key, [low, high]]) => {
    const amount = amountOf(key, MG_PER_CONTAINER, converted);
    return amount ? [weigh(amount.range, low, high)] : [];
  });
  const total = amountOf('total_thc', MG_PER_CONTAINER, converted)?.range;
  const stated = { low: content, high: content };
  const printed = total ? [{ low: total.high ?? total.low, high: total.high }] : [];
  return [...(forms.length > 0 ? [forms.reduce(add)] : []), ...printed].reduce(span, stated);
}

const withConvertedLines = (measured: Measured): Measured => ({
  ...measured,
  lines: new Map(
    [...measured.lines].map(([key, lines]) => [key, lines.filter(({ perContainer }) => perContainer !== null)]),
  ),
});

const MG_PER_CONTAINER: Unit = { basis: 'container', power: 0 };

/** The certificate's milligrams of THC per container, in another unit, as a lower bound. */
function headerIn(unit: Unit, { thcPerContainer, facts }: Measured): Fraction {
  const converted = convert(thcPerContainer, MG_PER_CONTAINER, unit, facts);
  return 'refused' in converted ? ZERO : converted.low;
}
