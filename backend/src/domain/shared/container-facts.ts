import type Fraction from 'fraction.js';
import { decimal } from './range.js';
import type { ContainerFacts } from './units.js';

/** An amount as printed, in decimal text. */
export interface PrintedQuantity<Unit extends string = string> {
  readonly amount: string;
  readonly unit: Unit;
}

/** What the report prints about the sample that amounts are converted with. */
export interface SampleFacts {
  readonly containerVolume?: PrintedQuantity | null;
  readonly containerMass?: PrintedQuantity | null;
  readonly servingsPerContainer?: string | null;
  readonly densityGPerMl?: string | null;
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

/** What a report prints about its sample, as exact numbers. A figure that is not above zero is ignored. */
export const containerFacts = (sample: SampleFacts | null): ContainerFacts => ({
  volumeMl: quantity(sample?.containerVolume, ML),
  massG: quantity(sample?.containerMass, G),
  servings: positive(sample?.servingsPerContainer),
  densityGPerMl: positive(sample?.densityGPerMl),
});
