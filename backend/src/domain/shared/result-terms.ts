/**
 * What kind of statement a printed result is. `measured`: a number. `not_detected`: below the limit of detection (LOD).
 * `below_loq`: below the limit of quantification (LOQ), or below a printed number. `above_range`: more than the method can
 * measure. `zero`: a printed 0, which no method can tell from a trace. `unclear`: anything else, also "Pass" and "Tested".
 */
export const QUALIFIERS = [
  'measured',
  'zero',
  'not_detected',
  'below_loq',
  'above_range',
  'present',
  'absent',
  'not_tested',
  'unclear',
] as const;
export type Qualifier = (typeof QUALIFIERS)[number];

/**
 * How a certificate compares with a rule, as we read the rule. It is arithmetic, not an opinion on what is allowed.
 * `cannot_tell`: the figures or the rule's text are not sufficient. `not_tested`: what it limits is not on the
 * certificate. Of the results of a rule's checks, the first in this list counts for the rule.
 */
export const RULE_VERDICTS = ['above', 'cannot_tell', 'not_tested', 'not_above'] as const;
export type RuleVerdict = (typeof RULE_VERDICTS)[number];

/** Whether a rule is in force. */
export const RULE_STATES = ['in_force', 'upcoming', 'ended'] as const;
export type RuleState = (typeof RULE_STATES)[number];

/**
 * How well a method can measure the dose on a label: LOQ per container as a share of the labeled dose, up to 20%, up to
 * 100%, above.
 */
export const LOQ_FITS = ['good', 'weak', 'unfit'] as const;
export type LoqFit = (typeof LOQ_FITS)[number];

/** The four contaminant panels that a full-panel certificate covers. Which four: decision 0051. */
export const PANELS = ['pesticides', 'heavyMetals', 'microbials', 'residualSolvents'] as const;
export type Panel = (typeof PANELS)[number];

/** The panels that a printed line can belong to. */
export const PRINTED_PANELS = [...PANELS, 'cannabinoids', 'other'] as const;
export type PrintedPanel = (typeof PRINTED_PANELS)[number];

/** One measured line of a certificate, as the laboratory printed it. */
export interface AnalyteResult {
  readonly panel: PrintedPanel;
  /** The analyte's name as printed, e.g. "Lead" or "Δ9-THC". */
  readonly name: string;
  /** The result as printed: "0.31", "ND", "<LOQ", "absent in 1 g". Nothing maps such text to a pass. */
  readonly valueText: string;
  /** The result as a number where it is one; null for "ND", "<LOQ" and the like, which are not zero. */
  readonly value: number | null;
  /** Unit of value, limits of detection and quantification, and action limit, e.g. "µg/g" or "mg/mL". */
  readonly unit: string | null;
  /** Limit of detection: below it the analyte cannot be told from zero. */
  readonly lod: number | null;
  /** Limit of quantification: below it the analyte cannot be given a trustworthy number. */
  readonly loq: number | null;
  /** The action limit the laboratory printed beside the result. */
  readonly limit: number | null;
  readonly method: string | null;
}
