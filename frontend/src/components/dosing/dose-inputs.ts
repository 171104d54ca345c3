// The dose calculator's form values, its URL parameters and its API request. Pure functions only.
import type { DoseRequestDto, Experience, StomachContents } from '../../api/generated/types.gen';
import { formatMg } from '../../ui/text/figures';

export type WeightUnit = 'lb' | 'kg';

/** The form values. Numbers are strings, so that they can be half typed. */
export interface DoseEntries {
  readonly thcAmount: string;
  /** As last typed. Other units are converted from it, so switching back and forth loses nothing. */
  readonly typedWeight: { readonly text: string; readonly unit: WeightUnit };
  /** The unit shown. */
  readonly unit: WeightUnit;
  readonly experience: string;
  readonly stomachContents: string;
}

/** Form values that are complete and valid. */
export interface DoseInputs {
  readonly thcAmount: number;
  /** In `unit`. */
  readonly weight: number;
  readonly unit: WeightUnit;
  readonly experience: Experience;
  readonly stomachContents: StomachContents;
}

/** Values from the URL. Invalid ones are kept, so the form can report them. */
export interface DoseLink {
  readonly entries: Partial<DoseEntries>;
  /** THC in a whole can, in mg, when the link comes from its certificate. */
  readonly canMg?: number;
  /** Reference of that certificate. */
  readonly certificate?: string;
}

export type DoseErrors = Partial<Record<'thcAmount' | 'weight' | 'experience' | 'stomachContents', string>>;

interface Limits {
  readonly min: number;
  readonly max: number;
}

/** The API's limits, and the limits in kg that stay within them. Inclusive. */
export const AMOUNT_LIMITS = { min: 0, max: 100, step: 0.5 } as const;
export const WEIGHT_LIMITS = {
  lb: { min: 50, max: 500, step: 1 },
  kg: { min: 22.7, max: 226.8, step: 0.1 },
} as const;

/** The smallest can whose quarter does not round to zero, and the largest THC a certificate can report. */
const CAN_LIMITS: Limits = { min: 0.04, max: 1000 };

const KG_PER_LB = 0.45359237;

const DEFAULTS: DoseEntries = {
  thcAmount: '5',
  typedWeight: { text: '150', unit: 'lb' },
  unit: 'lb',
  experience: 'beginner',
  stomachContents: 'light',
};

export const EXPERIENCES: readonly { value: Experience; label: string; description: string }[] = [
  { value: 'beginner', label: 'Beginner', description: '0–5 times ever, or more than a year off' },
  { value: 'occasional', label: 'Occasional', description: 'From less than monthly to about weekly' },
  { value: 'regular', label: 'Regular', description: 'Weekly or more' },
  { value: 'experienced', label: 'Experienced', description: 'Most days' },
];

export const STOMACHS: readonly { value: StomachContents; label: string; description: string }[] = [
  { value: 'empty', label: 'Empty', description: 'Nothing for hours' },
  { value: 'light', label: 'Light', description: 'A small meal or snack' },
  { value: 'full', label: 'Full', description: 'A full meal' },
];

/** The servings offered for a can, as fractions of it. */
const CAN_PARTS = [
  { value: 'whole', label: 'The whole can', share: 1 },
  { value: 'half', label: 'Half of this can', share: 0.5 },
  { value: 'quarter', label: 'A quarter of this can', share: 0.25 },
] as const;

/** Initial form values: the URL's, valid or not, and defaults for the rest. */
export function initialEntries({ entries }: DoseLink): DoseEntries {
  return { ...DEFAULTS, ...entries };
}

/**
 * Parses the URL of a link, or of the form sent without scripts, which has `weight` and `unit` instead of `lb` or `kg`. `lb`
 * wins when the weight is given twice; an invalid `can` is ignored.
 */
export function readDoseLink(params: URLSearchParams): DoseLink {
  const [mg, experience, stomach, can, certificate] = ['mg', 'experience', 'stomach', 'can', 'certificate'].map(
    (name) => params.get(name),
  );
  const typed = params.get('weight');
  const isKg = params.get('unit') === 'kg';
  const lb = params.get('lb') ?? (isKg ? null : typed);
  const kg = params.get('kg') ?? (isKg ? typed : null);
  const weight = lb != null ? weightEntry(lb, 'lb') : kg != null ? weightEntry(kg, 'kg') : {};
  return {
    entries: {
      ...(mg != null && { thcAmount: mg }),
      ...weight,
      ...(experience != null && { experience }),
      ...(stomach != null && { stomachContents: stomach }),
    },
    canMg: numberWithin(can ?? '', CAN_LIMITS),
    ...(certificate != null && { certificate }),
  };
}

/** Whether the URL is complete and valid, so its result is shown at once. */
export function inputsOfLink({ entries }: DoseLink): DoseInputs | null {
  const isComplete = Object.keys(DEFAULTS).every((name) => name in entries);
  return isComplete ? inputsOf({ ...DEFAULTS, ...entries }) : null;
}

/** Path and query for these inputs. */
export function doseLinkQuery(inputs: DoseInputs, canMg?: number): string {
  const params = new URLSearchParams({
    mg: String(inputs.thcAmount),
    [inputs.unit]: String(inputs.weight),
    experience: inputs.experience,
    stomach: inputs.stomachContents,
    ...(canMg !== undefined && { can: String(canMg) }),
  });
  return params.toString();
}

/** The form values with a weight typed in the unit shown. */
export function withWeight(entries: DoseEntries, text: string): DoseEntries {
  return { ...entries, ...weightEntry(text, entries.unit) };
}

function weightEntry(text: string, unit: WeightUnit): Pick<DoseEntries, 'typedWeight' | 'unit'> {
  return { typedWeight: { text, unit }, unit };
}

/**
 * The weight in a unit, as text: as typed, or converted to two decimals. One decimal would turn 150 lb into 68 kg,
 * which is below 150 lb, where the weight adjustment begins. A weight within its limits converts to one within the
 * other unit's limits.
 */
export function weightText({ typedWeight: { text, unit: typedUnit } }: DoseEntries, unit: WeightUnit): string {
  const typed = numberWithin(text, { min: 0, max: Number.MAX_VALUE });
  if (unit === typedUnit || typed === undefined) return text;
  const converted = roundTo2(unit === 'kg' ? typed * KG_PER_LB : typed / KG_PER_LB);
  const isUsable = numberWithin(text, WEIGHT_LIMITS[typedUnit]) !== undefined;
  return String(isUsable ? clamp(converted, WEIGHT_LIMITS[unit]) : converted);
}

/** Error message per field. These are the API's own sentences, shown before sending. */
export function errorsOf(entries: DoseEntries): DoseErrors {
  const { min, max } = WEIGHT_LIMITS[entries.unit];
  const { thcAmount, weight, experience, stomachContents } = valuesOf(entries);
  return {
    ...(thcAmount === undefined && { thcAmount: 'Enter an amount from 0 to 100 mg' }),
    ...(weight === undefined && { weight: `Enter a weight from ${min} to ${max} ${entries.unit}` }),
    ...(experience === undefined && { experience: 'Choose beginner, occasional, regular or experienced' }),
    ...(stomachContents === undefined && { stomachContents: 'Choose empty, light or full' }),
  };
}

/** The parsed values, or null while a field is invalid. */
export function inputsOf(entries: DoseEntries): DoseInputs | null {
  const { thcAmount, weight, experience, stomachContents } = valuesOf(entries);
  if (thcAmount === undefined || weight === undefined || !experience || !stomachContents) return null;
  return { thcAmount, weight, unit: entries.unit, experience, stomachContents };
}

function valuesOf(entries: DoseEntries) {
  return {
    thcAmount: numberWithin(entries.thcAmount, AMOUNT_LIMITS),
    weight: numberWithin(weightText(entries, entries.unit), WEIGHT_LIMITS[entries.unit]),
    experience: EXPERIENCES.find(({ value }) => value === entries.experience)?.value,
    stomachContents: STOMACHS.find(({ value }) => value === entries.stomachContents)?.value,
  };
}

/** Whether a result for these inputs still fits the form. Showing the weight in the other unit does not change it. */
export function isSameRequest(entries: DoseEntries, inputs: DoseInputs): boolean {
  return (
    entries.experience === inputs.experience &&
    entries.stomachContents === inputs.stomachContents &&
    numberWithin(entries.thcAmount, AMOUNT_LIMITS) === inputs.thcAmount &&
    numberWithin(weightText(entries, inputs.unit), WEIGHT_LIMITS[inputs.unit]) === inputs.weight
  );
}

/** The API request: always in lb, to two decimals, clamped to the limit that 226.8 kg exceeds slightly. */
export function requestOf({ weight, unit, ...rest }: DoseInputs): DoseRequestDto {
  return { ...rest, bodyWeight: unit === 'lb' ? weight : clamp(roundTo2(weight / KG_PER_LB), WEIGHT_LIMITS.lb) };
}

/** The servings of a can, each with its THC in mg to two decimals. */
export function canFractions(canMg: number) {
  return CAN_PARTS.map(({ value, label, share }) => {
    const mg = roundTo2(canMg * share);
    return { value, label: `${label} (${formatMg(mg)})`, mg };
  });
}

const roundTo2 = (number: number) => Math.round(number * 100) / 100;

const clamp = (number: number, { min, max }: Limits) => Math.min(max, Math.max(min, number));

/** The parsed number, or undefined when it is not one or is out of range. */
function numberWithin(text: string, { min, max }: Limits): number | undefined {
  const number = /^[\d.]+$/.test(text) ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}
