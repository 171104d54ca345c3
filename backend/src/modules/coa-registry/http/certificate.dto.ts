import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { z } from 'zod';
import {
  type CertificateDraft,
  CONTENT_MG,
  isCalendarDay,
  SOURCES,
  type Source,
} from '../../../domain/coa-registry/certificate.js';
import type { CheckedPublicCertificate, RegistryStatistics } from '../../../domain/coa-registry/coa-registry.js';
import {
  FINDING_CODES,
  FINDING_SEVERITIES,
  type Finding,
  type FindingCode,
  type FindingSeverity,
} from '../../../domain/coa-registry/finding.js';
import {
  compareWithLabel,
  LABEL_LEVELS,
  type LabelComparison,
  type LabelLevel,
} from '../../../domain/coa-registry/label-comparison.js';
import { labelDose } from '../../../domain/coa-registry/label-dose.js';
import { type PanelReport, panelReports } from '../../../domain/coa-registry/panel-reports.js';
import {
  CERTIFICATE_SORTS,
  type CertificateCursor,
  type CertificateLink,
  type CertificateSort,
  type CertificateSummary,
  type OtherBrandCertificate,
} from '../../../domain/coa-registry/published-certificate.js';
import { statusDisplay } from '../../../domain/coa-registry/status-display.js';
import type { SubmissionReceipt } from '../../../domain/coa-registry/submissions.js';
import {
  type AnalyteResult,
  CERTIFICATE_STATUSES,
  type CertificateStatus,
  PANEL_VERDICTS,
  PANELS,
  type Panel,
  type PanelVerdict,
  type PanelVerdicts,
} from '../../../domain/coa-registry/test-results.js';
import { VERDICT_TONES, type Verdict, type VerdictTone } from '../../../domain/coa-registry/verdict.js';
import { PAGE_LIMIT } from '../../../domain/shared/page.js';
import { Milligrams, OptionalLines, OptionalUrl, RequiredEmail, RequiredText } from '../../../platform/http/fields.js';
import { encodeCursor } from '../../../platform/http/paging.js';
import { parseTestResults, ShortRawResults } from './test-results.schema.js';

const blankToUndefined = () =>
  Transform(({ value }) => (typeof value === 'string' ? value.trim() || undefined : value));

/** What every list of published certificates can be asked. */
export class CoaPageQueryDto {
  @ApiPropertyOptional({
    description:
      '`newest` (unless said otherwise) and `oldest` go by test date, `strongest` and `mildest` by measured THC',
    enum: CERTIFICATE_SORTS,
    enumName: 'CoaSort',
    default: 'newest',
    example: 'newest',
  })
  @IsIn(CERTIFICATE_SORTS, { message: `sort must be one of ${CERTIFICATE_SORTS.join(', ')}` })
  sort: CertificateSort = 'newest';

  @ApiPropertyOptional({
    description: 'Certificates of one page',
    type: 'integer',
    minimum: 1,
    maximum: PAGE_LIMIT.max,
    default: PAGE_LIMIT.default,
    example: 50,
  })
  @Type(() => Number)
  @IsInt({ message: `limit must be a whole number from 1 to ${PAGE_LIMIT.max}` })
  @Min(1, { message: `limit must be a whole number from 1 to ${PAGE_LIMIT.max}` })
  @Max(PAGE_LIMIT.max, { message: `limit must be a whole number from 1 to ${PAGE_LIMIT.max}` })
  limit: number = PAGE_LIMIT.default;

  @ApiPropertyOptional({
    description:
      'Where the page begins: taken from the `Link` header of the page before, with the same other parameters',
    maxLength: 300,
    example: 'eyJzIjoibmV3ZXN0IiwidiI6IjIwMjYtMTAtMTQiLCJpZCI6IjBmOGZhZDViLWQ5Y2ItNDY5Zi1hMTY1LTcwODY3NzI4OTUwZSJ9',
  })
  @blankToUndefined()
  @IsOptional()
  @MaxLength(300, { message: 'cursor is too long' })
  @IsString({ message: 'send cursor only once' })
  cursor?: string;
}

export class CoaListQueryDto extends CoaPageQueryDto {
  @ApiPropertyOptional({
    description:
      'Matches anywhere in product name, brand name and batch id, ignoring case, accents and punctuation; in batch ids ' +
      'also ignoring spaces and look-alikes (O and 0; I, l and 1). ' +
      'A term without three letters or digits in a row matches beginnings of words only. ' +
      'When nothing matches, words are tried in a similar spelling: see `X-Search-Match`.',
    maxLength: 100,
    example: 'yuzu',
  })
  @blankToUndefined()
  @IsOptional()
  @MaxLength(100, { message: 'search can be at most 100 characters' })
  @IsString({ message: 'send search only once' })
  search?: string;

  @ApiPropertyOptional({
    description: 'Only this brand; compared without case',
    maxLength: 120,
    example: 'Juniper & Tide',
  })
  @blankToUndefined()
  @IsOptional()
  @MaxLength(120, { message: 'brand can be at most 120 characters' })
  @IsString({ message: 'send brand only once' })
  brand?: string;

  @ApiPropertyOptional({
    description: 'Only certificates of this status',
    enum: CERTIFICATE_STATUSES,
    enumName: 'CertificateStatus',
    example: 'passed',
  })
  @blankToUndefined()
  @IsOptional()
  @IsIn(CERTIFICATE_STATUSES, { message: `status must be one of ${CERTIFICATE_STATUSES.join(', ')}` })
  status?: CertificateStatus;
}

/** Which brand's certificate of a batch is meant. */
export class BatchQueryDto {
  @ApiPropertyOptional({
    description: 'Only this brand, by its present or a former name; compared without case',
    maxLength: 120,
    example: 'Juniper & Tide',
  })
  @blankToUndefined()
  @IsOptional()
  @MaxLength(120, { message: 'brand can be at most 120 characters' })
  @IsString({ message: 'send brand only once' })
  brand?: string;
}

const calendarDay = z.string().refine(isCalendarDay);

/** A cursor names the order it was made in, so that it cannot be used in another. */
const cursorSchemas: Record<CertificateSort, z.ZodType<CertificateCursor>> = {
  newest: cursorSchema('newest', calendarDay),
  oldest: cursorSchema('oldest', calendarDay),
  strongest: cursorSchema('strongest', z.number().min(0).max(CONTENT_MG.max)),
  mildest: cursorSchema('mildest', z.number().min(0).max(CONTENT_MG.max)),
};

function cursorSchema(sort: CertificateSort, value: z.ZodType<string | number>): z.ZodType<CertificateCursor> {
  return z.object({ s: z.literal(sort), v: value, id: z.uuid() }).transform(({ v, id }) => ({ value: v, id }));
}

export const coaCursorSchema = (sort: CertificateSort) => cursorSchemas[sort];

export const encodeCoaCursor =
  (sort: CertificateSort) =>
  ({ value, id }: CertificateCursor) =>
    encodeCursor({ s: sort, v: value, id });

export class LabelDoseDto {
  @ApiProperty({ description: 'Labelled THC of the container in milligrams', example: 5, minimum: 0 })
  mg!: number;

  @ApiProperty({
    description:
      'Where the figure comes from: `stated` in the product name, `inferred` from a size word in it, or `assumed` ' +
      'because the name says nothing',
    enum: ['stated', 'inferred', 'assumed'],
    enumName: 'LabelDoseBasis',
    example: 'stated',
  })
  basis!: 'stated' | 'inferred' | 'assumed';
}

/** Measured THC beside the dose that the product name states in milligrams. */
export class LabelComparisonDto implements LabelComparison {
  @ApiProperty({
    description:
      '`over`: more than 10% above the stated dose; `far_over`: 25% or more above; `within`: at most 10% off and at most ' +
      '1 mg below; `under`: further below; `far_under`: 25% or more below; `not_stated`: the product name states no dose ' +
      'in milligrams, so there is nothing to compare with',
    enum: LABEL_LEVELS,
    enumName: 'LabelLevel',
    example: 'within',
  })
  level!: LabelLevel;

  @ApiProperty({
    description: 'THC per container in milligrams that the product name states; null when it states none',
    type: Number,
    nullable: true,
    minimum: 0,
    example: 5,
  })
  statedMg!: number | null;

  @ApiProperty({
    description: 'Measured THC as a whole percentage of the stated dose; null when none is stated',
    type: 'integer',
    nullable: true,
    minimum: 0,
    example: 96,
  })
  percent!: number | null;
}

/** A published certificate as lists show it. */
export class CoaSummaryDto {
  @ApiProperty({
    description: 'Identity of the certificate',
    format: 'uuid',
    example: '0f8fad5b-d9cb-469f-a165-70867728950e',
  })
  id!: string;

  @ApiProperty({ description: 'Brand', example: 'Juniper & Tide' })
  brandName!: string;

  @ApiProperty({ description: 'Product name as on the label', example: 'Yuzu Seltzer 5 mg' })
  productName!: string;

  @ApiProperty({
    description:
      'Batch or lot id as printed on the container. It belongs to the brand: two brands may print the same one',
    example: '#C9030',
  })
  batchId!: string;

  @ApiProperty({ description: 'Measured THC in milligrams per container', example: 4.82, minimum: 0, maximum: 1000 })
  thcContent!: number;

  @ApiProperty({ description: 'Measured CBD in milligrams per container', example: 0.4, minimum: 0, maximum: 1000 })
  cbdContent!: number;

  @ApiProperty({ description: 'Laboratory that measured', example: 'Example Analytical' })
  labName!: string;

  @ApiProperty({ description: 'Day of the test', format: 'date', example: '2026-10-14' })
  testDate!: string;

  @ApiProperty({
    description: 'What the reviewer confirmed the certificate says; `pending`: results are outstanding',
    enum: CERTIFICATE_STATUSES,
    enumName: 'CertificateStatus',
    example: 'passed',
  })
  status!: CertificateStatus;

  @ApiProperty({
    description: 'Verdict of the pesticide panel',
    enum: PANEL_VERDICTS,
    enumName: 'PanelVerdict',
    example: 'passed',
  })
  pesticideStatus!: PanelVerdict;

  @ApiProperty({
    description:
      'How to show the status: a check, a cross or a clock. A withdrawn or replaced certificate shows a clock and its word',
    enum: ['passed', 'failed', 'pending'],
    enumName: 'StatusMark',
    example: 'passed',
  })
  statusMark!: 'passed' | 'failed' | 'pending';

  @ApiProperty({ description: 'The word to show beside the mark', example: 'Passed' })
  statusLabel!: string;

  @ApiProperty({
    description: 'Measured THC beside the stated dose. Show this to people, not `labelDose`',
    type: LabelComparisonDto,
  })
  labelComparison!: LabelComparisonDto;

  @ApiProperty({
    description:
      'The dose that the under-dosed statistic uses. Only a `stated` one is on the label; never show the others as a label',
    type: LabelDoseDto,
  })
  labelDose!: LabelDoseDto;

  @ApiProperty({
    description:
      'Whether measured THC is more than 1 mg below `labelDose`, also where that is only assumed. For the statistic; what ' +
      'to tell people is in `labelComparison`',
    example: false,
  })
  underDosed!: boolean;

  @ApiProperty({ description: 'True for an invented record that only shows how the registry works', example: false })
  demonstration!: boolean;
}

export class PanelVerdictsDto implements PanelVerdicts {
  @ApiProperty({ description: 'Pesticides', enum: PANEL_VERDICTS, enumName: 'PanelVerdict', example: 'passed' })
  @IsIn(PANEL_VERDICTS, { message: 'Choose a result for the pesticide panel' })
  pesticides!: PanelVerdict;

  @ApiProperty({ description: 'Heavy metals', enum: PANEL_VERDICTS, enumName: 'PanelVerdict', example: 'passed' })
  @IsIn(PANEL_VERDICTS, { message: 'Choose a result for the heavy metal panel' })
  heavyMetals!: PanelVerdict;

  @ApiProperty({ description: 'Microbials', enum: PANEL_VERDICTS, enumName: 'PanelVerdict', example: 'passed' })
  @IsIn(PANEL_VERDICTS, { message: 'Choose a result for the microbial panel' })
  microbials!: PanelVerdict;

  @ApiProperty({
    description: 'Residual solvents',
    enum: PANEL_VERDICTS,
    enumName: 'PanelVerdict',
    example: 'passed',
  })
  @IsIn(PANEL_VERDICTS, { message: 'Choose a result for the residual solvent panel' })
  residualSolvents!: PanelVerdict;
}

export const ANALYTE_PANELS = [...PANELS, 'cannabinoids', 'other'] as const;

/** One measured line of a certificate. */
export class AnalyteResultDto implements AnalyteResult {
  @ApiProperty({
    description: 'Panel it belongs to',
    enum: ANALYTE_PANELS,
    enumName: 'AnalytePanel',
    example: 'heavyMetals',
  })
  panel!: AnalyteResult['panel'];

  @ApiProperty({ description: 'Name as printed', example: 'Lead' })
  name!: string;

  @ApiProperty({ description: 'Result as printed; "ND" or "<LOQ" are not zero', example: '<LOQ' })
  valueText!: string;

  @ApiProperty({ description: 'Result as a number, where it is one', type: Number, nullable: true, example: null })
  value!: number | null;

  @ApiProperty({
    description: 'Unit of value, limits of detection and quantification, and action limit',
    type: String,
    nullable: true,
    example: 'µg/g',
  })
  unit!: string | null;

  @ApiProperty({ description: 'Limit of detection', type: Number, nullable: true, example: 0.002 })
  lod!: number | null;

  @ApiProperty({ description: 'Limit of quantification', type: Number, nullable: true, example: 0.005 })
  loq!: number | null;

  @ApiProperty({ description: 'Action limit printed beside the result', type: Number, nullable: true, example: 0.5 })
  limit!: number | null;

  @ApiProperty({ description: 'Method of measurement', type: String, nullable: true, example: 'ICP-MS' })
  method!: string | null;
}

export class TestResultsDto {
  @ApiProperty({ description: 'Version of this shape', enum: [1], enumName: 'TestResultsVersion', example: 1 })
  version!: 1;

  @ApiProperty({ description: 'What the reviewer confirmed for each panel', type: PanelVerdictsDto })
  panels!: PanelVerdictsDto;

  @ApiProperty({ description: 'Measured lines as the laboratory reported them', type: [AnalyteResultDto] })
  analytes!: readonly AnalyteResultDto[];
}

/** What one contaminant panel shows. */
export class PanelReportDto implements PanelReport {
  @ApiProperty({ description: 'Panel', enum: PANELS, enumName: 'Panel', example: 'heavyMetals' })
  panel!: Panel;

  @ApiProperty({ description: 'Its verdict', enum: PANEL_VERDICTS, enumName: 'PanelVerdict', example: 'passed' })
  verdict!: PanelVerdict;

  @ApiProperty({
    description: 'The same as a phrase for people; a failed panel names each analyte with its value and limit',
    example: 'passed, 1 figure reported',
  })
  statement!: string;

  @ApiProperty({
    description: 'Lines of this panel above the limit printed beside them',
    type: [AnalyteResultDto],
    example: [],
  })
  overLimit!: readonly AnalyteResultDto[];
}

/** What a certificate means for the person holding the can. */
export class VerdictDto implements Verdict {
  @ApiProperty({
    description:
      'How serious it is. `danger`: do not drink it, or do not rely on the figures; `good` only for a current certificate ' +
      'that passed and is close to its label',
    enum: VERDICT_TONES,
    enumName: 'VerdictTone',
    example: 'good',
  })
  tone!: VerdictTone;

  @ApiProperty({
    description: 'Whether a contaminant failed or is above its limit, also on a certificate that is no longer current',
    example: false,
  })
  doNotDrink!: boolean;

  @ApiProperty({
    description: 'The most important thing, in a sentence',
    example: 'Close to its label: 4.82 mg measured, 5 mg stated.',
  })
  headline!: string;

  @ApiProperty({
    description: 'The rest, in sentences, the most serious first: contaminants, strength, age of the test',
    type: [String],
    example: ['The lab reported that it passed all four contaminant panels.', 'Tested 37 days ago.'],
  })
  details!: readonly string[];
}

/** Something that a machine noticed: a reason to look, not a verdict. */
export class FindingDto implements Finding {
  @ApiProperty({
    description: 'What was noticed',
    enum: FINDING_CODES,
    enumName: 'FindingCode',
    example: 'batch-from-other-lab',
  })
  code!: FindingCode;

  @ApiProperty({
    description:
      'An `error` keeps a certificate from being published without a reviewer; the others are for people to weigh',
    enum: FINDING_SEVERITIES,
    enumName: 'FindingSeverity',
    example: 'warning',
  })
  severity!: FindingSeverity;

  @ApiProperty({ description: 'The field it is about', example: 'labName' })
  field!: string;

  @ApiProperty({
    description: 'The same as one sentence for people',
    example: 'Another laboratory reported on the same product and batch.',
  })
  message!: string;
}

export class FindingsDto {
  @ApiProperty({ description: 'What was noticed, errors first; empty when nothing was', type: [FindingDto] })
  findings!: FindingDto[];
}

/** Names another certificate of the registry. */
export class CoaLinkDto implements CertificateLink {
  @ApiProperty({ description: 'Its reference', example: 'CB-7K3M-9QXD' })
  reference!: string;

  @ApiProperty({ description: 'Its batch id', example: '#C9030' })
  batchId!: string;

  @ApiProperty({ description: 'Its product', example: 'Yuzu Seltzer 5 mg' })
  productName!: string;
}

export class ReplacementDto extends CoaLinkDto {
  @ApiProperty({ description: 'Why it replaces this one', example: 'The laboratory corrected the container size.' })
  reason!: string;
}

/** Where a certificate that is or was published stands. */
const PUBLIC_STANDINGS = ['approved', 'withdrawn', 'superseded'] as const;
type PublicStanding = (typeof PUBLIC_STANDINGS)[number];

/** A certificate that another brand has, or had, under the same batch id. */
export class OtherBrandCoaDto {
  @ApiProperty({ description: 'Brand', example: 'Otter Creek' })
  brandName!: string;

  @ApiProperty({ description: 'Its product', example: 'Plum Tonic 10 mg' })
  productName!: string;

  @ApiProperty({ description: 'Its batch id, as that brand prints it', example: '#C9030' })
  batchId!: string;

  @ApiProperty({ description: 'Its reference', example: 'CB-9QXD-7K3M' })
  reference!: string;

  @ApiProperty({
    description: 'Whether it is current: `approved`, `superseded` or `withdrawn`',
    enum: PUBLIC_STANDINGS,
    enumName: 'PublicStanding',
    example: 'approved',
  })
  standing!: PublicStanding;
}

/** A certificate that is or was published, whole. */
export class CoaDto extends CoaSummaryDto {
  @ApiProperty({
    description: 'What it means, by fixed rules: contaminants, strength against the label, age, current or not',
    type: VerdictDto,
  })
  verdict!: VerdictDto;

  @ApiProperty({
    description: 'Names this certificate for ever; it has an address of its own',
    example: 'CB-7K3M-9QXD',
  })
  reference!: string;

  @ApiProperty({
    description:
      '`approved`: current. `superseded`: replaced by an amended certificate. `withdrawn`: no longer stands, and nothing replaced it',
    enum: PUBLIC_STANDINGS,
    enumName: 'PublicStanding',
    example: 'approved',
  })
  standing!: PublicStanding;

  @ApiProperty({ description: 'Who supplied it', enum: SOURCES, enumName: 'CertificateSource', example: 'lab' })
  source!: Source;

  @ApiProperty({
    description: "The laboratory's own number of its report",
    type: String,
    nullable: true,
    example: 'EA-2026-01187',
  })
  labReportId!: string | null;

  @ApiProperty({
    description: 'When it was withdrawn or replaced',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  endedAt!: Date | null;

  @ApiProperty({ description: 'Why it was withdrawn', type: String, nullable: true, example: null })
  withdrawalReason!: string | null;

  @ApiProperty({
    description: 'The certificate that replaced it, and why',
    type: ReplacementDto,
    nullable: true,
    example: null,
  })
  replacedBy!: ReplacementDto | null;

  @ApiProperty({
    description:
      'The certificate that counts now, where this one was withdrawn or replaced; null when there is none, and while this ' +
      'one is current',
    type: CoaLinkDto,
    nullable: true,
    example: null,
  })
  current!: CoaLinkDto | null;

  @ApiProperty({ description: 'The certificate that it replaced', type: CoaLinkDto, nullable: true, example: null })
  replaces!: CoaLinkDto | null;

  @ApiProperty({ description: 'Why it replaced that one', type: String, nullable: true, example: null })
  amendmentReason!: string | null;

  @ApiProperty({
    description:
      'One certificate each of other brands that use the same batch id, by brand name; at most 20. When there are any, ' +
      'ask people which brand is on their container',
    type: [OtherBrandCoaDto],
    example: [],
  })
  otherBrands!: readonly OtherBrandCoaDto[];

  @ApiProperty({ description: 'What machines notice about it today, errors first', type: [FindingDto] })
  findings!: readonly FindingDto[];

  @ApiProperty({
    description: 'The four contaminant panels, in words',
    type: [PanelReportDto],
    example: PANELS.map((panel) => ({
      panel,
      verdict: 'passed',
      statement: `passed, ${panel === 'heavyMetals' ? '1 figure' : 'no figures'} reported`,
      overLimit: [],
    })),
  })
  panelReports!: readonly PanelReportDto[];

  @ApiProperty({ description: 'Results by panel and analyte', type: TestResultsDto })
  testResults!: TestResultsDto;

  @ApiProperty({
    description: "Address of the laboratory's own file, where it is known",
    type: String,
    format: 'iri',
    nullable: true,
    example: 'https://lab.example/certificates/C9030.pdf',
  })
  coaFileUrl!: string | null;

  @ApiProperty({
    description: 'When the certificate was published',
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-10-20T15:04:05.000Z',
  })
  reviewedAt!: Date | null;
}

export class CoaStatisticsDto implements RegistryStatistics {
  @ApiProperty({ description: 'Published certificates', type: 'integer', example: 32 })
  totalCoas!: number;

  @ApiProperty({ description: 'Brands with at least one', type: 'integer', example: 16 })
  totalBrands!: number;

  @ApiProperty({
    description: 'Certificates with THC more than 1 mg below the labelled dose',
    type: 'integer',
    example: 5,
  })
  underDosedCount!: number;

  @ApiProperty({ description: 'The same in percent of all, with one decimal', example: 15.6, minimum: 0, maximum: 100 })
  underDosedPercent!: number;

  @ApiProperty({
    description: 'Certificates that report a result for all four contaminant panels',
    type: 'integer',
    example: 28,
  })
  allPanelsCount!: number;

  @ApiProperty({
    description: 'The same in whole percent of all, rounded down: 100 only where all of them do',
    type: 'integer',
    minimum: 0,
    maximum: 100,
    example: 87,
  })
  allPanelsPercent!: number;
}

/** A certificate submitted for review. */
export class SubmitCoaDto {
  @RequiredText('Brand name', 120, { description: 'Brand as on the label', example: 'Juniper & Tide' })
  brandName!: string;

  @RequiredText('Contact name', 120, { description: 'Whom we may ask; never published', example: 'Robin Vale' })
  contactName!: string;

  @RequiredEmail('Valid email is required', {
    description: 'Where we may ask; never published',
    example: 'robin@juniper-tide.example',
  })
  contactEmail!: string;

  @OptionalUrl('Website', { description: "The brand's website", example: 'https://juniper-tide.example' })
  website?: string;

  @RequiredText('Product name', 200, {
    description: 'Product as on the label, with its dose',
    example: 'Yuzu Seltzer 5 mg',
  })
  productName!: string;

  @RequiredText('Batch ID', 100, { description: 'Batch or lot id as printed on the container', example: '#C9030' })
  batchId!: string;

  @Milligrams('THC content', CONTENT_MG, { description: 'Measured THC in milligrams per container', example: 4.82 })
  thcContent!: number;

  @Milligrams('CBD content', CONTENT_MG, { description: 'Measured CBD in milligrams per container', example: 0.4 })
  cbdContent!: number;

  @RequiredText('Test date', 10, { description: 'Day of the test, YYYY-MM-DD', example: '2026-10-14' })
  testDate!: string;

  @RequiredText('Lab name', 200, { description: 'Laboratory that measured', example: 'Example Analytical' })
  labName!: string;

  @OptionalLines('Notes', 2000, {
    description: 'For the reviewer; never published',
    example: 'Second run of this batch.',
  })
  notes?: string;

  @ApiPropertyOptional({
    description:
      'Results in any shape. `{ "analytes": [...] }` with rows as in `AnalyteResultDto` is shown row by row; anything ' +
      'else is kept for the reviewer and can be at most 20 kB.',
    anyOf: [
      { type: 'object' },
      { type: 'array', items: {} },
      { type: 'string' },
      { type: 'number' },
      { type: 'boolean' },
    ],
    example: { analytes: [{ panel: 'heavyMetals', name: 'Lead', valueText: '<LOQ', unit: 'µg/g', loq: 0.005 }] },
  })
  @IsOptional()
  @ShortRawResults()
  testResults?: unknown;

  @OptionalUrl('Certificate file', {
    description: "Address of the laboratory's own file",
    example: 'https://lab.example/certificates/C9030.pdf',
  })
  coaFileUrl?: string;
}

export class SubmissionReceiptDto {
  @ApiProperty({ description: 'Quote this when you write to us about the submission', example: 'CB-7K3M-9QXD' })
  reference!: string;

  @ApiProperty({ description: 'Day by which it is to be reviewed', format: 'date', example: '2026-11-25' })
  dueDate!: string;
}

export const toReceiptDto = ({ reference, reviewDueDate }: SubmissionReceipt): SubmissionReceiptDto => ({
  reference,
  dueDate: reviewDueDate,
});

export function toCoaSummaryDto(certificate: CertificateSummary): CoaSummaryDto {
  const { mark, label } = statusDisplay(certificate.outcome, certificate.pesticideStatus);
  return {
    id: certificate.id,
    brandName: certificate.brandName,
    productName: certificate.productName,
    batchId: certificate.batchId,
    thcContent: certificate.thcContent,
    cbdContent: certificate.cbdContent,
    labName: certificate.labName,
    testDate: certificate.testDate,
    status: certificate.outcome,
    pesticideStatus: certificate.pesticideStatus,
    statusMark: mark,
    statusLabel: label,
    labelComparison: compareWithLabel(certificate.productName, certificate.thcContent),
    labelDose: labelDose(certificate.productName),
    underDosed: certificate.underDosed,
    demonstration: certificate.demonstration,
  };
}

/** A certificate that no longer stands shows neither a check nor "Passed", whatever it said. */
function endedStatus(standing: 'withdrawn' | 'superseded'): Pick<CoaSummaryDto, 'statusMark' | 'statusLabel'> {
  const { mark, label } = statusDisplay(standing === 'withdrawn' ? 'withdrawn' : 'replaced');
  return { statusMark: mark, statusLabel: label };
}

export function toCoaDto(certificate: CheckedPublicCertificate): CoaDto {
  const { version, panels, analytes } = certificate.testResults;
  const standing = certificate.lifecycle as PublicStanding;
  return {
    // First, so that clients see a withdrawal before any figure.
    standing,
    verdict: certificate.verdict,
    ...toCoaSummaryDto(certificate),
    ...(standing === 'approved' ? {} : endedStatus(standing)),
    reference: certificate.reference,
    source: certificate.source,
    labReportId: certificate.labReportId,
    panelReports: panelReports(certificate.testResults),
    testResults: { version, panels, analytes },
    coaFileUrl: certificate.coaFileUrl,
    reviewedAt: certificate.reviewedAt,
    endedAt: certificate.endedAt,
    withdrawalReason: certificate.withdrawalReason,
    replacedBy: certificate.replacedBy,
    current: certificate.current,
    replaces: certificate.replaces,
    amendmentReason: certificate.amendmentReason,
    otherBrands: certificate.otherBrands.map(toOtherBrandDto),
    findings: certificate.findings,
  };
}

const toOtherBrandDto = ({ lifecycle, ...certificate }: OtherBrandCertificate): OtherBrandCoaDto => ({
  brandName: certificate.brandName,
  productName: certificate.productName,
  batchId: certificate.batchId,
  reference: certificate.reference,
  standing: lifecycle as PublicStanding,
});

/** What a certificate says, without whom to ask about it. */
type ContentDto = Omit<SubmitCoaDto, 'contactName' | 'contactEmail'>;

/** What the domain calls a draft. */
export function draftOf(body: ContentDto & Partial<SubmitCoaDto>): CertificateDraft {
  const { testResults, ...content } = body;
  return {
    ...content,
    contactName: body.contactName ?? null,
    contactEmail: body.contactEmail ?? null,
    website: body.website ?? null,
    notes: body.notes ?? null,
    coaFileUrl: body.coaFileUrl ?? null,
    ...parseTestResults(testResults),
  };
}
