import type { PrintedQuantity } from '../../shared/container-facts.js';
import type { FieldError } from '../../shared/domain-error.js';
import { foldSpaces } from '../../shared/name-key.js';
import { publicTextErrors } from '../../shared/public-text.js';

export const VOLUME_UNITS = ['mL', 'L', 'fl oz'] as const;
export type VolumeUnit = (typeof VOLUME_UNITS)[number];

export const MASS_UNITS = ['g', 'kg', 'oz'] as const;
export type MassUnit = (typeof MASS_UNITS)[number];

/** A decimal as printed, e.g. "355" or "5.20". It is text, because a number would lose trailing zeros. */
export const DECIMAL_TEXT = /^\d{1,7}(?:\.\d{1,6})?$/;

/** Who picked the tested can: the brand, which sent it; the laboratory, which sampled it; or a buyer in a store. */
export const SAMPLERS = ['brand', 'laboratory', 'store'] as const;
export type Sampler = (typeof SAMPLERS)[number];

/** For lists and filters, which also have certificates that don't say. */
export const SAMPLED_BY = [...SAMPLERS, 'unknown'] as const;
export type SampledBy = (typeof SAMPLED_BY)[number];

export const BOUGHT_BY_MAX = 120;

/** What a certificate prints about the sample and itself, besides results. Null where it prints nothing. */
export interface PrintedSample {
  readonly containerVolume: PrintedQuantity<VolumeUnit> | null;
  readonly containerMass: PrintedQuantity<MassUnit> | null;
  readonly servingsPerContainer: string | null;
  readonly densityGPerMl: string | null;
  /** Calendar days, `YYYY-MM-DD`. */
  readonly collectedOn: string | null;
  readonly receivedOn: string | null;
  /** End of the analysis, where it is printed beside the test date. */
  readonly testedOn: string | null;
  readonly issuedOn: string | null;
  /** E.g. "Rev. 2". */
  readonly revision: string | null;
  /** Absent if not stated, as in all records older than this field. */
  readonly sampledBy?: Sampler;
  /** The organization that bought the can in a store. */
  readonly boughtBy?: string;
}

export const SAMPLE_DAYS = ['collectedOn', 'receivedOn', 'testedOn', 'issuedOn'] as const;

/** Smallest and largest figure that is plausible. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** Our own bounds, far beyond the drinks that are sold; outside of them, a figure or its unit must be mistyped. */
export const PLAUSIBLE = {
  /** 10 mL to 5 L, and 10 g to 5 kg, rounded outward in the other units. */
  container: {
    mL: { min: 10, max: 5000 },
    L: { min: 0.01, max: 5 },
    'fl oz': { min: 0.3, max: 170 },
    g: { min: 10, max: 5000 },
    kg: { min: 0.01, max: 5 },
    oz: { min: 0.3, max: 180 },
  },
  servings: { min: 0.1, max: 100 },
  densityGPerMl: { min: 0.5, max: 2 },
} as const satisfies Record<string, Range | Record<string, Range>>;

/** Whether the text is a decimal within the range. Short decimals compare correctly as numbers. */
export const isDecimalWithin = (text: string, { min, max }: Range): boolean =>
  DECIMAL_TEXT.test(text) && Number(text) >= min && Number(text) <= max;

/** Fields as sent; a missing field is the same as null. */
export type SampleDraft = { readonly [Field in keyof PrintedSample]?: PrintedSample[Field] | null | undefined };

/** The sample with every member; null when nothing is printed. */
export function printedSample(draft: SampleDraft | null | undefined): PrintedSample | null {
  if (!draft) return null;
  const { containerVolume, containerMass } = draft;
  const sample: PrintedSample = {
    containerVolume: containerVolume ? { amount: containerVolume.amount, unit: containerVolume.unit } : null,
    containerMass: containerMass ? { amount: containerMass.amount, unit: containerMass.unit } : null,
    servingsPerContainer: draft.servingsPerContainer ?? null,
    densityGPerMl: draft.densityGPerMl ?? null,
    collectedOn: draft.collectedOn ?? null,
    receivedOn: draft.receivedOn ?? null,
    testedOn: draft.testedOn ?? null,
    issuedOn: draft.issuedOn ?? null,
    revision: draft.revision ?? null,
    ...(draft.sampledBy && { sampledBy: draft.sampledBy }),
    ...(draft.boughtBy && { boughtBy: foldSpaces(draft.boughtBy) }),
  };
  return Object.values(sample).some((value) => value !== null) ? sample : null;
}

/** "Container volume must be a number from 10 to 5000 mL". */
export const amountProblem = (label: string, unit: VolumeUnit | MassUnit): string =>
  rangeProblem(label, PLAUSIBLE.container[unit], ` ${unit}`);

export const rangeProblem = (label: string, { min, max }: Range, unit = ''): string =>
  `${label} must be a number from ${min} to ${max}${unit}, with at most six decimals`;

/** Figures that no drink can have. */
export function sampleErrors(sample: PrintedSample | null): FieldError[] {
  if (sample === null) return [];
  const { containerVolume, containerMass, servingsPerContainer, densityGPerMl } = sample;
  const amountErrors = (field: string, label: string, printed: PrintedQuantity<VolumeUnit | MassUnit> | null) =>
    printed === null || isDecimalWithin(printed.amount, PLAUSIBLE.container[printed.unit])
      ? []
      : [{ field: `sample.${field}.amount`, message: amountProblem(label, printed.unit) }];
  const rangeErrors = (field: string, label: string, text: string | null, range: Range) =>
    text === null || isDecimalWithin(text, range)
      ? []
      : [{ field: `sample.${field}`, message: rangeProblem(label, range) }];
  return [
    ...amountErrors('containerVolume', 'Container volume', containerVolume),
    ...amountErrors('containerMass', 'Container mass', containerMass),
    ...rangeErrors('servingsPerContainer', 'Servings per container', servingsPerContainer, PLAUSIBLE.servings),
    ...rangeErrors('densityGPerMl', 'Density', densityGPerMl, PLAUSIBLE.densityGPerMl),
  ];
}

/**
 * Wrong or missing statements about who picked the can.
 * @param isPublicForm anyone can send that, so it can't claim that someone other than the brand picked the can
 */
export function samplerErrors(sample: PrintedSample | null, isPublicForm: boolean): readonly FieldError[] {
  if (sample === null) return [];
  const { sampledBy, boughtBy } = sample;
  const field = 'sample.boughtBy';
  if (isPublicForm && sampledBy !== undefined && sampledBy !== 'brand') {
    return [
      {
        field: 'sample.sampledBy',
        message: 'Only the lab can state this. Leave it out, or say that the brand sent the can',
      },
    ];
  }
  if (sampledBy !== 'store') {
    return boughtBy === undefined ? [] : [{ field, message: 'Leave this out unless the can was bought in a store' }];
  }
  if (boughtBy === undefined) return [{ field, message: 'Name the organization that bought the can' }];
  return publicTextErrors(field, boughtBy);
}

/**
 * The public form can't change who is published as having picked the can: that may be the laboratory's statement, which
 * outranks a brand's.
 */
export function withSamplerOf<Replacement extends Pick<Submitted, 'source' | 'sample'>>(
  original: Pick<Submitted, 'sample'>,
  after: Replacement,
): Replacement {
  const { sampledBy, boughtBy } = original.sample ?? {};
  if (after.source !== 'submitter' || sampledBy === undefined) return after;
  return { ...after, sample: printedSample({ ...after.sample, sampledBy, boughtBy }) };
}

interface Submitted {
  readonly source: string;
  readonly sample: PrintedSample | null;
}
