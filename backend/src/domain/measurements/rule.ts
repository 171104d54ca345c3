import { longDay } from '../shared/long-day.js';
import type { RuleState } from '../shared/result-terms.js';
import type { Jurisdiction } from './jurisdiction.js';

/** How a figure must compare with a limit to be within it. */
export const OPERATORS = ['<=', '<'] as const;
export type Operator = (typeof OPERATORS)[number];

/**
 * What is added up. `total_d9`: Δ9-THC + 0.877 × THCA. `all_thc`: every tetrahydrocannabinol that reports list. `ca_total`:
 * THCA, Δ8-, Δ9- and Δ10-THC, unweighted.
 */
export const MEASURES = ['total_d9', 'all_thc', 'ca_total'] as const;
export type Measure = (typeof MEASURES)[number];

/** The units that a limit can have. Each converts, or is a count that is compared as it is. */
export const LIMIT_UNITS = [
  ...(['mg/container', 'mg/package', 'mg/serving', '%', 'mg/g', 'mg/kg', 'µg/g', 'µg/kg'] as const),
  ...(['ppm', 'ppb', 'mg/mL', 'µg/mL', 'CFU/g', 'CFU/mL'] as const),
] as const;
export type LimitUnit = (typeof LIMIT_UNITS)[number];

/** One condition of a rule. */
export type RuleCheck =
  /** If the text does not say how to add up, several measures are computed, and all must agree. */
  | {
      readonly kind: 'sum';
      readonly measures: readonly Measure[];
      readonly op: Operator;
      /** Decimal text. */
      readonly limit: string;
      readonly unit: LimitUnit;
    }
  | {
      readonly kind: 'analyte';
      readonly analyte: string;
      readonly op: Operator;
      readonly limit: string;
      readonly unit: LimitUnit;
    }
  | { readonly kind: 'not_detected'; readonly measure: Measure }
  /** Any detectable amount is above. */
  | { readonly kind: 'excluded'; readonly analytes: readonly string[]; readonly reason: string }
  /** No certificate has a figure for it. */
  | { readonly kind: 'not_evaluable'; readonly text: string; readonly reason: string };

/**
 * One edition of what we read in a jurisdiction's rule. What it says never changes: a correction is a new edition. Our own
 * sentences in content/rules.json may be worded better in place.
 */
export interface RuleEdition {
  /** Stays the same from edition to edition: `us-ct-infused-beverage`. */
  readonly id: string;
  /** 1, 2, … */
  readonly edition: number;
  /** ISO 3166 code: `US`, `US-CT`. */
  readonly jurisdiction: Jurisdiction;
  /** The name of the jurisdiction: "Connecticut". */
  readonly place: string;
  readonly title: string;
  readonly citation: string;
  /** What kind of text was read: "statute copy", "regulation copy". */
  readonly sourceKind: string;
  /**
   * Where anyone can read the text: an official site or, where we know no permanent link there, a publisher of law. For a rule
   * that we know only from reports, the page of its bill. null where we know neither.
   */
  readonly textUrl: string | null;
  /** Who enforces it, as the end of "Ask …": "the Georgia Department of Agriculture"; null where we do not know. */
  readonly authority: string | null;
  /** First day in force, `YYYY-MM-DD`; null where we have not read it. */
  readonly effectiveFrom: string | null;
  /** Last day in force; null while none is known. */
  readonly effectiveTo: string | null;
  /** A day on which the text that we read was current; tells where `effectiveFrom` is null. */
  readonly inForceOn: string | null;
  /** The day on which we read it, or found what is reported of it. */
  readonly readOn: string;
  /** The day by which it must be read again. */
  readonly rereadBy: string;
  /** What it covers, if that is not every hemp drink; null otherwise. */
  readonly scope: string | null;
  /** Whether it is only for comparison: limits that do not apply to hemp drinks. */
  readonly forComparison: boolean;
  /** Every one must hold. */
  readonly checks: readonly RuleCheck[];
  /** What the rule also says, and what we have not read. */
  readonly notes: readonly string[];
  readonly unread: readonly string[];
  /** What was read, word for word, and where; empty where others report a rule whose text we have not read. */
  readonly evidence: readonly { readonly fragment: string; readonly where: string }[];
  /** Only shipped rules are public. */
  readonly isShipped: boolean;
  /** Why this edition replaced the one before; null for the first. */
  readonly reason: string | null;
  /** What others report about a change that we have not read, in a sentence; null where we know of none. */
  readonly reportedChange: string | null;
}

/**
 * Why a rule gives no comparison, in sentences; null if it gives one. A rule that was reported changed, or was not read
 * again in time, may have changed by now.
 * @param today `YYYY-MM-DD`, see `localDay`
 */
export function whyNoVerdict(rule: RuleEdition, today: string): string | null {
  const { reportedChange, rereadBy, authority } = rule;
  const ask = `Ask ${authority ?? 'the authority that enforces it'}.`;
  if (reportedChange !== null) return `${reportedChange} We haven't read the ${isRead(rule) ? 'new ' : ''}text. ${ask}`;
  if (today <= rereadBy) return null;
  return `We did not read it again by ${longDay(rereadBy)}, and it may have changed. ${ask}`;
}

/** Whether we read some text of it, not only what others report. */
export const isRead = ({ evidence }: Pick<RuleEdition, 'evidence'>): boolean => evidence.length > 0;

/** Whether certificates are compared with it, unless it ended or {@link whyNoVerdict} says why not. */
export const isCompared = (rule: RuleEdition): boolean => rule.isShipped && !rule.forComparison && isRead(rule);

/** @param today `YYYY-MM-DD`, see `localDay` */
export function ruleState({ effectiveFrom, effectiveTo }: RuleEdition, today: string): RuleState {
  if (effectiveFrom !== null && today < effectiveFrom) return 'upcoming';
  return effectiveTo !== null && today > effectiveTo ? 'ended' : 'in_force';
}

/** The first day on which we know the rule to be in force; an earlier test is not compared with it. */
export const knownSince = ({ effectiveFrom, inForceOn, readOn }: RuleEdition): string | null =>
  effectiveFrom === null ? (inForceOn ?? readOn) : null;

/**
 * What a comparison with the rule covers, shown before it: a rule can limit more than we have read, or than a report
 * has figures for.
 */
export function coverage({ checks }: Pick<RuleEdition, 'checks'>): string {
  const parts = [...new Set(checks.flatMap((check) => coverageOf(check) ?? []))];
  if (parts.length === 0) return 'Nothing that a report shows';
  const isWithoutThc = checks.every(({ kind }) => kind === 'analyte' || kind === 'excluded');
  if (isWithoutThc) return `${parts.join('; ')} only`;
  const isPartly = checks.some(({ kind }) => kind === 'not_evaluable');
  return [...parts, ...(isPartly ? ['not all its limits'] : [])].join('; ');
}

/** The unit of a limit only: nothing that a report prints says how many containers a package holds. */
export const MG_PER_PACKAGE = 'mg/package' satisfies LimitUnit;

const SUM_COVERAGE: Readonly<Record<string, string>> = {
  'mg/container': 'THC per container',
  'mg/serving': 'THC per serving',
  [MG_PER_PACKAGE]: 'THC per package',
  '%': 'THC by weight',
};

function coverageOf(check: RuleCheck): string | null {
  switch (check.kind) {
    case 'sum':
      return SUM_COVERAGE[check.unit] ?? `THC in ${check.unit}`;
    case 'not_detected':
      return 'Any THC that can be detected';
    case 'excluded':
      return `${check.analytes.length} excluded cannabinoids`;
    case 'analyte':
      return 'Contaminants';
    case 'not_evaluable':
      return null;
  }
}

/** The most THC that a rule allows in one container, in milligrams as decimal text; null where it has no such limit. */
export function containerLimitMg({ checks }: Pick<RuleEdition, 'checks'>): string | null {
  const limits = checks.flatMap((check) =>
    check.kind === 'sum' && check.unit === 'mg/container' ? [check.limit] : [],
  );
  return limits.toSorted((a, b) => Number(a) - Number(b))[0] ?? null;
}
