import Fraction from 'fraction.js';
import { containerFacts } from '../../shared/container-facts.js';
import { type PrintedAmount, printedAmount, tenTo } from '../../shared/printed-amount.js';
import { fromNumber, upTo } from '../../shared/range.js';
import type { Qualifier } from '../../shared/result-terms.js';
import { type ContainerFacts, convert, readUnit } from '../../shared/units.js';
import type { PrintedSample } from './printed-sample.js';
import type { AnalyteResult } from './test-results.js';

/** Compares the lines of a certificate with the milligrams of THC per container that it gives as a total. */
export interface ThcEvidence {
  /**
   * A line that means more than the total, and its milligrams per container, rounded to hundredths. Null if there is
   * none.
   */
  readonly higher: { readonly line: AnalyteResult; readonly mg: number } | null;
  /** A line that measured no THC although the certificate gives some, when no line measured any; or one without a figure to read. */
  readonly unmeasured: AnalyteResult | null;
}

/** The fields that are compared. */
export interface ThcStatement {
  /** Milligrams per container. */
  readonly thcContent: number;
  readonly analytes: readonly AnalyteResult[];
  readonly sample: PrintedSample | null;
}

const THC_LINE =
  /^(?:total\s+)?(?:(?:Δ|d|delta)[\s-]*9[\s-]*)?(?:thc|tetrahydrocannabinol)(?:\s*\((?:(?:Δ|d|delta)[\s-]*9(?:[\s-]*thc)?|thc)\))?$/iu;
const CBD_LINE = /^(?:total\s+)?(?:cbd|cannabidiol)$/iu;

/** "Total THC*" and "Total THC¹" point to a note. */
const NOTE_MARKS = /[\s*†‡§\p{No}]+$/u;

/** The certificate's milligrams per container for a line of this name; null for other lines. */
export function contentNamed(name: string, thcMg: number, cbdMg: number): number | null {
  const spelled = name.replace(NOTE_MARKS, '').normalize('NFKC').replaceAll('∆', 'Δ').trim();
  if (THC_LINE.test(spelled)) return thcMg;
  return CBD_LINE.test(spelled) ? cbdMg : null;
}

/** Up to this, the line is the same figure, rounded. */
const SAME = { factor: 1.05, mg: 0.1 };

const PER_CONTAINER = { basis: 'container', power: 0 } as const;

export function thcEvidence({ thcContent, analytes, sample }: ThcStatement): ThcEvidence {
  const facts = containerFacts(sample);
  const read = analytes.filter(isAboutThc).map((line) => ({ line, ...printedAmount(line) }));
  const amounts = read.flatMap(({ line, range }) => {
    const unit = readUnit(line.unit);
    if (range === null || 'refused' in unit) return [];
    const amount = convert(range, unit, PER_CONTAINER, facts);
    return 'refused' in amount ? [] : [{ line, mg: hundredths(amount.low) }];
  });
  const highest = amounts.toSorted((a, b) => b.mg - a.mg)[0] ?? null;
  const isHigher = highest !== null && highest.mg > thcContent * SAME.factor && highest.mg > thcContent + SAME.mg;
  const hasNone = ({ line, qualifier }: (typeof read)[number]) =>
    WITHOUT_THC.has(qualifier) || (qualifier === 'zero' && !leavesRoom(line, thcContent, facts));
  const isUnmeasured = thcContent > 0 && read.length > 0 && read.every(hasNone);
  const unread = read.find(isUnread) ?? (isUnmeasured ? read[0] : undefined);
  return { higher: isHigher ? highest : null, unmeasured: unread?.line ?? null };
}

const WITHOUT_THC: ReadonlySet<Qualifier> = new Set(['not_detected', 'below_loq', 'absent', 'not_tested']);

/** No drink is larger, in milliliters or grams. */
export const LARGEST_CONTAINER = 2500;
const LARGEST = new Fraction(LARGEST_CONTAINER);

/** Whether "0.00" can be so many milligrams, rounded: half of the last printed place, in the largest container it can be. */
function leavesRoom({ valueText, unit }: AnalyteResult, thcContent: number, facts: ContainerFacts): boolean {
  const content = fromNumber(thcContent);
  const read = readUnit(unit);
  if (content === null || 'refused' in read) return false;
  const places = /\.(\d+)/.exec(valueText)?.[1]?.length ?? 0;
  const rounding = upTo(tenTo(-places).div(2));
  const printed = convert(rounding, read, PER_CONTAINER, facts);
  const largest = { ...facts, volumeMl: facts.volumeMl ?? LARGEST, massG: facts.massG ?? LARGEST };
  const most = 'refused' in printed ? convert(rounding, read, PER_CONTAINER, largest) : printed;
  return !('refused' in most) && most.high !== null && most.high.compare(content) >= 0;
}

/** "17.75*", or ">5" without an upper end. A number beside such a text is a figure. */
const isUnread = ({ line, qualifier, range }: { line: AnalyteResult } & PrintedAmount) =>
  qualifier === 'above_range' || (qualifier === 'unclear' && range === null && line.value === null);

const isAboutThc = ({ name, panel }: AnalyteResult) =>
  (panel === 'cannabinoids' || panel === 'other') && contentNamed(name, 1, 0) === 1;

const hundredths = (amount: Fraction): number => amount.mul(100).floor().div(100).valueOf();
