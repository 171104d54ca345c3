import Fraction from 'fraction.js';
import { containerFacts, type SampleFacts } from '../shared/container-facts.js';
import { from, fromNumber } from '../shared/range.js';
import { type DerivedLine, deriveLine, type NamedResult } from './derived-line.js';
import { isCalledThc, type Measured, type SumParts } from './measures.js';

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
  const content = fromNumber(certificate.thcContent) ?? new Fraction(0);
  const least = content.compare(ROUNDING) > 0 ? content.sub(ROUNDING) : new Fraction(0);
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
