import Fraction from 'fraction.js';

/**
 * An amount from `low` to `high`, both included. `high` is null if nothing printed bounds it. Exact: a fraction of
 * integers, never a binary floating-point number (decision 0050).
 */
export interface Range {
  readonly low: Fraction;
  readonly high: Fraction | null;
}

const ZERO = new Fraction(0);

/** Zero or more: all that is known about an amount that was not measured. */
export const UNKNOWN: Range = { low: ZERO, high: null };

export const exactly = (amount: Fraction): Range => ({ low: amount, high: amount });

export const upTo = (high: Fraction | null): Range => ({ low: ZERO, high });

export const from = (low: Fraction): Range => ({ low, high: null });

export const add = (a: Range, b: Range): Range => ({
  low: a.low.add(b.low),
  high: a.high === null || b.high === null ? null : a.high.add(b.high),
});

/** @param factor above zero */
export const scale = ({ low, high }: Range, factor: Fraction): Range => ({
  low: low.mul(factor),
  high: high === null ? null : high.mul(factor),
});

/** How far two figures of one amount may be apart by rounding. */
const ROUNDED = new Fraction('1.05');

/**
 * Combines several figures for one amount. The highest counts, so another figure never lowers the amount. If rounding
 * does not explain their difference, they contradict each other, and there is no upper bound.
 */
export function together(statements: readonly Range[]): Range {
  const low = statements.map((one) => one.low).reduce(larger, ZERO);
  const highs = statements.flatMap(({ high }) => high ?? []);
  const agree = highs.length === statements.length && highs.every((high) => low.compare(high.mul(ROUNDED)) <= 0);
  return { low, high: agree ? highs.reduce(larger, low) : null };
}

/** Raises an amount to a lower bound from another source. */
export const atLeast = (amount: Range, low: Fraction): Range =>
  together([amount, { low, high: amount.high && larger(amount.high, low) }]);

export const larger = (a: Fraction, b: Fraction): Fraction => (a.compare(b) >= 0 ? a : b);

export const smaller = (a: Fraction, b: Fraction): Fraction => (a.compare(b) <= 0 ? a : b);

/** The range that covers both. */
export const span = (a: Range, b: Range): Range => ({
  low: a.low.compare(b.low) <= 0 ? a.low : b.low,
  high: a.high === null || b.high === null ? null : a.high.compare(b.high) >= 0 ? a.high : b.high,
});

/** Longest decimal text that is read: no laboratory prints more, and a long one costs time. */
const DECIMAL = /^\d{1,15}(?:\.\d{0,15})?$|^\.\d{1,15}$/;

/** @returns null unless it is a plain decimal number */
export const decimal = (text: string): Fraction | null =>
  DECIMAL.test(text) ? new Fraction(text.startsWith('.') ? `0${text}` : text.replace(/\.$/, '')) : null;

/**
 * A limit as the wire has it. JSON numbers are decimal, and a double keeps only 15 digits; further digits are rounding
 * noise, as in 0.30000000000000004.
 */
export const fromNumber = (value: number | null): Fraction | null =>
  value === null || !Number.isFinite(value) || value < 0 ? null : (decimal(plainText(value)) ?? null);

const plainText = (noisy: number): string => {
  const value = Number(noisy.toPrecision(15));
  const text = String(value);
  return text.includes('e') ? value.toFixed(15).replace(/0+$/, '') : text;
};

/** Places after the point in texts for people, or significant digits of amounts below 1. */
const SHOWN_DIGITS = 4;
const MOST_DIGITS = 10;

/**
 * Decimal text for people. A lower bound is rounded down, an upper one up.
 * @param limit what it is compared with; an amount that differs from the limit is never rounded to it
 */
export function shown(amount: Fraction, rounding: 'round' | 'floor' | 'ceil' = 'round', limit?: string): string {
  const size = amount.valueOf();
  const leadingZeros = size === 0 || size >= 1 ? 0 : -Math.floor(Math.log10(size)) - 1;
  for (let places = SHOWN_DIGITS + leadingZeros; ; places++) {
    const text = amount[rounding](places).toString(places);
    const readsLikeLimit = limit !== undefined && !amount.equals(limit) && new Fraction(text).equals(limit);
    if (!readsLikeLimit || places >= MOST_DIGITS + leadingZeros) return text;
  }
}

/** A range as decimal text, rounded outward to six places after the point. `high` is null without an upper bound. */
export interface TextBounds {
  readonly low: string;
  readonly high: string | null;
}

/** Places after the point in texts for machines: a nanogram, where the unit is a milligram. */
const PLACES = 6;

export const textBounds = ({ low, high }: Range): TextBounds => ({
  low: low.floor(PLACES).toString(PLACES),
  high: high === null ? null : high.ceil(PLACES).toString(PLACES),
});

export const bounds = (range: Range | null): TextBounds | null => range && textBounds(range);
