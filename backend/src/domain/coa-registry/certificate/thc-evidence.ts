import Fraction from 'fraction.js';
import { containerFacts } from '../../shared/container-facts.js';
import { foldedUnit, type PrintedAmount, printedAmount, tenTo } from '../../shared/printed-amount.js';
import { fromNumber, upTo } from '../../shared/range.js';
import type { Qualifier } from '../../shared/result-terms.js';
import { type Basis, type ContainerFacts, convert, readUnit } from '../../shared/units.js';
import { toLatin } from './look-alikes.js';
import type { PrintedSample } from './printed-sample.js';
import type { AnalyteResult } from './test-results.js';

/** Compares the lines of a certificate with the milligrams of THC per container that it gives as a total. */
export interface ThcEvidence {
  /** What means more than the total, and its milligrams per container, rounded to hundredths. Null if nothing does. */
  readonly higher: HigherLines | null;
  /**
   * A line that measured no THC although the certificate gives some, when no line measured any; one without a figure to
   * read; or one that does not show how little it is, where the certificate gives none.
   */
  readonly unmeasured: AnalyteResult | null;
}

/** One line, or those of all forms of THC together. */
export interface HigherLines {
  readonly lines: readonly AnalyteResult[];
  readonly mg: number;
}

/** The fields that are compared. */
export interface ThcStatement {
  /** Milligrams per container. */
  readonly thcContent: number;
  readonly analytes: readonly AnalyteResult[];
  readonly sample: PrintedSample | null;
}

const THC_LINE =
  /^(?:(?:(?:d|delta)?[\s-]*9[\s-]*)?(?:thc|tetrahydrocannabinols?)(?:[\s-]*d9)?(?:\s*\((?:(?:d|delta)[\s-]*9(?:[\s-]*thc)?|thc)\))?|d(?:elta)?[\s-]*9)$/;
const CBD_LINE = /^(?:cbd|cannabidiol)$/;

/** "Total THC*" and "Total THC¹" point to a note. */
const NOTE_MARKS = /[\s*†‡§\p{No}]+$/u;

/** "THC total", "Total Potential THC", and the formula behind a name. */
const TOTAL_WORDS = /\b(?:total|potential|active|activated|max(?:imum)?|sum of)\b|\([^()]*=.*\)$/g;

/** A name in lower case without its marks, with "d" for a delta; letters of other scripts that look Latin are Latin. */
const spelled = (name: string): string =>
  toLatin(name.replace(NOTE_MARKS, '').normalize('NFKC').toLowerCase())
    .replace(/[∆δ]/g, 'd')
    .replace(TOTAL_WORDS, ' ')
    .trim()
    .replace(/\s+/g, ' ');

/** The certificate's milligrams per container for a line of this name; null for other lines. */
export function contentNamed(name: string, thcMg: number, cbdMg: number): number | null {
  const plain = spelled(name);
  if (THC_LINE.test(plain)) return thcMg;
  return CBD_LINE.test(plain) ? cbdMg : null;
}

/**
 * Other forms of THC and what acts like them, known or not: "Δ8-THC", "THCJD", "HHC". They count under any heading. THCV
 * doesn't: nothing that we have read says that it adds to the effect.
 */
const LIKE_THC = /^(?!.*(?:thcv|varin)).*(?:thc|tetrahydrocannab|hhc|hexahydrocannab)/;

/** Up to this, the line is the same figure, rounded. */
const SAME = { factor: 1.05, mg: 0.1 };

/** Up to this, traces of other forms leave the amount within what a label promises. */
const SAME_TOGETHER = { factor: 1.1, mg: 0.1 };

const PER_CONTAINER = { basis: 'container', power: 0 } as const;

/** Milligrams of what is not said. If they are more than the total, the higher figure counts. */
const OF_SOMETHING = /^(?:mg(?:\/(?:unit|each))?)?$/;

const unitOf = (printed: string | null) =>
  OF_SOMETHING.test(foldedUnit(printed ?? '')) ? PER_CONTAINER : readUnit(printed);

export function thcEvidence({ thcContent, analytes, sample }: ThcStatement): ThcEvidence {
  const forms = analytes.filter((line) => isAboutThc(line) || LIKE_THC.test(spelled(line.name)));
  const read = forms.map((line) => ({ line, ...printedAmount(line) }));
  const own = read.filter(({ line }) => isAboutThc(line));
  const facts = withImpliedSize(containerFacts(sample), own, thcContent);
  const amounts = read.flatMap(({ line, range }): readonly HigherLines[] => {
    const unit = unitOf(line.unit);
    if (range === null || 'refused' in unit) return [];
    const amount = convert(range, unit, PER_CONTAINER, facts);
    return 'refused' in amount ? [] : [{ lines: [line], mg: hundredths(amount.low) }];
  });
  const isAbove = ({ mg }: HigherLines, { factor, mg: rounding }: typeof SAME) =>
    mg > thcContent * factor && mg > thcContent + rounding;
  const alone = amounts.filter((one) => isAbove(one, SAME));
  const higher = [...alone, ...[together(amounts)].filter((sum) => isAbove(sum, SAME_TOGETHER))];
  const hasNone = ({ line, qualifier }: (typeof read)[number]) =>
    WITHOUT_THC.has(qualifier) || (qualifier === 'zero' && !leavesRoom(line, thcContent, facts));
  const isUnmeasured = thcContent > 0 && own.length > 0 && own.every(hasNone);
  const isUnbounded = thcContent === 0 && own.length > 0 && own.every(boundsNothing);
  const isPerPackage = ({ line, range }: ReadLine) =>
    PER_PACKAGE.test(foldedUnit(line.unit ?? '')) && isAbove({ lines: [line], mg: range?.low.valueOf() ?? 0 }, SAME);
  const unread = read.find(isUnread) ?? read.find(isPerPackage) ?? (isUnmeasured || isUnbounded ? own[0] : undefined);
  return { higher: higher.toSorted((a, b) => b.mg - a.mg)[0] ?? null, unmeasured: unread?.line ?? null };
}

/** Milligrams per package are those of one container, or of several: a higher figure than the total can't be compared. */
const PER_PACKAGE = /^mg(?:\/|per)(?:package|pack|pkg)$/;

/** "ND" with an LOD of 0, "<0.00", "Detected, <LOQ": nothing shows how far from none it is. */
const boundsNothing = ({ range, isFound }: ReadLine) => isFound === true || range?.high == null;

type ReadLine = { readonly line: AnalyteResult } & PrintedAmount;

/** A size that is not printed follows from the total and the line that it was computed from. */
function withImpliedSize(facts: ContainerFacts, own: readonly ReadLine[], thcContent: number): ContainerFacts {
  const impliedBy = (basis: Basis) => {
    const [line] = own.filter(({ line: { unit }, range }) => range && range.low.compare(0) > 0 && isIn(basis, unit));
    const unit = readUnit(line?.line.unit ?? null);
    return line?.range && !('refused' in unit) && thcContent > 0
      ? new Fraction(thcContent).div(line.range.low.mul(tenTo(unit.power)))
      : null;
  };
  return { ...facts, volumeMl: facts.volumeMl ?? impliedBy('volume'), massG: facts.massG ?? impliedBy('mass') };
}

function isIn(basis: Basis, printed: string | null): boolean {
  const unit = readUnit(printed);
  return !('refused' in unit) && unit.basis === basis;
}

/** What THC weighs in its acid, of which heat makes it. [source:beverage-units] */
const OF_ACID = 0.877;

/** All forms added up. Of several lines of one form, and of isomers, the highest counts; totals are no form. */
function together(amounts: readonly HigherLines[]): HigherLines {
  const forms = new Map<string, HigherLines>();
  for (const one of amounts) {
    const name = one.lines[0]?.name ?? '';
    const form = formOf(name);
    if (name.includes('+') || (TOTAL.test(name) && !OTHER_FORM.test(form))) continue;
    const mg = /a$/.test(form) ? one.mg * OF_ACID : one.mg;
    if (mg > (forms.get(form)?.mg ?? 0)) forms.set(form, { ...one, mg });
  }
  const counted = [...forms.values()];
  return {
    lines: counted.flatMap(({ lines }) => lines),
    mg: Math.floor(counted.reduce((sum, { mg }) => sum + mg, 0) * 100 + 1e-6) / 100,
  };
}

const TOTAL = /\b(?:total|sum|max(?:imum)?)\b/i;

/** "Total HHC" is a form; "Total THC (THC + 0.877 × THCA)" and "Total THCs" are sums of lines that count themselves. */
const OTHER_FORM = /^(?:d(?:8|10)thc[a-z]?|thc(?!s$)[a-z]{1,2}|hhc[a-z]?)$/;

/** One key for the ways to write a form, without its isomers: "Tetrahydrocannabinolic acid (THCA)" is "thca". */
function formOf(name: string): string {
  const plain = spelled(name);
  if (THC_LINE.test(plain)) return 'thc';
  return (/\(([^()]*(?:thc|hhc)[^()]*)\)$/.exec(plain)?.[1] ?? plain)
    .replace(/(?:tetra|hexa)hydrocannabi?/, (whole) => (whole.startsWith('t') ? 'thc' : 'hhc'))
    .replace(/nolic acid|nol acid/, 'a')
    .replace('nol', '')
    .replace(/^\(?(?:6ar,\s*)?9?[rs]\)?-/, '')
    .replace(/^d(?:elta)?[\s-]*9[\s-]*/, '')
    .replace(/delta/, 'd')
    .replace(/[^a-z0-9]/g, '');
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
const isUnread = ({ line, qualifier, range }: ReadLine) =>
  qualifier === 'above_range' || (qualifier === 'unclear' && range === null && line.value === null);

const isAboutThc = ({ name }: AnalyteResult) => contentNamed(name, 1, 0) === 1;

const hundredths = (amount: Fraction): number => amount.mul(100).floor().div(100).valueOf();
