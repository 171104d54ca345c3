import type Fraction from 'fraction.js';
import { printedAmount } from '../../shared/printed-amount.js';
import { fromNumber, type Range } from '../../shared/range.js';
import type { Qualifier } from '../../shared/result-terms.js';
import type { AnalyteResult } from './test-results.js';

/**
 * What a line means for its contaminant, most serious first. `above`: over the printed limit, found although only
 * absence is allowed, or a failure. `open`: text, number and limit don't show that it is within. `untested`: no result.
 */
export const LINE_EVIDENCE = ['above', 'open', 'untested', 'within'] as const;
export type LineEvidence = (typeof LINE_EVIDENCE)[number];

type Line = Pick<AnalyteResult, 'panel' | 'name' | 'valueText' | 'value' | 'unit' | 'lod' | 'loq' | 'limit' | 'method'>;

/** A failure that is printed beside the result: "Lead (FAIL)". */
export const SAYS_FAILED = /\bfail(?:ed|s)?\b/i;

/** What must be absent, so that a count of any is a finding. */
const PATHOGEN = /salmonella|shiga|stec\b|shigella|listeria|o157/i;

const MOLD_TOXIN = /aflatoxin|ochratoxin|mycotoxin/i;

/** With or without more after it: "FAIL*", "Does not comply (see note)", "POSITIVE (presumptive)". */
const FAILURE =
  /^(?:fail(?:ed|ure|s)?|(?:above|exceeds|over) (?:the )?limits?|(?:non|not)[- ]?(?:compliant|conforming)|(?:does|do|did) not (?:comply|conform|meet|pass)|oos|out[- ]of[- ]spec(?:ification)?s?|(?:presumptive )?positive)(?!\w)/;
const PASS = /^(?:pass(?:ed|es)?|complies|conforms|compliant|within (?:the )?limits?)$/;

const NO_RESULT = /^(?:n\/?a|not applicable|[-–—]+)$/;

/** Judges the printed text and the number beside it; the more cautious of the two counts. */
export function evidenceOfLine(line: Line): LineEvidence {
  const text = line.valueText.normalize('NFKC').trim().toLowerCase();
  // Without the number, which printedAmount would not choose against.
  const { qualifier, range, isFound } = printedAmount({ ...line, value: null });
  const limit = fromNumber(line.limit);
  if (FAILURE.test(text) || qualifier === 'present') return 'above';
  if (limit !== null && (isAbove(range, qualifier === 'above_range', limit) || isNumberAbove(line))) return 'above';
  if (limit !== null && isAbove(withoutUncertainty(line), false, limit)) return 'above';
  if (isFound && limit?.equals(0)) return 'above';
  const isCounted = isMoreThanNone(range);
  if (isCounted && limit === null && PATHOGEN.test(line.name)) return 'above';
  if (qualifier === 'not_tested' || NO_RESULT.test(text)) return 'untested';
  if (limit !== null && mayBeAbove(qualifier, range, limit)) return 'open';
  if (SAYS_FAILED.test(`${line.name} ${line.method ?? ''}`)) return 'open';
  if (PASS.test(text) || qualifier === 'absent' || qualifier === 'not_detected') return 'within';
  // Without a limit, nothing shows that it is allowed to find some.
  if (limit === null && isFound && line.panel === 'microbials') return 'open';
  if (limit === null && isCounted && (line.panel === 'microbials' || MOLD_TOXIN.test(line.name))) return 'open';
  return qualifier === 'unclear' || qualifier === 'above_range' ? 'open' : 'within';
}

const isMoreThanNone = (range: Range | null) => range !== null && range.low.compare(0) > 0;

/** Whether the line has a mold toxin, which is no property such as color or pH, with or without a limit. */
export const hasMoldToxin = (line: Line): boolean =>
  MOLD_TOXIN.test(line.name) && isMoreThanNone(printedAmount(line).range);

/** "0.55 ± 0.1" is above a limit of 0.5, although it could be below it. */
const withoutUncertainty = (line: Line): Range | null =>
  printedAmount({ ...line, value: null, valueText: line.valueText.split('±')[0] ?? '' }).range;

/**
 * "<0.5" beside a limit of 0.2 can be above or within, and so can "ND" with an LOD of 0.5. A limit of 0 requires "ND".
 */
const mayBeAbove = (qualifier: Qualifier, range: Range | null, limit: Fraction) =>
  range?.high != null &&
  range.high.compare(limit) > 0 &&
  !(limit.equals(0) && (qualifier === 'not_detected' || qualifier === 'zero'));

const CANNABINOID = /thc|hhc|cannab|\bcb[a-z]|[Δ∆]|delta|terpene/i;

/** The panel that a line is judged in: lead under the heading "Cannabinoids" is still lead. */
export const panelOf = ({ panel, name }: Pick<Line, 'panel' | 'name'>): Line['panel'] =>
  panel === 'cannabinoids' && !CANNABINOID.test(name) ? 'other' : panel;

/** A line with its evidence; null for a cannabinoid, whose limits are not safety limits. */
export type JudgedLine = AnalyteResult & { readonly evidence: LineEvidence | null };

export const judgedLine = <Line extends AnalyteResult>(line: Line): Line & JudgedLine => ({
  ...line,
  evidence: panelOf(line) === 'cannabinoids' ? null : evidenceOfLine(line),
});

/** "> 0.5" is above a limit of 0.5. */
const isAbove = (range: Range | null, isMoreThan: boolean, limit: Fraction) =>
  range !== null && (isMoreThan ? range.low.compare(limit) >= 0 : range.low.compare(limit) > 0);

function isNumberAbove({ value, limit }: Pick<Line, 'value' | 'limit'>): boolean {
  const [number, most] = [fromNumber(value), fromNumber(limit)];
  return number !== null && most !== null && number.compare(most) > 0;
}
