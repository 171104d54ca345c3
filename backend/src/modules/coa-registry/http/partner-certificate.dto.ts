import { ApiProperty, ApiPropertyOptional, OmitType, PickType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsObject, IsOptional, ValidateNested } from 'class-validator';
import {
  type Certificate,
  type CertificateDraft,
  LIFECYCLES,
  type Lifecycle,
} from '../../../domain/coa-registry/certificate.js';
import {
  type CheckedCertificate,
  type DryRun,
  draftOf,
  type LabContent,
} from '../../../domain/coa-registry/lab-certificates.js';
import type { ListedCertificate } from '../../../domain/coa-registry/listed-certificate.js';
import {
  type AnalyteResult,
  CERTIFICATE_STATUSES,
  type CertificateStatus,
  UNCONFIRMED_PANELS,
} from '../../../domain/coa-registry/test-results.js';
import { batchPath } from '../../../domain/shared/batch-path.js';
import type { CallingLab } from '../../../domain/shared/calling-lab.js';
import { type FieldError, InvalidInput } from '../../../domain/shared/domain-error.js';
import { FieldErrorDto } from '../../../platform/http/api-problems.js';
import {
  OptionalAmount,
  OptionalText,
  RequiredDay,
  RequiredLines,
  RequiredText,
} from '../../../platform/http/fields.js';
import { PageQueryDto } from '../../../platform/http/page-query.js';
import { validate } from '../../../platform/http/validation.js';
import { ANALYTE_PANELS, AnalyteResultDto, FindingDto, PanelVerdictsDto, SubmitCoaDto } from './certificate.dto.js';
import { ReportedResultsDto, ReviewCommentDto, SubmissionDto, toReviewCommentDto } from './submission.dto.js';

/** One measured line, as a laboratory sends it. */
export class ReportedAnalyteDto {
  @ApiProperty({
    description: 'Panel it belongs to',
    enum: ANALYTE_PANELS,
    enumName: 'AnalytePanel',
    example: 'heavyMetals',
  })
  @IsIn(ANALYTE_PANELS, { message: `panel must be one of ${ANALYTE_PANELS.join(', ')}` })
  panel!: AnalyteResult['panel'];

  @RequiredText('Name of the analyte', 200, { description: 'Name as printed on the certificate', example: 'Lead' })
  name!: string;

  @RequiredText('Result as printed', 200, {
    description: 'Result as printed. Send "ND" and "<LOQ" as they are: they are not zero',
    example: '<LOQ',
  })
  valueText!: string;

  @OptionalAmount('value', { description: 'The result as a number, where it is one', example: null })
  value: number | null = null;

  @OptionalText('Unit', 50, {
    description: 'Unit of `value`, `lod`, `loq` and `limit`, e.g. `µg/g`, `mg/mL` or `mg/container`',
    example: 'µg/g',
  })
  unit?: string;

  @OptionalAmount('lod', { description: 'Limit of detection', example: 0.002 })
  lod: number | null = null;

  @OptionalAmount('loq', { description: 'Limit of quantification', example: 0.005 })
  loq: number | null = null;

  @OptionalAmount('limit', { description: 'Action limit that is printed beside the result', example: 0.5 })
  limit: number | null = null;

  @OptionalText('Method', 200, { description: 'Method of measurement', example: 'ICP-MS' })
  method?: string;
}

const ANALYTES_MAX = 500;

const FROM_THE_FORM = [
  'brandName',
  'website',
  'productName',
  'batchId',
  'thcContent',
  'cbdContent',
  'notes',
  'coaFileUrl',
] as const;

/** A certificate as a laboratory sends it: also one line of a bulk file. */
export class PartnerCertificateDto extends PickType(SubmitCoaDto, FROM_THE_FORM) {
  @RequiredDay('Test date', { description: 'Day of the test, `YYYY-MM-DD`', example: '2026-10-14' })
  testDate!: string;

  @RequiredText('Report number', 100, {
    description: 'Your own number of the report. It is published, and comes back in every answer and webhook',
    example: 'EA-2026-01187',
  })
  labReportId!: string;

  @ApiProperty({
    description:
      'What the certificate says as a whole: `passed` needs every panel `passed` or `not_tested`; `pending` means that results are outstanding',
    enum: CERTIFICATE_STATUSES,
    enumName: 'CertificateStatus',
    example: 'passed',
  })
  @IsIn(CERTIFICATE_STATUSES, { message: `status must be one of ${CERTIFICATE_STATUSES.join(', ')}` })
  status!: CertificateStatus;

  @ApiProperty({ description: 'What each of the four panels shows; all four are needed', type: PanelVerdictsDto })
  @IsObject({ message: 'Choose a result for each panel' })
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
  @IsArray({ message: 'analytes must be a list' })
  @ArrayMaxSize(ANALYTES_MAX, { message: `Send at most ${ANALYTES_MAX} analytes` })
  @IsObject({ each: true, message: 'Each analyte must be an object' })
  @ValidateNested({ each: true })
  @Type(() => ReportedAnalyteDto)
  analytes: ReportedAnalyteDto[] = [];
}

const REASON = {
  description: 'Why it replaces the certificate. This is public',
  example: 'The container size was wrong: 355 mL, not 330 mL.',
};

/** What is to take a published certificate's place: all fields again, changed or not. */
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

export class OwnCertificatesQueryDto extends PageQueryDto {
  @ApiPropertyOptional({
    description: 'Only certificates of this standing',
    enum: LIFECYCLES,
    enumName: 'SubmissionStatus',
    example: 'changes_requested',
  })
  @IsOptional()
  @IsIn(LIFECYCLES, { message: `standing must be one of ${LIFECYCLES.join(', ')}` })
  standing?: Lifecycle;

  @OptionalText('Report number', 100, {
    description: 'Only certificates with this report number of yours. Case and runs of spaces do not matter',
    example: 'EA-2026-01187',
  })
  labReportId?: string;

  @OptionalText('Batch ID', 100, {
    description: 'Only certificates of this batch, of any brand. Batch ids are compared as in `createCertificate`',
    example: 'JT-26-1014',
  })
  batchId?: string;
}

/** A reviewer's comment as the laboratory reads it: who of us wrote it does not matter there. */
export class OwnCertificateCommentDto extends OmitType(ReviewCommentDto, ['id', 'by'] as const) {}

export class OwnCertificateLinksDto {
  @ApiProperty({
    description: 'This certificate, for you',
    example: '/api/partner/certificates/0f8fad5b-d9cb-469f-a165-70867728950e',
  })
  selfPath!: string;

  @ApiProperty({
    description: 'Its public record, for good; null for one that was never published',
    type: String,
    nullable: true,
    example: '/api/certificates/CB-7K3M-9QXD',
  })
  certificatePath!: string | null;

  @ApiProperty({
    description: 'The page of its batch, for people; null for one that was never published',
    type: String,
    nullable: true,
    example: '/brands/Juniper%20%26%20Tide/coa/%23C9030',
  })
  coaPath!: string | null;
}

const AS_STAFF_SEE_IT = [
  'id',
  'reference',
  'brandName',
  'website',
  'productName',
  'batchId',
  'thcContent',
  'cbdContent',
  'testDate',
  'createdAt',
  'dueDate',
  'rejectionReason',
  'takenBack',
  'supersedes',
  'amendmentReason',
  'endedAt',
  'withdrawalReason',
] as const;

/** A certificate as the laboratory that sent it sees it. */
export class OwnCertificateDto extends PickType(SubmissionDto, AS_STAFF_SEE_IT) {
  @ApiProperty({
    description:
      '`pending`: waits for review. `changes_requested`: read `comments` and send a correction. `approved`: published. ' +
      '`rejected`: will not be published, see `rejectionReason`; if `takenBack` is true, you took it back yourself. ' +
      '`withdrawn` and `superseded`: was published, and its address says what became of it',
    enum: LIFECYCLES,
    enumName: 'SubmissionStatus',
    example: 'pending',
  })
  standing!: Lifecycle;

  @ApiProperty({ description: 'Counts its changes; the `ETag` is made of it', type: 'integer', example: 1 })
  version!: number;

  @ApiProperty({ description: 'Your own number of the report', type: String, nullable: true, example: 'EA-2026-01187' })
  labReportId!: string | null;

  @ApiProperty({ description: 'Your name, as it is published', example: 'Example Analytical' })
  labName!: string;

  @ApiProperty({
    description: 'What is confirmed: `pending` until the certificate is published, then what is shown',
    enum: CERTIFICATE_STATUSES,
    enumName: 'CertificateStatus',
    example: 'pending',
  })
  status!: CertificateStatus;

  @ApiProperty({
    description: 'What is confirmed for each panel: `pending` until the certificate is published',
    type: PanelVerdictsDto,
  })
  panels!: PanelVerdictsDto;

  @ApiProperty({
    description: 'Status and panels as you reported them; null for a certificate that staff entered in your name',
    type: ReportedResultsDto,
    nullable: true,
    example: {
      status: 'passed',
      panels: { pesticides: 'passed', heavyMetals: 'passed', microbials: 'passed', residualSolvents: 'passed' },
    },
  })
  reported!: ReportedResultsDto | null;

  @ApiProperty({ description: 'The measured lines', type: [AnalyteResultDto] })
  analytes!: readonly AnalyteResultDto[];

  @ApiProperty({
    description: 'Your notes for the reviewer; never published',
    type: String,
    nullable: true,
    example: null,
  })
  notes!: string | null;

  @ApiProperty({
    description: 'Address of your own file of the certificate',
    type: String,
    nullable: true,
    example: 'https://lab.example/certificates/C9030.pdf',
  })
  coaFileUrl!: string | null;

  @ApiProperty({
    description: 'Comments of reviewers, in the order they were written; those with `settledAt` are dealt with',
    type: [OwnCertificateCommentDto],
  })
  comments!: readonly OwnCertificateCommentDto[];

  @ApiProperty({
    description:
      'What machines notice about it today, errors first; empty once it is rejected, withdrawn or superseded',
    type: [FindingDto],
  })
  findings!: readonly FindingDto[];

  @ApiProperty({
    description: 'When it was published, rejected or sent back for changes; null while it waits',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  reviewedAt!: Date | null;

  @ApiProperty({ description: 'Where to find it', type: OwnCertificateLinksDto })
  links!: OwnCertificateLinksDto;
}

/** The same in a list, without what makes it long. */
export class OwnCertificateSummaryDto extends OmitType(OwnCertificateDto, ['analytes', 'findings'] as const) {}

export class CertificateCheckDto {
  @ApiProperty({
    description: 'Whether `createCertificate` would take it: no errors, and its batch is free',
    example: true,
  })
  valid!: boolean;

  @ApiProperty({ description: 'What is wrong, field by field; all of it at once', type: [FieldErrorDto] })
  errors!: readonly FieldErrorDto[];

  @ApiProperty({
    description:
      'What machines notice, errors first. An `error` sends the certificate to a reviewer even where the laboratory is ' +
      'trusted. Nothing is said here about fields that are in `errors`',
    type: [FindingDto],
  })
  findings!: readonly FindingDto[];
}

export function labContentOf(dto: PartnerCertificateDto): LabContent {
  const { status, panels, analytes, ...content } = dto;
  return {
    ...content,
    website: dto.website ?? null,
    notes: dto.notes ?? null,
    coaFileUrl: dto.coaFileUrl ?? null,
    analytes: analytes.map((line) => ({ ...line, unit: line.unit ?? null, method: line.method ?? null })),
    reported: { status, panels: { ...panels } },
  };
}

/** A draft in the laboratory's own name. */
export const labDraftOf = (dto: PartnerCertificateDto, lab: CallingLab): CertificateDraft =>
  draftOf(labContentOf(dto), lab);

/** Stands in for what cannot be read, so that the rest can be looked at. */
const STAND_INS = {
  ...{ brandName: '-', productName: '-', batchId: '-', thcContent: 5, cbdContent: 0 },
  ...{ testDate: '2026-01-01', labReportId: '-', status: 'pending', panels: UNCONFIRMED_PANELS },
};

/**
 * Reads as much of a certificate as can be read.
 * @returns it with harmless values for the rest, and everything that is wrong with that
 */
export function readAsFarAsPossible(sent: object): { content: LabContent; errors: readonly FieldError[] } {
  const whole = validate(PartnerCertificateDto, sent);
  if (whole instanceof PartnerCertificateDto) return { content: labContentOf(whole), errors: [] };
  const isReadable = ([name]: [string, unknown]) =>
    whole.every(({ field }) => field !== name && !field.startsWith(`${name}.`));
  const readable = Object.fromEntries(Object.entries(sent).filter(isReadable));
  const filled = validate(PartnerCertificateDto, { ...STAND_INS, ...readable });
  if (!(filled instanceof PartnerCertificateDto)) throw new InvalidInput(whole);
  return { content: labContentOf(filled), errors: whole };
}

export function toOwnCertificateDto({ certificate, findings }: CheckedCertificate): OwnCertificateDto {
  return { ...toOwnCertificateSummaryDto(certificate), analytes: certificate.testResults.analytes, findings };
}

export function toOwnCertificateSummaryDto(certificate: ListedCertificate): OwnCertificateSummaryDto {
  const { panels, reported } = certificate.testResults;
  return {
    id: certificate.id,
    reference: certificate.reference,
    standing: certificate.submissionStatus,
    version: certificate.version,
    labReportId: certificate.labReportId,
    brandName: certificate.brandName,
    website: certificate.website,
    productName: certificate.productName,
    batchId: certificate.batchId,
    thcContent: certificate.thcContent,
    cbdContent: certificate.cbdContent,
    testDate: certificate.testDate,
    labName: certificate.labName,
    status: certificate.status,
    panels,
    reported: reported ?? null,
    notes: certificate.notes,
    coaFileUrl: certificate.coaFileUrl,
    comments: certificate.comments.map((comment) => {
      const { id: _id, by: _by, ...rest } = toReviewCommentDto(comment);
      return rest;
    }),
    createdAt: certificate.createdAt,
    dueDate: certificate.dueOn,
    reviewedAt: certificate.reviewedAt,
    rejectionReason: certificate.rejectionReason,
    takenBack: certificate.takenBack,
    supersedes: certificate.supersedes,
    amendmentReason: certificate.amendmentReason,
    endedAt: certificate.endedAt,
    withdrawalReason: certificate.withdrawalReason,
    links: linksOf(certificate),
  };
}

export const toCertificateCheckDto = ({ isAcceptable, errors, findings }: DryRun): CertificateCheckDto => ({
  valid: isAcceptable,
  errors,
  findings,
});

export const pathOf = ({ id }: Pick<Certificate, 'id'>): string => `/api/partner/certificates/${id}`;

function linksOf(certificate: ListedCertificate): OwnCertificateLinksDto {
  const { reference, submissionStatus } = certificate;
  const wasPublished = ['approved', 'withdrawn', 'superseded'].includes(submissionStatus);
  return {
    selfPath: pathOf(certificate),
    certificatePath: wasPublished ? `/api/certificates/${reference}` : null,
    coaPath: wasPublished ? batchPath(certificate) : null,
  };
}
