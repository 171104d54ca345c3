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

/** The panels that a printed line can belong to. */
export const PRINTED_PANELS = [
  'pesticides',
  'heavyMetals',
  'microbials',
  'residualSolvents',
  'cannabinoids',
  'other',
] as const;
export type PrintedPanel = (typeof PRINTED_PANELS)[number];
