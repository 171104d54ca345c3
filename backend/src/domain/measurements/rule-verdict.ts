import Fraction from 'fraction.js';
import { longDay } from '../shared/long-day.js';
import { from, type Range, shown } from '../shared/range.js';
import { RULE_VERDICTS, type RuleVerdict } from '../shared/result-terms.js';
import { readUnit } from '../shared/units.js';
import type { DerivedLine } from './derived-line.js';
import { amountOf, isCovered, linesOf, type Measured, type MeasuredSum, membersOf, sumOf } from './measures.js';
import {
  knownSince,
  type Measure,
  MG_PER_PACKAGE,
  type Operator,
  type RuleCheck,
  type RuleEdition,
  whyNoVerdict,
} from './rule.js';

/** One check, with what was compared. */
export interface CheckVerdict {
  readonly check: RuleCheck;
  readonly verdict: RuleVerdict;
  /** What was compared, in a phrase: "4.93 mg/container; the rule says at most 3 mg/container". */
  readonly figures: string | null;
  /** Why it cannot be told, as a sentence. */
  readonly reason: string | null;
}

/** A rule's verdict, and each check's. */
export interface RuleResult {
  readonly verdict: RuleVerdict;
  readonly checks: readonly CheckVerdict[];
  /** The checks that decide it. */
  readonly deciding: readonly CheckVerdict[];
  /** Intoxicating cannabinoids that the report has and the rule's sums leave out, as printed: "HHC 1.2 mg/g". */
  readonly leftOut: readonly string[];
}

/**
 * Compares a certificate with a rule. The day does not matter: whether the rule is in force is another question.
 * @param testDate `YYYY-MM-DD`
 */
export function judge(rule: RuleEdition, measured: Measured, testDate: string): RuleResult {
  const since = knownSince(rule);
  if (since !== null && testDate < since) {
    const reason = `Tested on ${longDay(testDate)}. We don't know whether this rule was in force before ${longDay(since)}.`;
    return noVerdict(rule, reason);
  }
  if (rule.reportedChange !== null) return noVerdict(rule, whyNoVerdict(rule, testDate) ?? '');
  const checks = rule.checks.map((check) => judgeCheck(check, measured));
  const verdict =
    RULE_VERDICTS.find((candidate) => checks.some((check) => check.verdict === candidate)) ?? 'cannot_tell';
  const deciding = checks.filter((check) => check.verdict === verdict);
  return { verdict, checks, deciding, leftOut: leftOutOf(rule, measured) };
}

/** Cannabinoids with effects like those of THC, and their isomers. */
const LIKE_THC = ['hhc', 'hhc_9r', 'hhc_9s', 'hhco', 'hhcp'];

function leftOutOf({ checks }: RuleEdition, measured: Measured): readonly string[] {
  const measures = checks.flatMap((check) => (check.kind === 'sum' ? check.measures : []));
  if (measures.length === 0) return [];
  const counted = new Set(measures.flatMap(membersOf));
  const keys = [...membersOf('all_thc'), ...LIKE_THC].filter((key) => !counted.has(key));
  return keys
    .flatMap((key) => linesOf(key, measured))
    .filter(isFound)
    .map(({ line: { name, valueText, unit } }) => [name, valueText, unit ?? ''].join(' ').trim());
}

/** The result of a rule that gives no verdict. */
export function noVerdict(rule: RuleEdition, reason: string): RuleResult {
  const checks = rule.checks.map((check) => cannotTell(check, reason));
  return { verdict: 'cannot_tell', checks, deciding: checks.slice(0, 1), leftOut: [] };
}

function judgeCheck(check: RuleCheck, measured: Measured): CheckVerdict {
  switch (check.kind) {
    case 'sum':
      return judgeSum(check, measured);
    case 'analyte':
      return judgeAnalyte(check, measured);
    case 'not_detected':
      return judgeSumDetection(check, measured);
    case 'excluded':
      return judgeDetection(check, check.analytes, measured);
    case 'not_evaluable':
      return cannotTell(check, check.reason);
  }
}

const OPERATOR_WORDS: Readonly<Record<Operator, string>> = { '<=': 'at most', '<': 'less than' };

/** `limit` is decimal text in the rule's unit. */
interface Limit {
  readonly op: Operator;
  readonly limit: string;
  readonly unit: string;
}

/** Null if the range is on both sides of the limit. */
function compare({ low, high }: Range, { op, limit }: Limit): 'above' | 'not_above' | null {
  const isWithin = (amount: Fraction) => (op === '<=' ? amount.compare(limit) <= 0 : amount.compare(limit) < 0);
  if (!isWithin(low)) return 'above';
  return high !== null && isWithin(high) ? 'not_above' : null;
}

/** The unit of the amount that is compared with a limit in this unit. */
const PORTIONS: Readonly<Record<string, string>> = {
  'mg/container': 'container',
  'mg/serving': 'serving',
  [MG_PER_PACKAGE]: 'container',
};

const figuresOf = (range: Range, what: string, limit: Limit): string => {
  const portion = PORTIONS[limit.unit];
  const measured = portion
    ? `${amountWords(range, limit.limit)} mg of ${what} per ${portion}`
    : `${what} ${amountWords(range, limit.limit)} ${limit.unit}`;
  return `${measured}; the rule says ${limitWords(limit)}`;
};

/** "at most 0.4 mg per container", "less than 500 µg/kg". */
export function limitWords({ op, limit, unit }: Limit): string {
  return `${OPERATOR_WORDS[op]} ${limit}${unit === '%' ? '' : ' '}${unit.replace(/\/(?=container|serving|package)/, ' per ')}`;
}

/** "4.93", "at most 0.05", "at least 5". */
function amountWords({ low, high }: Range, limit: string): string {
  const least = shown(low, 'floor', limit);
  if (high === null) return low.equals(0) ? 'an unknown amount of' : `at least ${least}`;
  if (high.equals(low)) return shown(low, 'round', limit);
  const most = shown(high, 'ceil', limit);
  return low.equals(0) ? `at most ${most}` : `${least} to ${most}`;
}

export const MEASURE_WORDS: Readonly<Record<Measure, string>> = {
  total_d9: 'total THC (Δ9-THC + 0.877 × THCA)',
  all_thc: 'THC of all forms',
  ca_total: 'THCA, Δ8-, Δ9- and Δ10-THC together',
};

function judgeSum(check: Extract<RuleCheck, { kind: 'sum' }>, measured: Measured): CheckVerdict {
  const isPackage = check.unit === MG_PER_PACKAGE;
  const unit = readUnit(isPackage ? 'mg/container' : check.unit);
  if ('refused' in unit) return cannotTell(check, unit.refused);
  const sums = check.measures.map((measure) => {
    const sum = sumOf(measure, unit, measured);
    return { measure, ...(isPackage ? inPackage(sum) : sum) };
  });
  const verdicts = sums.map((sum) => compare(sum.range, check));
  const [first] = sums;
  const figures = first && isKnown(first.range) ? figuresOf(first.range, MEASURE_WORDS[first.measure], check) : null;
  const [verdict] = verdicts;
  if (verdict && verdicts.every((other) => other === verdict)) return { check, verdict, figures, reason: null };
  return { check, verdict: 'cannot_tell', figures, reason: whyOpen(sums, verdicts) };
}

/** A package holds at least one container, and can hold more. */
const inPackage = ({ range }: MeasuredSum): MeasuredSum => ({
  range: from(range.low),
  missing: ['The limit is per package, and a package can hold several containers.'],
});

const isKnown = ({ low, high }: Range) => high !== null || low.compare(0) > 0;

function whyOpen(sums: readonly MeasuredSum[], verdicts: readonly (string | null)[]): string {
  const open = sums.find((_, index) => verdicts[index] === null);
  if (!open) return 'The rule does not say how to add up the forms of THC, and the ways to do it disagree.';
  return open.missing.length > 0 ? open.missing.join(' ') : 'The figures leave room for both.';
}

function judgeAnalyte(check: Extract<RuleCheck, { kind: 'analyte' }>, measured: Measured): CheckVerdict {
  const unit = readUnit(check.unit);
  if ('refused' in unit) return cannotTell(check, unit.refused);
  const amount = amountOf(check.analyte, unit, measured);
  if (amount === null) return { check, verdict: 'not_tested', figures: null, reason: null };
  const { range, open } = amount;
  const verdict = compare(range, check);
  const name = linesOf(check.analyte, measured)[0]?.line.name ?? check.analyte;
  if (verdict) return { check, verdict, figures: figuresOf(range, name, check), reason: null };
  const reason =
    range.high === null ? `The report does not bound “${name}” from above.` : 'The figures leave room for both.';
  return cannotTell(check, open ?? reason);
}

/** A total that is not zero counts as detected, even if no line does. */
function judgeSumDetection(check: Extract<RuleCheck, { kind: 'not_detected' }>, measured: Measured): CheckVerdict {
  const { low } = measured.thcPerContainer;
  if (low.compare(0) <= 0 && !linesOf('total_thc', measured).some(isFound))
    return judgeDetection(check, membersOf(check.measure), measured);
  const total = low.compare(0) > 0 ? `at least ${shown(low, 'floor')} mg of THC per container` : 'a total of THC';
  const figures = `The report has ${total}; the rule allows no amount that can be detected`;
  return { check, verdict: 'above', figures, reason: null };
}

/** Any detectable amount is above; below the LOD is not above; below the LOQ is open. */
function judgeDetection(check: RuleCheck, analytes: readonly string[], measured: Measured): CheckVerdict {
  const lines = analytes.map((key) => linesOf(key, measured));
  const all = lines.flat();
  if (all.length === 0) return { check, verdict: 'not_tested', figures: null, reason: null };
  const found = all.filter(isFound);
  if (found.length > 0) {
    const figures = `${namesOf(found)} found; the rule allows no amount that can be detected`;
    return { check, verdict: 'above', figures, reason: null };
  }
  const open = all.filter(({ qualifier, range }) => qualifier !== 'not_detected' || range?.high === null);
  if (open.length > 0)
    return cannotTell(check, `The report does not say above what amount it would have found ${namesOf(open)}.`);
  if (!analytes.every((key) => isCovered(key, measured))) {
    return cannotTell(check, 'Not every form that counts is on the report.');
  }
  const [unknown] = measured.unknown;
  if (unknown) return cannotTell(check, `“${unknown.line.name}” is not in our vocabulary, and could count.`);
  return { check, verdict: 'not_above', figures: `${namesOf(all)} not detected`, reason: null };
}

const cannotTell = (check: RuleCheck, reason: string): CheckVerdict => ({
  check,
  verdict: 'cannot_tell',
  figures: null,
  reason,
});

const isFound = ({ qualifier, range, isFound: isSaidToBe }: DerivedLine) =>
  isSaidToBe || qualifier === 'present' || (range !== null && range.low.compare(0) > 0);

const namesOf = (lines: readonly DerivedLine[]) => lines.map(({ line }) => line.name).join(', ');
