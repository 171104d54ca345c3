import { longDay, shortDay } from '../shared/long-day.js';
import type { RuleState, RuleVerdict } from '../shared/result-terms.js';
import type { RuleCheck, RuleEdition } from './rule.js';
import { type CheckVerdict, limitWords, MEASURE_WORDS, type RuleResult } from './rule-verdict.js';

/** The end of every comparison with figures. */
const ARITHMETIC = "Arithmetic on the lab's figures; not legal advice.";

/**
 * The verdict on a certificate in words that claim no more than was computed: "Above the limit in Connecticut's rule as we
 * read it on November 22, 2026: …".
 */
export function verdictSentence(rule: RuleEdition, result: RuleResult, state: RuleState): string {
  const { leftOut } = result;
  const sentence = withoutLeftOut(rule, result, state);
  return leftOut.length === 0
    ? sentence
    : `${sentence} The sum leaves out what also intoxicates: ${leftOut.join(', ')}.`;
}

function withoutLeftOut(rule: RuleEdition, { verdict, deciding, checks }: RuleResult, state: RuleState): string {
  const read = `as we read it on ${longDay(rule.readOn)}`;
  const starts = state === 'upcoming' && rule.effectiveFrom ? ` (from ${longDay(rule.effectiveFrom)})` : '';
  const whose = rule.jurisdiction === 'US' ? 'the federal rule' : `${rule.place}'s rule`;
  const figures = figuresOf(deciding);
  switch (verdict) {
    case 'above':
      return `Above the limit in ${whose}${starts} ${read}: ${figures} (${rule.citation}). ${ARITHMETIC}`;
    case 'not_above':
      return `Not above the limits in ${whose}${starts} ${read}: ${figures} (${rule.citation}). ${ARITHMETIC}`;
    case 'not_tested':
      return `The report has ${testedOf(checks)} ${whose} limits${starts}, ${read} (${rule.citation}).`;
    case 'cannot_tell':
      return `We cannot tell how it compares with ${whose}${starts} ${read}: ${reasonOf(deciding)} (${rule.citation})`;
  }
}

const SHOWN_CHECKS = 3;

function figuresOf(checks: readonly CheckVerdict[]): string {
  const figures = checks.flatMap(({ figures: one }) => one ?? []);
  const more = figures.length - SHOWN_CHECKS;
  return figures.slice(0, SHOWN_CHECKS).join('. ') + (more > 0 ? `. And ${more} more` : '');
}

const reasonOf = (checks: readonly CheckVerdict[]): string =>
  [...new Set(checks.flatMap(({ reason, figures }) => (reason ? [figures ? `${figures}. ${reason}` : reason] : [])))]
    .slice(0, 2)
    .join(' ');

/** How many of the rule's limits the certificate has figures for. */
function testedOf(checks: readonly CheckVerdict[]): string {
  const tested = checks.filter(({ verdict }) => verdict === 'not_above').length;
  if (tested === 0) return 'no figures for what';
  return `${tested} of the ${checks.length} figures, none above its limit, that`;
}

const LABELS: Readonly<Record<RuleVerdict, string>> = {
  above: 'Above',
  cannot_tell: 'Cannot tell',
  not_tested: 'Not all tested',
  not_above: 'Not above',
};

/** The verdict in two or three words: "Above (from Dec 11, 2026)". */
export const verdictLabel = ({ effectiveFrom }: RuleEdition, verdict: RuleVerdict, state: RuleState): string =>
  LABELS[verdict] + (state === 'upcoming' && effectiveFrom ? ` (from ${shortDay(effectiveFrom)})` : '');

/** Instead of a verdict, where a rule gives none. */
export const NO_VERDICT = 'No verdict now';

/**
 * "The figures are above the limits of 2 of 11 rules. For 3, the report does not say enough. …"
 * @param verdicts of all rules that are shown; null for one that gives none now
 */
export function summarySentence(verdicts: readonly (RuleVerdict | null)[]): string {
  const above = verdicts.filter((verdict) => verdict === 'above').length;
  const open = verdicts.filter((verdict) => verdict === 'cannot_tell' || verdict === 'not_tested').length;
  const first =
    above === 0
      ? `We found no figure above the limits of the ${verdicts.length} rules.`
      : `The figures are above the limits of ${above} of ${verdicts.length} rules.`;
  const rest = open === 0 ? '' : ` For ${open}, the report does not say enough.`;
  const silent = verdicts.filter((verdict) => verdict === null).length;
  const unread = silent === 0 ? '' : ` For ${silent}, no verdict now: we haven't read today's text.`;
  return `${first}${rest}${unread} This is arithmetic, not legal advice.`;
}

/** A condition as a phrase: "THC of all forms at most 0.4 mg per container". */
export function checkSentence(check: RuleCheck): string {
  switch (check.kind) {
    case 'sum':
      return `${check.measures.map((measure) => MEASURE_WORDS[measure]).join(', or ')} ${limitWords(check)}`;
    case 'analyte':
      return `${check.analyte.replaceAll('_', ' ')} ${limitWords(check)}`;
    case 'not_detected':
      return `${MEASURE_WORDS[check.measure]}: no amount that can be detected`;
    case 'excluded':
      return check.reason;
    case 'not_evaluable':
      return check.text;
  }
}
