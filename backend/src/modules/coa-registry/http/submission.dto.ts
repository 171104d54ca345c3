import { ApiProperty, ApiPropertyOptional, OmitType, PickType } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsObject,
  IsOptional,
  IsString,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { z } from 'zod';
import {
  type Certificate,
  LIFECYCLES,
  type Lifecycle,
  SOURCES,
  type Source,
} from '../../../domain/coa-registry/certificate.js';
import type { LabListCursor } from '../../../domain/coa-registry/lab-certificate-queries.js';
import { compareWithLabel } from '../../../domain/coa-registry/label-comparison.js';
import { labelDose } from '../../../domain/coa-registry/label-dose.js';
import type { ListedCertificate } from '../../../domain/coa-registry/listed-certificate.js';
import type { QueueCounts } from '../../../domain/coa-registry/queue.js';
import { QUEUE_SORTS, type QueuePosition, type QueueSort } from '../../../domain/coa-registry/queue.js';
import type { RelatedCertificate, RelatedCertificates } from '../../../domain/coa-registry/related-certificates.js';
import type { Approval } from '../../../domain/coa-registry/review.js';
import {
  COMMENT_CODES,
  COMMENT_WEIGHTS,
  type CommentCode,
  type CommentDraft,
  type CommentWeight,
  type ReviewComment,
} from '../../../domain/coa-registry/review-comment.js';
import type { QueuedSubmission, SubmissionInContext } from '../../../domain/coa-registry/review-queue.js';
import {
  HISTORY_EVENTS,
  type HistoryEvent,
  type HistoryEventType,
  type HistoryLink,
} from '../../../domain/coa-registry/submission-history.js';
import type { SubmissionRevision } from '../../../domain/coa-registry/submission-revision.js';
import { CERTIFICATE_STATUSES, type CertificateStatus } from '../../../domain/coa-registry/test-results.js';
import { OptionalLines, OptionalText, RequiredLines, SeenVersion } from '../../../platform/http/fields.js';
import {
  CoaPageQueryDto,
  FindingDto,
  LabelComparisonDto,
  LabelDoseDto,
  PanelVerdictsDto,
  SubmitCoaDto,
  TestResultsDto,
} from './certificate.dto.js';

export class SubmissionListQueryDto extends OmitType(CoaPageQueryDto, ['sort', 'cursor'] as const) {
  @ApiPropertyOptional({
    description:
      '`oldest` (default) and `newest`: by arrival. `due`: by due date, for `pending` only. `brand`: by brand and product, and `lab`: by lab, for `pending` and `changes_requested` only',
    enum: QUEUE_SORTS,
    enumName: 'QueueSort',
    default: 'oldest',
    example: 'oldest',
  })
  @IsIn(QUEUE_SORTS, { message: `sort must be one of ${QUEUE_SORTS.join(', ')}` })
  sort: QueueSort = 'oldest';

  @OptionalText('cursor', 3000, {
    description: 'Where the page begins: from the `Link` header of the page before, with the same other parameters',
    example:
      'eyJ2YWx1ZSI6IjIwMjYtMTEtMjBUMTU6MDQ6MDUuMDAwWiIsImlkIjoiMGY4ZmFkNWItZDljYi00NjlmLWExNjUtNzA4Njc3Mjg5NTBlIn0',
  })
  cursor?: string;

  @ApiPropertyOptional({
    description: 'Submissions of this standing; `pending` unless said otherwise',
    enum: LIFECYCLES,
    enumName: 'SubmissionStatus',
    default: 'pending',
    example: 'pending',
  })
  @IsIn(LIFECYCLES, { message: `submissionStatus must be one of ${LIFECYCLES.join(', ')}` })
  submissionStatus: Lifecycle = 'pending';

  @ApiPropertyOptional({
    description: 'Only those from this door',
    enum: SOURCES,
    enumName: 'CertificateSource',
    example: 'lab',
  })
  @IsOptional()
  @IsIn(SOURCES, { message: `source must be one of ${SOURCES.join(', ')}` })
  source?: Source;

  @ApiPropertyOptional({ description: 'Only those whose due date has passed', default: false, example: false })
  @Transform(({ value }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean({ message: 'overdue must be true or false' })
  overdue: boolean = false;

  @ApiPropertyOptional({
    description:
      'Matches in product name, brand name, batch id, lab name, lab report number and reference; of published ones, whole report numbers and references only',
    maxLength: 100,
    example: 'CB-7K3M-9QXD',
  })
  @IsOptional()
  @MaxLength(100, { message: 'search can be at most 100 characters' })
  @IsString({ message: 'send search only once' })
  search?: string;
}

/** Of a lab's own certificates. */
export const queueCursorSchema: z.ZodType<LabListCursor> = z
  .object({ createdAt: z.iso.datetime(), id: z.uuid() })
  .transform(({ createdAt, id }) => ({ createdAt: new Date(createdAt), id }));

/** Names as the database can store them. */
const storableText = z.string().refine((text) => !text.includes('\0') && text.isWellFormed());

const POSITION_VALUES: Record<QueueSort, z.ZodType<string>> = {
  oldest: z.iso.datetime(),
  newest: z.iso.datetime(),
  due: z.iso.date(),
  brand: storableText,
  lab: storableText,
};

/** A position in the queue's list as it is sorted: one of another order is refused. */
export const queuePositionSchema = (sort: QueueSort): z.ZodType<QueuePosition> =>
  z
    .object({ sort: z.literal(sort), value: POSITION_VALUES[sort], id: z.uuid() })
    .transform(({ value, id }) => ({ value, id }));

const COMMENT_CODE_NAMES = Object.keys(COMMENT_CODES) as CommentCode[];

export class CommentDraftDto implements CommentDraft {
  @ApiProperty({
    description: `What is wrong. ${COMMENT_CODE_NAMES.map((code) => `\`${code}\`: ${COMMENT_CODES[code]}`).join(' ')}`,
    enum: COMMENT_CODE_NAMES,
    enumName: 'CommentCode',
    example: 'batch-mismatch',
  })
  @IsIn(COMMENT_CODE_NAMES, { message: 'Choose what is wrong' })
  code!: CommentCode;

  @ApiProperty({
    description: '`major` has to be settled before publication; `advisory` is for the submitter to know',
    enum: COMMENT_WEIGHTS,
    enumName: 'CommentWeight',
    example: 'major',
  })
  @IsIn(COMMENT_WEIGHTS, { message: 'Choose major or advisory' })
  weight!: CommentWeight;

  @OptionalLines('Comment', 1000, {
    description: "In the reviewer's words, for the submitter; required for `other`",
    example: 'The certificate says #C9031.',
  })
  text: string | null = null;
}

export class ReviewCommentDto implements ReviewComment {
  @ApiProperty({
    description: 'Identity of the comment',
    format: 'uuid',
    example: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  })
  id!: string;

  @ApiProperty({
    description: 'What is wrong',
    enum: COMMENT_CODE_NAMES,
    enumName: 'CommentCode',
    example: 'batch-mismatch',
  })
  code!: CommentCode;

  @ApiProperty({ description: 'Its weight', enum: COMMENT_WEIGHTS, enumName: 'CommentWeight', example: 'major' })
  weight!: CommentWeight;

  @ApiProperty({
    description: 'The sentence that belongs to the code',
    example: COMMENT_CODES['batch-mismatch'],
  })
  sentence!: string;

  @ApiProperty({
    description: "The reviewer's own words",
    type: String,
    nullable: true,
    example: 'The certificate says #C9031.',
  })
  text!: string | null;

  @ApiProperty({ description: 'Who wrote it', example: 'robin' })
  by!: string;

  @ApiProperty({ description: 'When', type: String, format: 'date-time', example: '2026-11-20T15:04:05.000Z' })
  at!: string;

  @ApiProperty({
    description: 'When a reviewer settled it; null while it stands',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  settledAt!: string | null;
}

export class ReportedResultsDto {
  @ApiProperty({
    description: 'The certificate as a whole',
    enum: CERTIFICATE_STATUSES,
    enumName: 'CertificateStatus',
    example: 'passed',
  })
  status!: CertificateStatus;

  @ApiProperty({ description: 'Each panel', type: PanelVerdictsDto })
  panels!: PanelVerdictsDto;
}

/** A submission with everything the reviewer needs, contact data included. */
export class SubmissionDto {
  @ApiProperty({ description: 'Counts its changes; send it back with a decision', type: 'integer', example: 1 })
  version!: number;

  @ApiProperty({ description: 'Who supplied it', enum: SOURCES, enumName: 'CertificateSource', example: 'submitter' })
  source!: Source;

  @ApiProperty({
    description: 'The partner laboratory that sent it',
    type: String,
    format: 'uuid',
    nullable: true,
    example: null,
  })
  labId!: string | null;

  @ApiProperty({
    description: "The laboratory's own number of its report",
    type: String,
    nullable: true,
    example: null,
  })
  labReportId!: string | null;

  @ApiProperty({
    description: 'Status and panels as the sender reports them',
    type: ReportedResultsDto,
    nullable: true,
    example: null,
  })
  reported!: ReportedResultsDto | null;

  @ApiProperty({ description: 'Comments of reviewers, in the order they were written', type: [ReviewCommentDto] })
  comments!: ReviewCommentDto[];

  @ApiProperty({
    description: 'The certificate that it replaces, or is to replace',
    type: String,
    format: 'uuid',
    nullable: true,
    example: null,
  })
  supersedes!: string | null;

  @ApiProperty({ description: 'Why it replaces that one', type: String, nullable: true, example: null })
  amendmentReason!: string | null;

  @ApiProperty({ description: 'Why it was withdrawn', type: String, nullable: true, example: null })
  withdrawalReason!: string | null;

  @ApiProperty({
    description: 'When it was withdrawn or replaced',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  endedAt!: Date | null;

  @ApiProperty({ description: 'Identity', format: 'uuid', example: '0f8fad5b-d9cb-469f-a165-70867728950e' })
  id!: string;

  @ApiProperty({ description: 'What the submitter was told to quote', example: 'CB-7K3M-9QXD' })
  reference!: string;

  @ApiProperty({
    description: 'Where it stands',
    enum: LIFECYCLES,
    enumName: 'SubmissionStatus',
    example: 'pending',
  })
  submissionStatus!: Lifecycle;

  @ApiProperty({
    description: 'What the reviewer confirmed',
    enum: CERTIFICATE_STATUSES,
    enumName: 'CertificateStatus',
    example: 'pending',
  })
  status!: CertificateStatus;

  @ApiProperty({ description: 'Brand as on the label', example: 'Juniper & Tide' })
  brandName!: string;

  @ApiProperty({ description: 'Product as on the label', example: 'Yuzu Seltzer 5 mg' })
  productName!: string;

  @ApiProperty({ description: 'Batch or lot id as printed', example: '#C9030' })
  batchId!: string;

  @ApiProperty({ description: 'Measured THC in milligrams per container', example: 4.82 })
  thcContent!: number;

  @ApiProperty({ description: 'Measured CBD in milligrams per container', example: 0.4 })
  cbdContent!: number;

  @ApiProperty({ description: 'Measured THC beside the stated dose', type: LabelComparisonDto })
  labelComparison!: LabelComparisonDto;

  @ApiProperty({ description: 'The dose on the label, as far as the product name tells it', type: LabelDoseDto })
  labelDose!: LabelDoseDto;

  @ApiProperty({ description: 'Whether measured THC is more than 1 mg below the labelled dose', example: false })
  underDosed!: boolean;

  @ApiProperty({ description: 'Day of the test', format: 'date', example: '2026-10-14' })
  testDate!: string;

  @ApiProperty({ description: 'Laboratory that measured', example: 'Example Analytical' })
  labName!: string;

  @ApiProperty({ description: 'Verdicts so far, and rows as reported', type: TestResultsDto })
  testResults!: TestResultsDto;

  @ApiProperty({
    description: 'Results in a shape of the submitter’s own, as JSON text; null when there are none',
    type: String,
    nullable: true,
    example: null,
  })
  submittedResults!: string | null;

  @ApiProperty({ description: "Address of the laboratory's own file", type: String, nullable: true, example: null })
  coaFileUrl!: string | null;

  @ApiProperty({
    description: "The brand's website as submitted",
    type: String,
    nullable: true,
    example: 'https://juniper-tide.example',
  })
  website!: string | null;

  @ApiProperty({ description: 'Whom to ask', type: String, nullable: true, example: 'Robin Vale' })
  contactName!: string | null;

  @ApiProperty({ description: 'Where to ask', type: String, nullable: true, example: 'robin@juniper-tide.example' })
  contactEmail!: string | null;

  @ApiProperty({ description: 'Notes for the reviewer', type: String, nullable: true, example: null })
  notes!: string | null;

  @ApiProperty({
    description: 'Why it was rejected, or why the lab took it back',
    type: String,
    nullable: true,
    example: null,
  })
  rejectionReason!: string | null;

  @ApiProperty({
    description:
      'True when the lab that sent it took it back before it was published. Its status is then `rejected`, though no reviewer rejected it',
    example: false,
  })
  takenBack!: boolean;

  @ApiProperty({
    description: 'When it arrived',
    type: String,
    format: 'date-time',
    example: '2026-11-20T15:04:05.000Z',
  })
  createdAt!: Date;

  @ApiProperty({ description: 'Day by which it is to be reviewed', format: 'date', example: '2026-11-25' })
  dueDate!: string;

  @ApiProperty({ description: 'When it was decided', type: String, format: 'date-time', nullable: true, example: null })
  reviewedAt!: Date | null;
}

/** The same in a list, without what makes it long. */
export class SubmissionSummaryDto extends OmitType(SubmissionDto, ['testResults', 'submittedResults'] as const) {}

/** A submission in the queue. */
export class QueuedSubmissionDto extends SubmissionSummaryDto {
  @ApiProperty({
    description: 'Other submissions that wait for the same batch of the same brand, counted up to about 20',
    type: 'integer',
    example: 0,
  })
  othersForBatch!: number;
}

/** What a submission said before it was sent again. */
export class PreviousContentDto extends PickType(SubmissionDto, [
  'version',
  'brandName',
  'productName',
  'batchId',
  'thcContent',
  'cbdContent',
  'testDate',
  'labName',
  'labReportId',
  'coaFileUrl',
  'website',
  'contactName',
  'contactEmail',
  'notes',
  'reported',
  'testResults',
  'submittedResults',
] as const) {
  @ApiProperty({
    description: 'When it was sent again',
    type: String,
    format: 'date-time',
    example: '2026-11-21T09:30:00.000Z',
  })
  replacedAt!: Date;
}

/** A finding of the automated checks, for the reviewer. */
export class ReviewFindingDto extends FindingDto {
  @ApiProperty({ description: 'Whether it was not there before the submission was sent again', example: false })
  isNew!: boolean;
}

/** A record of the registry beside a submission. */
export class RelatedCoaDto extends PickType(SubmissionDto, [
  'id',
  'reference',
  'brandName',
  'productName',
  'batchId',
  'labName',
  'thcContent',
  'cbdContent',
  'testDate',
  'status',
  'submissionStatus',
  'takenBack',
] as const) {}

export class RelatedDto {
  @ApiProperty({
    description: 'Other records of the same batch id, of this brand and others, newest first',
    type: [RelatedCoaDto],
  })
  sameBatch!: readonly RelatedCoaDto[];

  @ApiProperty({ description: 'Published certificates of the brand, newest first', type: [RelatedCoaDto] })
  sameBrand!: readonly RelatedCoaDto[];

  @ApiProperty({ description: 'Published certificates of products of that name, newest first', type: [RelatedCoaDto] })
  similarProducts!: readonly RelatedCoaDto[];
}

/** A submission beside what the registry already knows. */
export class SubmissionInContextDto extends SubmissionDto {
  @ApiProperty({ description: 'What the automated checks find, errors first', type: [ReviewFindingDto] })
  findings!: readonly ReviewFindingDto[];

  @ApiProperty({
    description: 'What the automated checks found before it was sent again, and find no more',
    type: [FindingDto],
  })
  resolvedFindings!: readonly FindingDto[];

  @ApiProperty({
    description: 'What it said before it was sent again; null when it was sent once',
    type: PreviousContentDto,
    nullable: true,
    example: null,
  })
  previous!: PreviousContentDto | null;

  @ApiProperty({
    description: 'Other submissions that wait for the same batch of the same brand, newest first',
    type: [RelatedCoaDto],
  })
  waitingForBatch!: readonly RelatedCoaDto[];

  @ApiProperty({ description: 'Records to compare it with', type: RelatedDto })
  related!: RelatedDto;

  @ApiProperty({
    description: 'The certificate that it replaces, or is to replace',
    type: SubmissionDto,
    nullable: true,
    example: null,
  })
  original!: SubmissionDto | null;
}

export class HistoryLinkDto implements HistoryLink {
  @ApiProperty({ description: 'Identity', format: 'uuid', example: '0f8fad5b-d9cb-469f-a165-70867728950e' })
  id!: string;

  @ApiProperty({ description: 'Its reference', example: 'CB-7K3M-9QXD' })
  reference!: string;
}

/** One thing that happened to a submission. */
export class HistoryEventDto {
  @ApiProperty({
    description: 'What happened',
    enum: HISTORY_EVENTS,
    enumName: 'HistoryEventType',
    example: 'changes-requested',
  })
  type!: HistoryEventType;

  @ApiProperty({ description: 'When', type: String, format: 'date-time', example: '2026-11-20T15:04:05.000Z' })
  at!: Date;

  @ApiProperty({
    description: 'Name of the staff member or lab; null for a submitter without an account',
    type: String,
    nullable: true,
    example: 'robin',
  })
  by!: string | null;

  @ApiProperty({ description: 'In which role', enum: SOURCES, enumName: 'CertificateSource', example: 'staff' })
  role!: Source;

  @ApiProperty({ description: 'Whether the contact details of the submitter were erased', example: false })
  isErased!: boolean;

  @ApiProperty({ description: 'The comments written, or resolved, with it', type: [ReviewCommentDto] })
  comments!: ReviewCommentDto[];

  @ApiProperty({
    description: 'Why; null when no reason belongs to it or it was erased',
    type: String,
    nullable: true,
    example: null,
  })
  reason!: string | null;

  @ApiProperty({
    description: 'What an approval recorded',
    type: ReportedResultsDto,
    nullable: true,
    example: null,
  })
  verdict!: ReportedResultsDto | null;

  @ApiProperty({
    description: 'The certificate that it amends, or the one that replaced it',
    type: HistoryLinkDto,
    nullable: true,
    example: null,
  })
  link!: HistoryLinkDto | null;
}

export class QueueCountDto {
  @ApiProperty({ description: 'How many, counted exactly up to 1,000', type: 'integer', example: 3 })
  count!: number;

  @ApiProperty({
    description: '`eq`: exactly that many; `gte`: that many or more',
    enum: ['eq', 'gte'],
    enumName: 'CountRelation',
    example: 'eq',
  })
  relation!: 'eq' | 'gte';
}

export class QueueCountsDto implements QueueCounts {
  @ApiProperty({ description: 'Waiting for review', type: QueueCountDto })
  pending!: QueueCountDto;

  @ApiProperty({ description: 'Of those, due before today', type: QueueCountDto })
  overdue!: QueueCountDto;

  @ApiProperty({ description: 'Waiting for the submitter', type: QueueCountDto })
  changesRequested!: QueueCountDto;
}

export class ApprovalDto implements Approval {
  @SeenVersion()
  version!: number;

  @ApiProperty({
    description: 'What the certificate says; `passed` needs every panel passed or not tested',
    enum: CERTIFICATE_STATUSES,
    enumName: 'CertificateStatus',
    example: 'passed',
  })
  @IsIn(CERTIFICATE_STATUSES, { message: 'Choose passed, failed or pending' })
  status!: CertificateStatus;

  @ApiProperty({ description: 'What each panel shows', type: PanelVerdictsDto })
  @IsObject({ message: 'Choose a result for each panel' })
  @ValidateNested()
  @Type(() => PanelVerdictsDto)
  panels!: PanelVerdictsDto;
}

export class RejectionDto {
  @SeenVersion()
  version!: number;

  @RequiredLines('Reason', 1000, {
    description: 'Why, in words the submitter can act on',
    example: 'The certificate is for another batch than the one named.',
  })
  reason!: string;
}

export class WithdrawalDto {
  @SeenVersion()
  version!: number;

  @RequiredLines('Reason', 1000, {
    description: 'Why, for everybody to read',
    example: 'The lab voided the result.',
  })
  reason!: string;
}

const COMMENTS_MAX = 20;

export class CommentsDto {
  @SeenVersion()
  version!: number;

  @ApiProperty({
    description: 'The comments; at least one, and for a request for changes at least one major one',
    type: [CommentDraftDto],
    minItems: 1,
    maxItems: COMMENTS_MAX,
  })
  @Type(() => CommentDraftDto)
  @ValidateNested({ each: true })
  @IsObject({ each: true, message: 'Write each comment as an object' })
  @ArrayMaxSize(COMMENTS_MAX, { message: `Write at most ${COMMENTS_MAX} comments` })
  @ArrayMinSize(1, { message: 'Write at least one comment' })
  @IsArray({ message: 'Write at least one comment' })
  comments!: CommentDraftDto[];
}

export class VersionDto {
  @SeenVersion()
  version!: number;
}

/** What takes a published certificate's place at once. */
export class StaffAmendmentDto extends OmitType(SubmitCoaDto, ['contactName', 'contactEmail'] as const) {
  @SeenVersion()
  version!: number;

  @RequiredLines('Reason', 1000, {
    description: 'Why it replaces the certificate, for everybody to read',
    example: 'The laboratory corrected the container size.',
  })
  reason!: string;

  @ApiProperty({
    description: 'What the certificate says',
    enum: CERTIFICATE_STATUSES,
    enumName: 'CertificateStatus',
    example: 'passed',
  })
  @IsIn(CERTIFICATE_STATUSES, { message: 'Choose passed, failed or pending' })
  status!: CertificateStatus;

  @ApiProperty({ description: 'What each panel shows', type: PanelVerdictsDto })
  @IsObject({ message: 'Choose a result for each panel' })
  @ValidateNested()
  @Type(() => PanelVerdictsDto)
  panels!: PanelVerdictsDto;
}

export class CorrectionLinkDto {
  @ApiProperty({
    description: 'Path of the page on which the submitter sends the changes; good for 30 days and one use',
    example: '/corrections/eyJjIjoiMGY4ZmFkNWIifQ.c2lnbmF0dXJl',
  })
  path!: string;
}

/** What somebody with a correction link sees: their own words, and what should change. */
export class CorrectionDto extends OmitType(SubmitCoaDto, ['testResults'] as const) {
  @ApiProperty({ description: 'What to quote when writing to us', example: 'CB-7K3M-9QXD' })
  reference!: string;

  @ApiProperty({ description: 'Comments that stand', type: [ReviewCommentDto] })
  comments!: ReviewCommentDto[];

  @ApiProperty({ description: 'Results as they were sent; send them again, changed or not', type: TestResultsDto })
  testResults!: TestResultsDto;
}

export function toSubmissionDto(certificate: Certificate): SubmissionDto {
  const { version, panels, analytes, submitted } = certificate.testResults;
  return {
    ...toSubmissionSummaryDto(certificate),
    testResults: { version, panels, analytes },
    submittedResults: submittedText(submitted),
  };
}

export function toSubmissionSummaryDto(certificate: ListedCertificate): SubmissionSummaryDto {
  return {
    version: certificate.version,
    id: certificate.id,
    reference: certificate.reference,
    submissionStatus: certificate.lifecycle,
    source: certificate.source,
    labId: certificate.labId,
    labReportId: certificate.labReportId,
    status: certificate.outcome,
    brandName: certificate.brandName,
    productName: certificate.productName,
    batchId: certificate.batchId,
    thcContent: certificate.thcContent,
    cbdContent: certificate.cbdContent,
    labelComparison: compareWithLabel(certificate.productName, certificate.thcContent),
    labelDose: labelDose(certificate.productName),
    underDosed: certificate.underDosed,
    testDate: certificate.testDate,
    labName: certificate.labName,
    reported: certificate.testResults.reported ?? null,
    coaFileUrl: certificate.coaFileUrl,
    website: certificate.website,
    contactName: certificate.contactName,
    contactEmail: certificate.contactEmail,
    notes: certificate.notes,
    rejectionReason: certificate.rejectionReason,
    takenBack: certificate.takenBack,
    comments: certificate.comments.map(toReviewCommentDto),
    createdAt: certificate.createdAt,
    dueDate: certificate.reviewDueDate,
    reviewedAt: certificate.reviewedAt,
    supersedes: certificate.supersedes,
    amendmentReason: certificate.amendmentReason,
    withdrawalReason: certificate.withdrawalReason,
    endedAt: certificate.endedAt,
  };
}

export const toReviewCommentDto = (comment: ReviewComment): ReviewCommentDto => ({
  ...comment,
  sentence: COMMENT_CODES[comment.code],
});

export const toQueuedSubmissionDto = ({ certificate, othersForBatch }: QueuedSubmission): QueuedSubmissionDto => ({
  ...toSubmissionSummaryDto(certificate),
  othersForBatch,
});

export const toSubmissionInContextDto = (context: SubmissionInContext): SubmissionInContextDto => ({
  ...toSubmissionDto(context.certificate),
  findings: context.findings.map((one) => ({ ...one, isNew: context.newFindings.includes(one) })),
  resolvedFindings: context.resolvedFindings,
  previous: context.previous && toPreviousContentDto(context.previous),
  waitingForBatch: context.waitingForBatch.map(toRelatedCoaDto),
  related: toRelatedDto(context.related),
  original: context.original && toSubmissionDto(context.original),
});

const toRelatedDto = ({ sameBatch, sameBrand, similarProducts }: RelatedCertificates): RelatedDto => ({
  sameBatch: sameBatch.map(toRelatedCoaDto),
  sameBrand: sameBrand.map(toRelatedCoaDto),
  similarProducts: similarProducts.map(toRelatedCoaDto),
});

const toRelatedCoaDto = (certificate: RelatedCertificate): RelatedCoaDto => ({
  id: certificate.id,
  reference: certificate.reference,
  brandName: certificate.brandName,
  productName: certificate.productName,
  batchId: certificate.batchId,
  labName: certificate.labName,
  thcContent: certificate.thcContent,
  cbdContent: certificate.cbdContent,
  testDate: certificate.testDate,
  status: certificate.outcome,
  submissionStatus: certificate.lifecycle,
  takenBack: certificate.takenBack,
});

function toPreviousContentDto(revision: SubmissionRevision): PreviousContentDto {
  const { brandName, productName, batchId, thcContent, cbdContent, testDate, labName, labReportId } = revision;
  const { coaFileUrl, website, contactName, contactEmail, notes, replacedAt } = revision;
  const { version, panels, analytes, submitted, reported } = revision.testResults;
  return {
    version: revision.version,
    ...{ brandName, productName, batchId, thcContent, cbdContent, testDate, labName, labReportId },
    ...{ coaFileUrl, website, contactName, contactEmail, notes, replacedAt },
    testResults: { version, panels, analytes },
    submittedResults: submittedText(submitted),
    reported: reported ?? null,
  };
}

const submittedText = (submitted: unknown) => (submitted === undefined ? null : JSON.stringify(submitted, null, 2));

export const toHistoryEventDto = ({ comments, verdict, ...event }: HistoryEvent): HistoryEventDto => ({
  ...event,
  verdict,
  comments: comments.map(toReviewCommentDto),
});

/** Staff sign in with their name: whoever has a link need not know it. */
const UNNAMED = 'reviewer';

export function toCorrectionDto(certificate: Certificate): CorrectionDto {
  const { version, panels, analytes } = certificate.testResults;
  return {
    reference: certificate.reference,
    comments: certificate.comments
      .filter(({ settledAt }) => settledAt === null)
      .map((comment) => ({ ...toReviewCommentDto(comment), by: UNNAMED })),
    brandName: certificate.brandName,
    contactName: certificate.contactName ?? '',
    contactEmail: certificate.contactEmail ?? '',
    ...(certificate.website === null ? {} : { website: certificate.website }),
    productName: certificate.productName,
    batchId: certificate.batchId,
    thcContent: certificate.thcContent,
    cbdContent: certificate.cbdContent,
    testDate: certificate.testDate,
    labName: certificate.labName,
    ...(certificate.notes === null ? {} : { notes: certificate.notes }),
    ...(certificate.coaFileUrl === null ? {} : { coaFileUrl: certificate.coaFileUrl }),
    testResults: { version, panels, analytes },
  };
}
