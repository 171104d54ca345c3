import { canLevel, type DoseLevel } from '../../shared/dose-level.js';
import { daysBetween } from '../../shared/utc-day.js';
import { saysNotToDrink } from '../certificate/batch-notice.js';
import type { Certificate, Lifecycle } from '../certificate/certificate.js';
import { dismissalSentence, ownDismissalSentence } from '../certificate/failure-dismissal.js';
import type { Finding, FindingCode } from '../certificate/finding.js';
import {
  asPrinted,
  isOpenOutsidePanels,
  isOverLimit,
  PANEL_WORDS,
  type PanelReport,
  panelReports,
} from '../certificate/panel-reports.js';
import type { PanelVerdict, TestResults } from '../certificate/test-results.js';
import { contentNamed, type HigherLines, thcEvidence } from '../certificate/thc-evidence.js';
import { isIncident, isNotice, type Warning, warningSentence } from '../certificate/warning.js';
import { FRESH_DAYS } from './automated-checks.js';
import { compareWithLabel, type LabelLevel } from './label-comparison.js';

/** How serious a verdict is. `danger`: do not drink it, or do not rely on it; `good` only when nothing is open. */
export const VERDICT_TONES = ['danger', 'caution', 'neutral', 'good'] as const;
export type VerdictTone = (typeof VERDICT_TONES)[number];

/** What one sentence of a verdict is about. */
export const VERDICT_SUBJECTS = [
  'standing',
  'contaminants',
  'notice',
  'laboratory',
  'strength',
  'contradiction',
  'dismissal',
  'age',
] as const;
export type VerdictSubject = (typeof VERDICT_SUBJECTS)[number];

/** One sentence of a verdict. */
export interface VerdictAspect {
  readonly subject: VerdictSubject;
  readonly tone: VerdictTone;
  readonly sentence: string;
}

/** What a certificate means for the person holding the can. */
export interface Verdict {
  readonly tone: VerdictTone;
  /** True where a contaminant failed or is above its limit, or the batch is recalled, whether or not the certificate is current. */
  readonly doNotDrink: boolean;
  /** The one thing to know, as a sentence (with "Do not drink it." after it where that applies). */
  readonly headline: string;
  /** What else the certificate says, as sentences: strength, contaminants, age. */
  readonly details: readonly string[];
  /** The headline and the details again, each with what it is about. */
  readonly aspects: readonly VerdictAspect[];
  /** Milligrams of THC per container to expect: the total, or a line that means more. */
  readonly countedThcMg: number;
  /** False where the lab's own line does not measure what its total says: then nothing tells how strong the drink is. */
  readonly isStrengthKnown: boolean;
}

/** The fields of a certificate that the verdict reads. */
export type VerdictInput = Pick<
  Certificate,
  'productName' | 'thcContent' | 'testDate' | 'outcome' | 'lifecycle' | 'sample' | 'failureDismissal'
> & { readonly testResults: Pick<TestResults, 'panels' | 'analytes'> };

type Aspect = Omit<VerdictAspect, 'subject'>;

/** What the registry knows besides the certificate itself. */
export interface VerdictContext {
  /**
   * Other current certificates of the same batch that failed: it is the same drink. Those whose failure was dismissed
   * are mentioned, but not as a warning.
   */
  readonly failedTests?: readonly FailedTest[];
  /** What the automated checks noticed. With an error among them, nothing is `good`. */
  readonly findings?: readonly Finding[];
  /** Why a reviewer published it over an error. With one, nothing is `good`, whether or not the public checks see the error. */
  readonly overrideReason?: string | null;
  /** Notices about its batch, and incidents of its laboratory. With any of them, nothing is `good`. */
  readonly warnings?: readonly Warning[];
}

/**
 * The verdict on a certificate that is or was published: whether it is current, contaminants, notices, its laboratory, strength
 * against the label, and the age of the test; the most serious first, and among equals in that order, except that
 * over-strength comes before results that are merely missing (decision 0033).
 * @param today `YYYY-MM-DD`
 */
export function verdictOn(
  certificate: VerdictInput,
  today: string,
  { failedTests = [], findings = [], warnings = [], overrideReason = null }: VerdictContext = {},
): Verdict {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const dismissed = dismissedAspects(certificate, failedTests);
  const warned = [
    ...about('notice', warnings.filter(isNotice).map(warningAspect)),
    ...about('laboratory', warnings.filter(isIncident).map(warningAspect)),
  ];
  const isDoubted = errors.length > 0 || overrideReason !== null || dismissed.length > 0 || warned.length > 0;
  const doubted = (aspect: Aspect): Aspect =>
    isDoubted && aspect.tone === 'good' ? { ...aspect, tone: 'neutral' } : aspect;
  const contaminants = about('contaminants', [
    ...contaminantAspects(certificate).map(doubted),
    ...otherTestAspects(failedTests),
  ]);
  const ended = endedAspect(certificate.lifecycle);
  const { isOver, isKnown, countedThcMg, ...given } = strengthAspect(certificate);
  const strength = about('strength', [doubted(given)]);
  // Figures that no longer count are not judged; a failure still matters to people who have the can.
  const aspects = ended
    ? [
        ...about('standing', [ended]),
        ...contaminants.filter(({ tone }) => tone === 'danger'),
        ...warned,
        ...about('dismissal', dismissed),
      ]
    : bySeverity([
        ...contaminants.filter(({ tone }) => tone === 'danger'),
        ...warned,
        ...(isOver ? strength : []),
        ...contaminants.filter(({ tone }) => tone === 'caution'),
        ...about('contradiction', contradictionAspects(errors, overrideReason)),
        ...(isOver ? [] : strength),
        ...contaminants.filter(({ tone }) => tone === 'good' || tone === 'neutral'),
        ...about('dismissal', dismissed),
        ...about('age', [ageAspect(certificate, today)]),
      ]);
  const [first, ...others] = aspects;
  if (!first) throw new Error('a certificate always has a test date to speak of');
  return {
    tone: first.tone,
    doNotDrink: [...contaminants, ...warned].some((aspect) => aspect.tone === 'danger'),
    headline: first.sentence,
    details: others.map(({ sentence }) => sentence),
    aspects,
    countedThcMg,
    isStrengthKnown: isKnown,
  };
}

const warningAspect = (warning: Warning): Aspect => ({
  tone: isNotice(warning) && saysNotToDrink(warning) ? 'danger' : 'caution',
  sentence: warningSentence(warning),
});

const about = (subject: VerdictSubject, aspects: readonly Aspect[]): readonly VerdictAspect[] =>
  aspects.map(({ tone, sentence }) => ({ subject, tone, sentence }));

/** Stable: aspects of one tone keep their order. "Good" and "neutral" are equals. */
function bySeverity(aspects: readonly VerdictAspect[]): readonly VerdictAspect[] {
  const rank = ({ tone }: VerdictAspect) => (tone === 'danger' ? 0 : tone === 'caution' ? 1 : 2);
  return [...aspects].sort((a, b) => rank(a) - rank(b));
}

function endedAspect(standing: Lifecycle): Aspect | null {
  if (standing === 'withdrawn') return { tone: 'danger', sentence: 'Withdrawn. Do not rely on these results.' };
  if (standing === 'superseded') {
    return { tone: 'danger', sentence: 'Replaced by a corrected certificate. Do not rely on these results.' };
  }
  return null;
}

const STRENGTH_WORDS: Readonly<Record<Exclude<LabelLevel, 'not_stated'>, { tone: VerdictTone; words: string }>> = {
  far_over: { tone: 'danger', words: 'Stronger than its label' },
  over: { tone: 'caution', words: 'Stronger than its label' },
  within: { tone: 'good', words: 'Close to its label' },
  under: { tone: 'caution', words: 'Weaker than its label' },
  far_under: { tone: 'caution', words: 'Weaker than its label' },
};

/** What the label can't answer: an amount that the calculator calls high is never good news, however true its label. */
const STRONG_WORDS: Readonly<Partial<Record<DoseLevel, string>>> = {
  high: ' Strong for a beginner.',
  very_high: ' Very strong for a beginner.',
};

/** Findings that the other sentences already mention. */
const SAID_ELSEWHERE: ReadonlySet<FindingCode> = new Set([
  ...(['over-limit', 'panel-line-open', 'far-over-label', 'test-date-in-future'] as const),
  ...(['thc-line-above-total', 'thc-not-measured'] as const),
]);

/**
 * What contradicts itself, the PDF or another record. The public checks don't know everything that a reviewer saw, such as
 * what the sender reported.
 */
function contradictionAspects(errors: readonly Finding[], overrideReason: string | null): readonly Aspect[] {
  const [first, ...others] = errors.filter(({ code }) => !SAID_ELSEWHERE.has(code));
  if (!first && errors.length === 0 && overrideReason !== null)
    return [{ tone: 'caution', sentence: 'Our checks found an error, and a reviewer published it all the same.' }];
  if (!first) return [];
  const more = others.length > 0 ? ` ${others.length} more: see “What our checks noticed”.` : '';
  return [{ tone: 'caution', sentence: `Something does not fit. ${first.message}${more}` }];
}

interface StrengthAspect extends Aspect {
  readonly isOver: boolean;
  readonly isKnown: boolean;
  readonly countedThcMg: number;
}

function strengthAspect(certificate: VerdictInput): StrengthAspect {
  const { productName, thcContent, sample, testResults } = certificate;
  const { higher, unmeasured } = thcEvidence({ thcContent, sample, analytes: testResults.analytes });
  if (higher) return contradictedStrength(certificate, higher, unmeasured === null);
  const { level, statedMg } = compareWithLabel(productName, thcContent);
  const countedThcMg = thcContent;
  const isOver = level === 'over' || level === 'far_over';
  const strong = STRONG_WORDS[canLevel(thcContent)] ?? '';
  if (unmeasured) {
    const sentence = `${thcContent} mg of THC by the lab's total, but its own line says “${asPrinted(unmeasured)}”${thcContent === 0 ? ', which does not show how little' : ''}. We can't say how strong it is.`;
    return { tone: level === 'far_over' ? 'danger' : 'caution', sentence, isOver, isKnown: false, countedThcMg };
  }
  if (level === 'not_stated') {
    const sentence = `${thcContent} mg of THC measured; the product name states no dose to compare it with.${strong}`;
    return { tone: 'neutral', sentence, isOver: false, isKnown: true, countedThcMg };
  }
  const { tone, words } = STRENGTH_WORDS[level];
  const sentence = `${words}: ${thcContent} mg measured, ${statedMg} mg stated.${strong}`;
  return { tone: tone === 'good' && strong ? 'neutral' : tone, sentence, isOver, isKnown: true, countedThcMg };
}

/**
 * The lines mean more THC than the total. The higher figure counts.
 * @param isKnown false where a line says only that there is more, such as ">10"
 */
function contradictedStrength(
  { productName, thcContent }: VerdictInput,
  { lines, mg: highestMg }: HigherLines,
  isKnown: boolean,
): StrengthAspect {
  const { level, statedMg } = compareWithLabel(productName, highestMg);
  const isOver = level === 'over' || level === 'far_over';
  const tone: VerdictTone = level === 'far_over' ? 'danger' : 'caution';
  const stated = statedMg === null ? '' : `, ${statedMg} mg stated`;
  const [line] = lines;
  const isOfThc = lines.length === 1 && line && contentNamed(line.name, 1, 0) === 1;
  const own = `the lab's own ${lines.length === 1 ? 'line' : 'lines'}`;
  const by = isOfThc ? `of THC by ${own}` : `by ${own} for ${listed(lines.map(({ name }) => name))}`;
  const figures = `${highestMg} mg ${by}, ${thcContent} mg ${isOfThc ? '' : 'of THC '}by its total${stated}`;
  const strong = isKnown ? (STRONG_WORDS[canLevel(highestMg)] ?? '') : '';
  const sentence = `${isOver ? 'Stronger than its label: ' : ''}${figures}. Count on the higher figure.${strong}`;
  return { tone, sentence, isOver, isKnown, countedThcMg: highestMg };
}

function contaminantAspects({
  outcome,
  testResults,
}: Pick<VerdictInput, 'outcome' | 'testResults'>): readonly Aspect[] {
  const reports = panelReports(testResults);
  const panelsWith = (verdict: PanelVerdict) =>
    reports.filter((report) => report.verdict === verdict).map(({ panel }) => PANEL_WORDS[panel]);
  const aspects: Aspect[] = [...failedAspects(outcome, reports), ...disputedAspects(testResults)];
  const caution = (sentence: string) => aspects.push({ tone: 'caution', sentence });
  const outstanding = panelsWith('pending');
  if (outstanding.length > 0 || outcome === 'pending') {
    const which = outstanding.length > 0 ? `: ${listed(outstanding)} still outstanding` : '';
    caution(`Not all results are in${which}.`);
  }
  const open = reports.flatMap(({ unsettled }) => unsettled.map(({ name }) => inSentence(name)));
  if (open.length > 0) caution(`Reported as passed, but the report gives no clear result for ${listed(open)}.`);
  const outside = testResults.analytes.filter(isOpenOutsidePanels).map(({ name }) => inSentence(name));
  if (outside.length > 0) caution(`The report gives no clear result for ${listed(outside)}.`);
  const untested = panelsWith('not_tested');
  if (untested.length > 0) caution(`Not tested for ${listed(untested)}.`);
  const unreported = panelsWith('not_reported');
  if (unreported.length > 0) caution(`No results are reported for ${listed(unreported)}.`);
  return aspects.length > 0 ? aspects : [passedAspect(testResults)];
}

function failedAspects(outcome: VerdictInput['outcome'], reports: readonly PanelReport[]): readonly Aspect[] {
  const failed = reports.filter(({ verdict }) => verdict === 'failed');
  if (failed.length === 0 && outcome !== 'failed') return [];
  const reasons = failed.flatMap(({ panel, overLimit }) =>
    overLimit.length > 0 ? overLimit.map(({ name }) => inSentence(name)) : PANEL_WORDS[panel],
  );
  const what = reasons.length > 0 ? `for ${listed(reasons)}` : 'its lab test';
  return [{ tone: 'danger', sentence: `Failed ${what}. Do not drink it.` }];
}

/** Lines above their limit in a panel that is not reported as failed. Limits of cannabinoids are not safety limits. */
function disputedAspects({ panels, analytes }: VerdictInput['testResults']): readonly Aspect[] {
  const disputed = analytes.filter(
    (line) =>
      isOverLimit(line) && (line.panel === 'other' || line.panel === 'cannabinoids' || panels[line.panel] !== 'failed'),
  );
  if (disputed.length === 0) return [];
  const names = listed(disputed.map(({ name }) => name));
  const what = disputed.some(({ limit }) => limit !== null)
    ? `${names} is above the limit on the report`
    : `The report names ${names} as found or failed`;
  return [{ tone: 'danger', sentence: `${what}. Do not drink it.` }];
}

/** Whether a contaminant failed or is above its limit. */
export const isDoNotDrink = (certificate: Pick<VerdictInput, 'outcome' | 'testResults'>): boolean =>
  contaminantAspects(certificate).some(({ tone }) => tone === 'danger');

type FailedTest = Pick<Certificate, 'reference' | 'failureDismissal'>;

/** Dismissed failures are still mentioned, and nothing beside them is `good`. */
function dismissedAspects(
  { failureDismissal: own }: VerdictInput,
  failedTests: readonly FailedTest[],
): readonly Aspect[] {
  const others = failedTests.flatMap(({ reference, failureDismissal }) =>
    failureDismissal === null ? [] : dismissalSentence(reference, failureDismissal),
  );
  const sentences = [...(own === null ? [] : [ownDismissalSentence(own)]), ...others];
  return sentences.map((sentence) => ({ tone: 'neutral', sentence }));
}

function otherTestAspects(failedTests: readonly FailedTest[]): readonly Aspect[] {
  const failed = failedTests.filter(({ failureDismissal }) => failureDismissal === null);
  if (failed.length === 0) return [];
  const reports = failed.length === 1 ? 'Another current lab report' : 'Other current lab reports';
  const references = listed(failed.map(({ reference }) => reference));
  return [{ tone: 'danger', sentence: `${reports} of this batch failed: ${references}. Do not drink it.` }];
}

function passedAspect({ analytes }: VerdictInput['testResults']): Aspect {
  const hasFigures = analytes.some(({ panel }) => panel !== 'cannabinoids' && panel !== 'other');
  const sentence = hasFigures
    ? 'The lab reported that it passed all four contaminant panels.'
    : 'The lab reported that it passed all four contaminant panels, without giving figures.';
  return { tone: 'good', sentence };
}

/** If two days are printed for one test, the older counts; none is after its report was issued. */
function ageAspect({ testDate: given, sample }: VerdictInput, today: string): Aspect {
  const [oldest = given] = [given, sample?.testedOn ?? given, sample?.issuedOn ?? given].sort();
  const testDate = given <= today ? oldest : given;
  const days = daysBetween(testDate, today);
  if (days < 0) return { tone: 'caution', sentence: 'The test date on record is in the future.' };
  if (days > FRESH_DAYS) {
    return {
      tone: 'caution',
      sentence: `Tested ${monthsBetween(testDate, today)} months ago: it may not match your can.`,
    };
  }
  return { tone: 'neutral', sentence: `Tested ${ago(days, testDate, today)}.` };
}

function ago(days: number, testDate: string, today: string): string {
  if (days === 0) return 'today';
  if (days === 1) return 'yesterday';
  return days < 90 ? `${days} days ago` : `${monthsBetween(testDate, today)} months ago`;
}

/** Whole calendar months between two days, `YYYY-MM-DD`. */
function monthsBetween(from: string, to: string): number {
  const [fromYear = 0, fromMonth = 0, fromDay = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split('-').map(Number);
  return (toYear - fromYear) * 12 + toMonth - fromMonth - (toDay < fromDay ? 1 : 0);
}

/** "Lead" is lower case in the middle of a sentence; "E. coli" and "Δ9-THC" stay as printed. */
const inSentence = (name: string) => (/^\p{Lu}\p{Ll}+$/u.test(name) ? name.toLowerCase() : name);

/** "a", "a and b", "a, b and c", "a, b, c and 2 more". */
function listed(names: readonly string[]): string {
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
