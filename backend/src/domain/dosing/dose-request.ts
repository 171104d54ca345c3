import { type FieldError, InvalidInput } from '../shared/domain-error.js';
import { EXPERIENCES, type Experience } from '../shared/dose-level.js';

/** How full the stomach is, from emptiest to fullest. [source:dose-inputs] */
export const STOMACH_CONTENTS = ['empty', 'light', 'full'] as const;

/** How full the stomach is when the drink is finished. [source:dose-inputs, dose-timing] */
export type StomachContents = (typeof STOMACH_CONTENTS)[number];

/** Accepted amounts (mg of THC) and body weights (lb), inclusive. [source:dose-inputs] */
export const DOSE_LIMITS = {
  thcAmount: { minimum: 0, maximum: 100 },
  bodyWeight: { minimum: 50, maximum: 500 },
} as const;

/** One amount and the person considering it. Wire names (decision 0036). */
export interface DoseRequest {
  /** THC in total, in mg, 0 to 100; any fraction. Not per serving. */
  readonly thcAmount: number;
  /** Body weight in lb, 50 to 500; any fraction. */
  readonly bodyWeight: number;
  readonly experience: Experience;
  readonly stomachContents: StomachContents;
}

/** The message for each invalid field, used by request validation and here. [source:dose-inputs] */
export const DOSE_MESSAGES = {
  thcAmount: 'Enter an amount from 0 to 100 mg',
  bodyWeight: 'Enter a weight from 50 to 500 lb',
  experience: 'Choose beginner, occasional, regular or experienced',
  stomachContents: 'Choose empty, light or full',
} as const satisfies Record<keyof DoseRequest, string>;

/**
 * Validates a request; nothing is clamped or guessed.
 * @throws InvalidInput naming every invalid field, in the order of the form. [source:dose-inputs]
 */
export function checkDoseRequest(request: DoseRequest): void {
  const isValid: Record<keyof DoseRequest, boolean> = {
    thcAmount: isWithin(request.thcAmount, DOSE_LIMITS.thcAmount),
    bodyWeight: isWithin(request.bodyWeight, DOSE_LIMITS.bodyWeight),
    experience: EXPERIENCES.includes(request.experience),
    stomachContents: STOMACH_CONTENTS.includes(request.stomachContents),
  };
  const fields = Object.keys(DOSE_MESSAGES) as (keyof DoseRequest)[];
  const errors: FieldError[] = fields
    .filter((field) => !isValid[field])
    .map((field) => ({ field, message: DOSE_MESSAGES[field] }));
  if (errors.length > 0) throw new InvalidInput(errors);
}

function isWithin(value: number, limits: { readonly minimum: number; readonly maximum: number }): boolean {
  return Number.isFinite(value) && value >= limits.minimum && value <= limits.maximum;
}
