import Fraction from 'fraction.js';
import { decimal, exactly, from, fromNumber, type Range, upTo } from './range.js';
import type { Qualifier } from './result-terms.js';

/** One printed line, as far as its amount goes. */
export interface PrintedResult {
  readonly valueText: string;
  readonly value: number | null;
  readonly unit: string | null;
  readonly lod: number | null;
  readonly loq: number | null;
}

/** What a printed result says about an amount in its printed unit. */
export interface PrintedAmount {
  readonly qualifier: Qualifier;
  /** Null where it says nothing about an amount. */
  readonly range: Range | null;
  /** Whether the text says that it was found: "Detected, <LOQ" lies below the LOQ and is no "not detected". */
  readonly isFound?: boolean;
}

const BELOW_LOQ = /^(?:<\s*loq|bloq|blq|bql|<\s*ql|below loq|<\s*rl)$/;
const FOUND_BELOW_LOQ = /^(?:detected|present|trace),?\s*(?:<\s*(?:loq|rl|ql)|below loq)$/;
const ABOVE_RANGE = /^(?:>\s*uloq|auloq|tntc|too numerous to count)$/;
const PER_SAMPLE = String.raw`(?:\s*(?:in|per|/)\s*\d+ ?(?:g|ml))?`;
const NOT_DETECTED = new RegExp(
  String.raw`^(?:(?:nd|n\.d\.?|not detected|none detected|non-detect)${PER_SAMPLE}|<\s*lod|blod|below lod)$`,
);
const PRESENT = new RegExp(`^(?:present|positive|detected)${PER_SAMPLE}$`);
const ABSENT = new RegExp(`^(?:absent|negative|not present|none present)${PER_SAMPLE}$`);
const NOT_TESTED = /^(?:nt|not tested|not analyzed|n\/t)$/;

/** A comma only groups thousands: "0,125" is no number here, because it could be 0.125 or 125. */
const NUMBER = String.raw`[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d*)?|\.\d+`;
/** "0.31", "<0.05", "1,250", "1.2E+03", "3 x 10^2", "0.31 ± 0.02", each with or without its unit. */
const PRINTED_NUMBER = new RegExp(
  String.raw`^([<≤>≥]?)\s*(${NUMBER})(?:\s*(?:e([+-]?\d{1,2})|[x×*]\s*10\s*\^?\s*([+-]?\d{1,2})))?(?:\s*±\s*(${NUMBER}))?\s*(\D.*)?$`,
);

const UNCLEAR: PrintedAmount = { qualifier: 'unclear', range: null };

/** Reads a printed result. A text that is not understood says nothing; the number beside it is not used in its place. */
export function printedAmount(line: PrintedResult): PrintedAmount {
  const text = line.valueText.normalize('NFKC').trim().toLowerCase();
  if (NOT_TESTED.test(text)) return { qualifier: 'not_tested', range: null };
  if (NOT_DETECTED.test(text)) return { qualifier: 'not_detected', range: upTo(bound(line.lod)) };
  if (BELOW_LOQ.test(text)) return { qualifier: 'below_loq', range: upTo(bound(line.loq)) };
  if (FOUND_BELOW_LOQ.test(text)) return { qualifier: 'below_loq', range: upTo(bound(line.loq)), isFound: true };
  if (ABOVE_RANGE.test(text)) return { qualifier: 'above_range', range: from(fromNumber(line.loq) ?? new Fraction(0)) };
  if (PRESENT.test(text)) return { qualifier: 'present', range: null };
  if (ABSENT.test(text)) return { qualifier: 'absent', range: null };
  return printedNumber(text, line);
}

function printedNumber(text: string, line: PrintedResult): PrintedAmount {
  const [, sign = '', digits, exponent, power, plusMinus, unit] = PRINTED_NUMBER.exec(text) ?? [];
  const mantissa = digits === undefined ? null : decimal(digits.replaceAll(',', ''));
  if (mantissa === null || !isSameUnit(unit, line.unit)) return UNCLEAR;
  const amount = mantissa.mul(tenTo(Number(exponent ?? power ?? 0)));
  if (sign === '<' || sign === '≤') return { qualifier: 'below_loq', range: upTo(amount.equals(0) ? null : amount) };
  if (sign === '>' || sign === '≥') return { qualifier: 'above_range', range: from(amount) };
  if (contradicts(amount, digits ?? '', line.value)) return UNCLEAR;
  const uncertainty = plusMinus === undefined ? null : decimal(plusMinus.replaceAll(',', ''));
  if (plusMinus !== undefined && uncertainty === null) return UNCLEAR;
  if (amount.equals(0))
    return { qualifier: 'zero', range: upTo(aboveBoth(bound(line.lod) ?? bound(line.loq), uncertainty)) };
  return { qualifier: 'measured', range: uncertainty === null ? exactly(amount) : around(amount, uncertainty) };
}

/** A limit of 0 bounds nothing: no method tells a trace from zero. */
function bound(limit: number | null): Fraction | null {
  const amount = fromNumber(limit);
  return amount === null || amount.equals(0) ? null : amount;
}

/** The higher of a bound and an uncertainty; null where nothing bounds. */
const aboveBoth = (limit: Fraction | null, uncertainty: Fraction | null): Fraction | null =>
  limit === null || uncertainty === null || limit.compare(uncertainty) >= 0 ? limit : uncertainty;

/** The text after the number must be the unit of the line, if there is any text. */
const isSameUnit = (printed: string | undefined, unit: string | null): boolean =>
  printed === undefined || (unit !== null && folded(printed) === folded(unit));

const folded = (unit: string) =>
  unit
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s/g, '')
    .replace(/^(?:u|mc)g/, 'μg');

/** The number beside the text may be rounded to the printed places or be the exact one, but not another. */
function contradicts(amount: Fraction, digits: string, value: number | null): boolean {
  const given = fromNumber(value);
  if (value === null) return false;
  if (given === null) return true;
  const halfOfLastPlace = tenTo(-(digits.split('.')[1]?.length ?? 0)).div(2);
  return amount.sub(given).abs().compare(halfOfLastPlace) > 0;
}

const around = (amount: Fraction, uncertainty: Fraction): Range => ({
  low: uncertainty.compare(amount) >= 0 ? new Fraction(0) : amount.sub(uncertainty),
  high: amount.add(uncertainty),
});

/** 10 to a whole power. */
export const tenTo = (power: number): Fraction =>
  power >= 0 ? new Fraction(10n ** BigInt(power), 1n) : new Fraction(1n, 10n ** BigInt(-power));
