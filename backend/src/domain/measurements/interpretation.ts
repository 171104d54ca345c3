import Fraction from 'fraction.js';
import { type DerivedLine, deriveLine, type NamedResult } from './derived-line.js';
import type { Measured, SumParts } from './measures.js';
import { decimal, from, fromNumber } from './range.js';
import type { ContainerFacts } from './units.js';

/** An amount as printed, in decimal text. */
export interface PrintedQuantity {
  readonly amount: string;
  readonly unit: string;
}

/** What the report prints about the sample that amounts are converted with. */
export interface SampleFacts {
  readonly containerVolume?: PrintedQuantity | null;
  readonly containerMass?: PrintedQuantity | null;
  readonly servingsPerContainer?: string | null;
  readonly densityGPerMl?: string | null;
}

/** The fields of a certificate that amounts and verdicts follow from. */
export interface MeasuredCertificate {
  readonly lines: readonly NamedResult[];
  readonly sample: SampleFacts | null;
  /** Milligrams of THC per container, rounded to two decimals. */
  readonly thcContent: number;
  /** `YYYY-MM-DD` */
  readonly testDate: string;
}

/** Exact sizes of the units that containers are printed in. US customary: 1 fl oz = 29.5735295625 mL, 1 oz = 28.349523125 g. */
const ML: Readonly<Record<string, string>> = { mL: '1', L: '1000', 'fl oz': '29.5735295625' };
const G: Readonly<Record<string, string>> = { g: '1', kg: '1000', oz: '28.349523125' };

function quantity(printed: PrintedQuantity | null | undefined, sizes: Readonly<Record<string, string>>) {
  const size = printed && Object.hasOwn(sizes, printed.unit) ? sizes[printed.unit] : undefined;
  return printed && size !== undefined ? (positive(printed.amount)?.mul(size) ?? null) : null;
}

function positive(text: string | null | undefined): Fraction | null {
  const amount = text ? decimal(text) : null;
  return amount && amount.compare(0) > 0 ? amount : null;
}

const factsOf = (sample: SampleFacts | null): ContainerFacts => ({
  volumeMl: quantity(sample?.containerVolume, ML),
  massG: quantity(sample?.containerMass, G),
  servings: positive(sample?.servingsPerContainer),
  densityGPerMl: positive(sample?.densityGPerMl),
});

/** Half of the last place of a content that is rounded to two decimals. */
const ROUNDING = new Fraction('0.005');

/** Everything that follows from a certificate's printed lines, without any rule. */
export type Interpretation<Line extends NamedResult = NamedResult> = Measured & {
  readonly derived: readonly DerivedLine<Line>[];
};

/** @param parts analytes that are sums, with what they sum up */
export function interpret<Line extends NamedResult>(
  certificate: Omit<MeasuredCertificate, 'lines'> & { readonly lines: readonly Line[] },
  parts: SumParts,
): Interpretation<Line> {
  const facts = factsOf(certificate.sample);
  const derived = certificate.lines.map((line) => deriveLine(line, facts));
  const content = fromNumber(certificate.thcContent) ?? new Fraction(0);
  const least = content.compare(ROUNDING) > 0 ? content.sub(ROUNDING) : new Fraction(0);
  return { derived, lines: byAnalyte(derived), facts, thcPerContainer: from(least), parts };
}

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
