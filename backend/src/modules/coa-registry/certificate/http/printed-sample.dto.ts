import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsObject, IsOptional, ValidateBy, ValidateNested, type ValidationArguments } from 'class-validator';
import {
  amountProblem,
  BOUGHT_BY_MAX,
  DECIMAL_TEXT,
  isDecimalWithin,
  MASS_UNITS,
  type MassUnit,
  PLAUSIBLE,
  type PrintedSample,
  type Range,
  rangeProblem,
  SAMPLERS,
  type Sampler,
  VOLUME_UNITS,
  type VolumeUnit,
} from '../../../../domain/coa-registry/certificate/printed-sample.js';
import type { PrintedQuantity } from '../../../../domain/shared/container-facts.js';
import { OneOfOptional, OptionalDay, OptionalText, trim, trimToUndefined } from '../../../../platform/http/fields.js';
import { OneOf, TextOrNull } from '../../../../platform/http/response-fields.js';

const DECIMAL = { type: String, pattern: DECIMAL_TEXT.source };

type Sent = ValidationArguments | undefined;

/** A decimal as text, and in its range. */
const DecimalWithin = (label: string, rangeOf: (sent: Sent) => Range | null, problem: (sent: Sent) => string) => {
  const isText = (sent: unknown) => typeof sent === 'string' && DECIMAL_TEXT.test(sent);
  const notText = (sent: Sent) =>
    typeof sent?.value === 'number' ? `${label}: send amounts as text, such as "${sent.value}"` : problem(sent);
  const isWithin = (text: unknown, sent: Sent) => {
    const range = rangeOf(sent);
    return range === null || (typeof text === 'string' && isDecimalWithin(text, range));
  };
  return applyDecorators(
    ValidateBy({ name: 'decimalText', validator: { validate: isText, defaultMessage: notText } }),
    ValidateBy({ name: 'decimalWithin', validator: { validate: isWithin, defaultMessage: problem } }),
  );
};

/** The amount of a container, plausible in the unit beside it. Where the unit is unknown, only its own error is given. */
const ContainerAmount = (label: string, field: { description: string; example: string }) =>
  applyDecorators(
    ApiProperty({ ...field, ...DECIMAL }),
    trim(),
    DecimalWithin(
      label,
      (sent) => {
        const unit = unitOf(sent?.object);
        return unit === null ? null : PLAUSIBLE.container[unit];
      },
      (sent) => {
        const unit = unitOf(sent?.object);
        return unit === null ? `${label} must be a number as text, such as "355"` : amountProblem(label, unit);
      },
    ),
  );

function unitOf(sent: object | undefined): VolumeUnit | MassUnit | null {
  const unit = (sent as { unit?: unknown } | undefined)?.unit;
  return [...VOLUME_UNITS, ...MASS_UNITS].find((known) => known === unit) ?? null;
}

/** A decimal as text, within a range, or left out. */
function OptionalDecimal(label: string, range: Range, field: { description: string; example: string }) {
  return applyDecorators(
    ApiPropertyOptional({ ...field, ...DECIMAL }),
    trimToUndefined(),
    IsOptional(),
    DecimalWithin(
      label,
      () => range,
      () => rangeProblem(label, range),
    ),
  );
}

const VOLUME = { description: 'Amount as printed, 10 mL to 5 L. Text, so that "12.0" stays "12.0"', example: '355' };
const MASS = { description: 'Amount as printed, 10 g to 5 kg. Text, so that "12.0" stays "12.0"', example: '369.2' };

const unitMessage = (label: string, units: readonly string[]) => ({
  message: `${label} must be one of ${units.join(', ')}`,
});

/** The volume of one container, as printed. */
export class ContainerVolumeDto implements PrintedQuantity<VolumeUnit> {
  @ContainerAmount('Container volume', VOLUME)
  amount!: string;

  @OneOf(VOLUME_UNITS, 'VolumeUnit', 'Unit as printed', 'mL')
  @IsIn(VOLUME_UNITS, unitMessage('Unit of the container volume', VOLUME_UNITS))
  unit!: VolumeUnit;
}

/** The mass of what is in one container, as printed. */
export class ContainerMassDto implements PrintedQuantity<MassUnit> {
  @ContainerAmount('Container mass', MASS)
  amount!: string;

  @OneOf(MASS_UNITS, 'MassUnit', 'Unit as printed', 'g')
  @IsIn(MASS_UNITS, unitMessage('Unit of the container mass', MASS_UNITS))
  unit!: MassUnit;
}

const OptionalPart = (label: string, Part: new () => object, field: { description: string; example: unknown }) =>
  applyDecorators(
    ApiPropertyOptional({ ...field, type: Part }),
    IsOptional(),
    IsObject({ message: `${label} must be an object` }),
    ValidateNested(),
    Type(() => Part),
  );

const VOLUME_EXAMPLE = { amount: '355', unit: 'mL' };
const MASS_EXAMPLE = { amount: '369.2', unit: 'g' };
const TEXTS = {
  containerVolume: 'Volume of one container as printed',
  containerMass: 'Mass of the drink in one container as printed',
  servings: 'Servings in one container as printed, 0.1 to 100, as text',
  density: 'Density in g/mL as printed, 0.5 to 2, as text',
  collectedOn: 'Day the sample was collected, `YYYY-MM-DD`',
  receivedOn: 'Day the lab received the sample, `YYYY-MM-DD`',
  testedOn: 'Day the analysis ended, `YYYY-MM-DD`, where it is printed',
  issuedOn: 'Day the report was issued, `YYYY-MM-DD`',
  revision: 'Revision of the report as printed',
  sampledBy:
    'Who picked the can: the brand sent it, the laboratory sampled it, or it was bought in a store. The public form takes ' +
    'only `brand`',
  boughtBy: 'The organization that bought the can in a store; never a person. Published after a reviewer read it',
};

/** What the certificate prints about the sample and the report, as it is sent. Leave out what it does not print. */
export class SentSampleDto {
  @OptionalPart('Container volume', ContainerVolumeDto, { description: TEXTS.containerVolume, example: VOLUME_EXAMPLE })
  containerVolume?: ContainerVolumeDto;

  @OptionalPart('Container mass', ContainerMassDto, { description: TEXTS.containerMass, example: MASS_EXAMPLE })
  containerMass?: ContainerMassDto;

  @OptionalDecimal('Servings per container', PLAUSIBLE.servings, { description: TEXTS.servings, example: '1' })
  servingsPerContainer?: string;

  @OptionalDecimal('Density', PLAUSIBLE.densityGPerMl, { description: TEXTS.density, example: '1.040' })
  densityGPerMl?: string;

  @OptionalDay('Collection date', { description: TEXTS.collectedOn, example: '2026-10-05' })
  collectedOn?: string;

  @OptionalDay('Date of receipt', { description: TEXTS.receivedOn, example: '2026-10-07' })
  receivedOn?: string;

  @OptionalDay('End of the analysis', { description: TEXTS.testedOn, example: '2026-10-14' })
  testedOn?: string;

  @OptionalDay('Report date', { description: TEXTS.issuedOn, example: '2026-10-15' })
  issuedOn?: string;

  @OptionalText('Revision', 50, { description: TEXTS.revision, example: 'Rev. 2' })
  revision?: string;

  @OneOfOptional('sampledBy', SAMPLERS, 'Sampler', { description: TEXTS.sampledBy, example: 'brand' })
  sampledBy?: Sampler;

  @OptionalText('Who bought it', BOUGHT_BY_MAX, { description: TEXTS.boughtBy, example: 'Example Consumer Union' })
  boughtBy?: string;
}

export const SAMPLE_EXAMPLE = {
  containerVolume: VOLUME_EXAMPLE,
  containerMass: MASS_EXAMPLE,
  servingsPerContainer: '1',
  densityGPerMl: '1.040',
  collectedOn: '2026-10-05',
  receivedOn: '2026-10-07',
  testedOn: '2026-10-14',
  issuedOn: '2026-10-15',
  revision: 'Rev. 2',
  sampledBy: 'brand',
};

/** The optional `sample` of a request. */
export const OptionalSample = () =>
  OptionalPart('sample', SentSampleDto, {
    description:
      'What the certificate prints about container, density, dates and revision. Optional, and so is each field',
    example: SAMPLE_EXAMPLE,
  });

const DayOrNull = (description: string, example: string) =>
  ApiProperty({ description, type: String, format: 'date', nullable: true, example });

const PartOrNull = (description: string, Part: new () => object, example: unknown) =>
  ApiProperty({ description, type: Part, nullable: true, example });

/** What the certificate prints about the sample and the report; null where it prints nothing. */
export class PrintedSampleDto implements PrintedSample {
  @PartOrNull(TEXTS.containerVolume, ContainerVolumeDto, VOLUME_EXAMPLE)
  containerVolume!: ContainerVolumeDto | null;

  @PartOrNull(TEXTS.containerMass, ContainerMassDto, MASS_EXAMPLE)
  containerMass!: ContainerMassDto | null;

  @TextOrNull(TEXTS.servings, '1')
  servingsPerContainer!: string | null;

  @TextOrNull(TEXTS.density, '1.040')
  densityGPerMl!: string | null;

  @DayOrNull(TEXTS.collectedOn, '2026-10-05')
  collectedOn!: string | null;

  @DayOrNull(TEXTS.receivedOn, '2026-10-07')
  receivedOn!: string | null;

  @DayOrNull(TEXTS.testedOn, '2026-10-14')
  testedOn!: string | null;

  @DayOrNull(TEXTS.issuedOn, '2026-10-15')
  issuedOn!: string | null;

  @TextOrNull(TEXTS.revision, 'Rev. 2')
  revision!: string | null;

  @ApiPropertyOptional({
    description: `${TEXTS.sampledBy}. Left out where it is not stated`,
    enum: SAMPLERS,
    enumName: 'Sampler',
    example: 'laboratory',
  })
  sampledBy?: Sampler;

  @ApiPropertyOptional({ description: TEXTS.boughtBy, example: 'Example Consumer Union' })
  boughtBy?: string;
}

/** The `sample` of an answer. */
export const SampleOrNull = () =>
  ApiProperty({
    description: 'What the certificate prints about the sample and the report; null when nothing of it is known',
    type: PrintedSampleDto,
    nullable: true,
    example: SAMPLE_EXAMPLE,
  });

/** Without the members that are null, as a form sends it again. */
export function toSentSample(sample: PrintedSample | null): { sample?: SentSampleDto } {
  if (sample === null) return {};
  return { sample: Object.fromEntries(Object.entries(sample).filter(([, value]) => value !== null)) };
}
