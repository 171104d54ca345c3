import { ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsObject, ValidateNested } from 'class-validator';
import { printedSample } from '../../../../domain/coa-registry/certificate/printed-sample.js';
import {
  type AnalyteResult,
  CERTIFICATE_STATUSES,
  type CertificateStatus,
  UNCONFIRMED_PANELS,
} from '../../../../domain/coa-registry/certificate/test-results.js';
import type { LabContent } from '../../../../domain/coa-registry/labs/lab-certificates.js';
import { type FieldError, InvalidInput } from '../../../../domain/shared/domain-error.js';
import { PANELS, PRINTED_PANELS } from '../../../../domain/shared/result-terms.js';
import {
  OptionalAmount,
  OptionalText,
  RequiredDay,
  RequiredLines,
  RequiredText,
} from '../../../../platform/http/fields.js';
import { OneOf } from '../../../../platform/http/response-fields.js';
import { validate } from '../../../../platform/http/validation.js';
import { OptionalDocument } from '../../certificate/http/document-fields.js';
import { PanelVerdictsDto } from '../../certificate/http/test-results.dto.js';
import { SubmitCoaDto } from '../../submission/http/submit.dto.js';

/** One measured line, as a laboratory sends it. */
export class ReportedAnalyteDto {
  @OneOf(PRINTED_PANELS, 'AnalytePanel', 'Panel it belongs to', 'heavyMetals')
  @IsIn(PRINTED_PANELS, { message: `panel must be one of ${PRINTED_PANELS.join(', ')}` })
  panel!: AnalyteResult['panel'];

  @RequiredText('Name of the analyte', 200, { description: 'Name as printed on the certificate', example: 'Lead' })
  name!: string;

  @RequiredText('Result as printed', 200, {
    description: 'Result as printed. Send "ND" and "<LOQ" as they are: they are not zero',
    example: '<LOQ',
  })
  valueText!: string;

  @OptionalAmount('value', { description: 'The result as a number, where it is one', example: null })
  value?: number | null;

  @OptionalText('Unit', 50, {
    description: 'Unit of `value`, `lod`, `loq` and `limit`, e.g. `µg/g`, `mg/mL` or `mg/container`',
    example: 'µg/g',
  })
  unit?: string;

  @OptionalAmount('lod', { description: 'Limit of detection', example: 0.002 })
  lod?: number | null;

  @OptionalAmount('loq', { description: 'Limit of quantification', example: 0.005 })
  loq?: number | null;

  @OptionalAmount('limit', { description: 'Action limit that is printed beside the result', example: 0.5 })
  limit?: number | null;

  @OptionalText('Method', 200, { description: 'Method of measurement', example: 'ICP-MS' })
  method?: string;
}

const ANALYTES_MAX = 500;

const FORM_FIELDS = [
  'brandName',
  'website',
  'productName',
  'batchId',
  'thcContent',
  'cbdContent',
  'notes',
  'coaFileUrl',
  'sample',
] as const;

/** A certificate as a laboratory sends it: also one line of a bulk file. */
export class PartnerCertificateDto extends PickType(SubmitCoaDto, FORM_FIELDS) {
  @RequiredDay('Test date', { description: 'Day of the test, `YYYY-MM-DD`', example: '2026-10-14' })
  testDate!: string;

  @RequiredText('Report number', 100, {
    description: 'Your own number of the report. It is published, and comes back in every answer and webhook',
    example: 'EA-2026-01187',
  })
  labReportId!: string;

  @OneOf(
    CERTIFICATE_STATUSES,
    'CertificateStatus',
    'What the certificate says as a whole: `passed` allows no panel that is `failed` or `pending`; `pending` means that results are outstanding',
    'passed',
  )
  @IsIn(CERTIFICATE_STATUSES, { message: `status must be one of ${CERTIFICATE_STATUSES.join(', ')}` })
  status!: CertificateStatus;

  @ApiProperty({ description: 'What each of the four panels shows; all four are needed', type: PanelVerdictsDto })
  @IsObject({ message: `panels must be an object with a result for each of ${PANELS.join(', ')}` })
  @ValidateNested()
  @Type(() => PanelVerdictsDto)
  panels!: PanelVerdictsDto;

  @ApiPropertyOptional({
    description: 'The measured lines, as printed; published row by row. None if left out',
    type: [ReportedAnalyteDto],
    minItems: 0,
    maxItems: ANALYTES_MAX,
    example: [
      { panel: 'cannabinoids', name: 'Δ9-THC', valueText: '4.82', value: 4.82, unit: 'mg/container', method: 'HPLC' },
      { panel: 'heavyMetals', name: 'Lead', valueText: '<LOQ', unit: 'µg/g', lod: 0.002, loq: 0.005, limit: 0.5 },
    ],
  })
  @ArrayMaxSize(ANALYTES_MAX, { message: `Send at most ${ANALYTES_MAX} analytes` })
  @IsObject({ each: true, message: 'Each analyte must be an object' })
  @ValidateNested({ each: true })
  @Type(() => ReportedAnalyteDto)
  // The lowest decorator is checked first.
  @IsArray({ message: 'analytes must be a list of measured lines. Leave it out if there are none' })
  analytes?: ReportedAnalyteDto[] = [];

  @OptionalDocument(
    'SHA-256 of your PDF of the report. Send the PDF before or within 72 hours with `uploadOwnDocument` or ' +
      '`attachOwnDocument`. In a correction: left out, the PDF stays',
  )
  documentSha256?: string;
}

const REASON = {
  description: 'Why it replaces the certificate. This is public',
  example: 'The container size was wrong: 355 mL, not 330 mL.',
};

/** A replacement for a published certificate: all fields again, changed or not. */
export class PartnerAmendmentDto extends PartnerCertificateDto {
  @RequiredLines('Reason', 1000, REASON)
  reason!: string;
}

export class PartnerWithdrawalDto {
  @RequiredLines('Reason', 1000, {
    description: 'Why; of a published certificate, for everybody to read',
    example: 'The sample was mixed up with that of another batch.',
  })
  reason!: string;
}

export function labContentOf(dto: PartnerCertificateDto): LabContent {
  const { status, panels, analytes = [], documentSha256, ...content } = dto;
  return {
    ...content,
    website: dto.website ?? null,
    notes: dto.notes ?? null,
    coaFileUrl: dto.coaFileUrl ?? null,
    sample: printedSample(dto.sample),
    analytes: analytes.map(({ panel, name, valueText, value, unit, lod, loq, limit, method }) => ({
      panel,
      name,
      valueText,
      value: value ?? null,
      unit: unit ?? null,
      lod: lod ?? null,
      loq: loq ?? null,
      limit: limit ?? null,
      method: method ?? null,
    })),
    reported: { status, panels: { ...panels } },
    documentSha256: documentSha256 ?? null,
  };
}

/** Parses a certificate that is not a request body, such as a line of a bulk file. @returns its content, or the errors */
export function parseCertificate(sent: object): LabContent | FieldError[] {
  const dto = validate(PartnerCertificateDto, sent);
  return Array.isArray(dto) ? dto : labContentOf(dto);
}

/** Valid values for fields that cannot be parsed, so that the rest can be checked. */
const PLACEHOLDERS = {
  brandName: '-',
  productName: '-',
  batchId: '-',
  thcContent: 5,
  cbdContent: 0,
  testDate: '2026-01-01',
  labReportId: '-',
  status: 'pending',
  panels: UNCONFIRMED_PANELS,
};

/**
 * Parses the valid fields of a certificate.
 * @returns the content, with {@link PLACEHOLDERS} for invalid fields, and their errors
 */
export function parseLeniently(sent: object): { content: LabContent; errors: readonly FieldError[] } {
  const whole = parseCertificate(sent);
  if (!Array.isArray(whole)) return { content: whole, errors: [] };
  const isReadable = ([name]: [string, unknown]) =>
    whole.every(({ field }) => field !== name && !field.startsWith(`${name}.`));
  const readable = Object.fromEntries(Object.entries(sent).filter(isReadable));
  const filled = parseCertificate({ ...PLACEHOLDERS, ...readable });
  if (Array.isArray(filled)) throw new InvalidInput(whole);
  return { content: filled, errors: whole };
}
