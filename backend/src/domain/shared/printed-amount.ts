import Fraction from 'fraction.js';
import { decimal, exactly, from, fromNumber, larger, type Range, upTo } from './range.js';
import type { AnalyteResult, Qualifier } from './result-terms.js';

/** The fields of a printed line that its amount depends on. */
export type PrintedResult = Pick<AnalyteResult, 'valueText' | 'value' | 'unit' | 'lod' | 'loq'>;

/** What a printed result says about an amount in its printed unit. */
export interface PrintedAmount {
  readonly qualifier: Qualifier;
  /** Null where it says nothing about an amount. */
  readonly range: Range | null;
  /** Whether the text says that it was found: "Detected, <LOQ" is below the LOQ, but not "not detected". */
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

/** A comma only groups thousands: "0,125" is not read as a number, because it could be 0.125 or 125. */
const NUMBER = String.raw`[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d*)?|\.\d+`;
/** "0,125", "0,4 mg/g": a comma after digits that does not group thousands. */
const DECIMAL_COMMA = /^[<≤>≥]?\s*(?![1-9]\d{0,2}(?:,\d{3})+(?![\d,]))\d+,\d/;

/** Whether a printed result has a comma that can be a decimal point, so that no number is read from it. */
export const hasDecimalComma = ({ valueText }: Pick<PrintedResult, 'valueText'>): boolean =>
  DECIMAL_COMMA.test(valueText.normalize('NFKC').trim());

/** "0.31", "<0.05", "1,250", "1.2E+03", "3 x 10^2", "0.31 ± 0.02", each with or without its unit. */
const PRINTED_NUMBER = new RegExp(
  String.raw`^([<≤>≥]?)\s*(${NUMBER})(?:\s*(?:e([+-]?\d{1,2})|[x×*]\s*10\s*\^?\s*([+-]?\d{1,2})))?(?:\s*±\s*(${NUMBER}))?\s*(\D.*)?$`,
);

const UNCLEAR: PrintedAmount = { qualifier: 'unclear', range: null };

/** Reads a printed result from its text and the number beside it; the more cautious of the two counts. */
export function printedAmount(line: PrintedResult): PrintedAmount {
  const read = printedText(line);
  const number = fromNumber(line.value);
  if (line.value === null) return read;
  return number === null ? UNCLEAR : withNumber(read, number);
}

/** The number does not fit the text: the higher figure is the lower bound, and there is no upper bound. */
function withNumber(read: ReadText, number: Fraction): PrintedAmount {
  const { range, halfOfLastPlace } = read;
  if (number.equals(0) && (range === null || range.low.equals(0))) return read;
  if (range?.high && number.compare(range.low) >= 0 && number.compare(range.high) <= 0) return read;
  const low = larger(range?.low ?? number, number);
  const isRounded = halfOfLastPlace && range && number.sub(range.low).abs().compare(halfOfLastPlace) <= 0;
  if (isRounded) return { ...read, range: exactly(low) };
  return { qualifier: 'unclear', range: from(low) };
}

/** A printed number without an uncertainty may be rounded. */
type ReadText = PrintedAmount & { readonly halfOfLastPlace?: Fraction };

/** Before a raised digit: "10⁵" is not 105, nor is "0.3¹" 0.31. */
const RAISED = /(?<=[\d.])(?=\p{No})/gu;

function printedText(line: PrintedResult): ReadText {
  const text = line.valueText.replace(RAISED, '^').normalize('NFKC').trim().toLowerCase();
  if (NOT_TESTED.test(text)) return { qualifier: 'not_tested', range: null };
  if (NOT_DETECTED.test(text)) return { qualifier: 'not_detected', range: upTo(bound(line.lod)) };
  if (BELOW_LOQ.test(text)) return { qualifier: 'below_loq', range: upTo(bound(line.loq)) };
  if (FOUND_BELOW_LOQ.test(text)) return { qualifier: 'below_loq', range: upTo(bound(line.loq)), isFound: true };
  if (ABOVE_RANGE.test(text))
    return { qualifier: 'above_range', range: from(fromNumber(line.loq) ?? new Fraction(0)), isFound: true };
  if (PRESENT.test(text)) return { qualifier: 'present', range: null };
  if (ABSENT.test(text)) return { qualifier: 'absent', range: null };
  return printedNumber(text, line);
}

function printedNumber(text: string, line: PrintedResult): ReadText {
  const [, sign = '', digits, exponent, power, plusMinus, unit] = PRINTED_NUMBER.exec(text) ?? [];
  const mantissa = digits === undefined ? null : decimal(digits.replaceAll(',', ''));
  if (mantissa === null || !isSameUnit(unit, line.unit)) return UNCLEAR;
  const amount = mantissa.mul(tenTo(Number(exponent ?? power ?? 0)));
  if (sign === '<' || sign === '≤') return { qualifier: 'below_loq', range: upTo(amount.equals(0) ? null : amount) };
  if (sign === '>' || sign === '≥') return { qualifier: 'above_range', range: from(amount) };
  const uncertainty = plusMinus === undefined ? null : decimal(plusMinus.replaceAll(',', ''));
  if (plusMinus !== undefined && uncertainty === null) return UNCLEAR;
  if (amount.equals(0))
    return { qualifier: 'zero', range: upTo(aboveBoth(bound(line.lod) ?? bound(line.loq), uncertainty)) };
  if (uncertainty !== null) return { qualifier: 'measured', range: around(amount, uncertainty) };
  const places = digits?.split('.')[1]?.length ?? 0;
  const isPlain = exponent === undefined && power === undefined;
  return {
    qualifier: 'measured',
    range: exactly(amount),
    ...(isPlain ? { halfOfLastPlace: tenTo(-places).div(2) } : {}),
  };
}

/** A limit of 0 is not a bound, because no method can tell a trace from zero. */
function bound(limit: number | null): Fraction | null {
  const amount = fromNumber(limit);
  return amount === null || amount.equals(0) ? null : amount;
}

/** The upper bound plus its uncertainty; null if there is none. */
const aboveBoth = (limit: Fraction | null, uncertainty: Fraction | null): Fraction | null =>
  limit === null || uncertainty === null || limit.compare(uncertainty) >= 0 ? limit : uncertainty;

/** The text after the number must be the unit of the line, if there is any text. */
const isSameUnit = (printed: string | undefined, unit: string | null): boolean =>
  printed === undefined || (unit !== null && foldedUnit(printed) === foldedUnit(unit));

/** A unit without case, spaces, and different ways to write "micro". */
export const foldedUnit = (unit: string): string =>
  unit
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s/g, '')
    .replace(/^(?:u|mc)g/, 'μg');

const around = (amount: Fraction, uncertainty: Fraction): Range => ({
  low: uncertainty.compare(amount) >= 0 ? new Fraction(0) : amount.sub(uncertainty),
  high: amount.add(uncertainty),
});

const POWERS_OF_TEN = new Map<number, Fraction>();

/** 10 to a whole power of at most two digits. */
export function tenTo(power: number): Fraction {
  const known = POWERS_OF_TEN.get(power);
  if (known) return known;
  const size = 10n ** BigInt(Math.abs(power));
  const result = power >= 0 ? new Fraction(size, 1n) : new Fraction(1n, size);
  POWERS_OF_TEN.set(power, result);
  return result;
}
