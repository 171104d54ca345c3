import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import { z } from 'zod';
import {
  LIFECYCLES,
  type Lifecycle,
  SOURCES,
  type Source,
} from '../../../../domain/coa-registry/certificate/certificate.js';
import type { WaitingDecision } from '../../../../domain/coa-registry/review/pending-decisions.js';
import {
  QUEUE_SORTS,
  type QueueCounts,
  type QueuePosition,
  type QueueSort,
} from '../../../../domain/coa-registry/review/queue.js';
import type { QueuedSubmission } from '../../../../domain/coa-registry/review/review-queue.js';
import type { Total } from '../../../../domain/shared/page.js';
import { DOCUMENT_STATES, type DocumentState } from '../../../../domain/shared/stored-document.js';
import { OneOfOptional, OptionalText } from '../../../../platform/http/fields.js';
import { Integer, OneOf, TextOrNull } from '../../../../platform/http/response-fields.js';
import { CoaPageQueryDto } from '../../certificate/http/certificate-query.dto.js';
import { LabIncidentNoticeDto, LabIncidentsOf } from '../../certificate/http/lab-incident.dto.js';
import { BatchNoticeDto, NoticesOf, toWarningDtos } from '../../certificate/http/warning.dto.js';
import { SubmissionSummaryDto, toSubmissionSummaryDto } from '../../submission/http/submission.dto.js';
import { toWaitingDecisionDto, WaitingDecisionDto, WaitingDecisionOrNull } from './pending-decision.dto.js';

export class SubmissionListQueryDto extends OmitType(CoaPageQueryDto, ['sort', 'cursor'] as const) {
  @OneOfOptional('sort', QUEUE_SORTS, 'QueueSort', {
    description:
      '`oldest` (default) and `newest`: by arrival. `due`: by due date, for `pending` only. `brand`: by brand and product, and `lab`: by lab, for `pending` and `changes_requested` only',
    default: 'oldest',
    example: 'oldest',
  })
  sort: QueueSort = 'oldest';

  @OptionalText('cursor', 3000, {
    description: 'Where the page begins: from the `Link` header of the page before, with the same other parameters',
    example:
      'eyJ2YWx1ZSI6IjIwMjYtMTEtMjBUMTU6MDQ6MDUuMDAwWiIsImlkIjoiMGY4ZmFkNWItZDljYi00NjlmLWExNjUtNzA4Njc3Mjg5NTBlIn0',
  })
  cursor?: string;

  @OneOfOptional('submissionStatus', LIFECYCLES, 'SubmissionStatus', {
    description: 'Submissions of this standing; `pending` unless said otherwise',
    default: 'pending',
    example: 'pending',
  })
  submissionStatus: Lifecycle = 'pending';

  @OneOfOptional('source', SOURCES, 'CertificateSource', { description: 'Only those from this door', example: 'lab' })
  source?: Source;

  @ApiPropertyOptional({ description: 'Only those whose due date has passed', default: false, example: false })
  @Transform(({ value }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean({ message: 'overdue must be true or false' })
  overdue: boolean = false;

  @ApiPropertyOptional({
    description:
      'Only those that a trusted lab published without a reviewer and that one is to check afterwards; needs `submissionStatus=approved`',
    default: false,
    example: false,
  })
  @Transform(({ value }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean({ message: 'spotChecks must be true or false' })
  spotChecks: boolean = false;

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

/** Text without characters that PostgreSQL cannot store. */
const storableText = z.string().refine((text) => !text.includes('\0') && text.isWellFormed());

const POSITION_VALUES: Record<QueueSort, z.ZodType<string>> = {
  oldest: z.iso.datetime(),
  newest: z.iso.datetime(),
  due: z.iso.date(),
  brand: storableText,
  lab: storableText,
};

/** The cursor of the queue. One from another sort order is rejected. */
export const queuePositionSchema = (sort: QueueSort): z.ZodType<QueuePosition> =>
  z
    .object({ sort: z.literal(sort), value: POSITION_VALUES[sort], id: z.uuid() })
    .transform(({ value, id }) => ({ value, id }));

/** A submission in the queue. */
export class QueuedSubmissionDto extends SubmissionSummaryDto {
  @Integer('Other submissions that wait for the same batch of the same brand, counted up to about 20', 0)
  othersForBatch!: number;

  @Integer(
    'How many errors its own content shows to the automated checks. More can come from other records and its document: the ' +
      'submission itself lists all of them',
    0,
  )
  ownErrors!: number;

  @LabIncidentsOf()
  labIncidents!: readonly LabIncidentNoticeDto[];

  @NoticesOf()
  notices!: readonly BatchNoticeDto[];

  @TextOrNull('SHA-256 of its document, to send with an approval; null without one', null)
  documentSha256!: string | null;

  @ApiProperty({
    description: 'State of its document; null without one',
    enum: DOCUMENT_STATES,
    enumName: 'DocumentState',
    nullable: true,
    example: null,
  })
  documentState!: DocumentState | null;

  @WaitingDecisionOrNull()
  pendingDecision!: WaitingDecisionDto | null;
}

export class QueueCountDto {
  @Integer('How many, counted exactly up to 1,000', 3)
  count!: number;

  @OneOf(['eq', 'gte'], 'CountRelation', '`eq`: exactly that many; `gte`: that many or more', 'eq')
  relation!: 'eq' | 'gte';
}

export class QueueCountsDto implements QueueCounts {
  @ApiProperty({ description: 'Waiting for review', type: QueueCountDto })
  pending!: QueueCountDto;

  @ApiProperty({ description: 'Of those, due before today', type: QueueCountDto })
  overdue!: QueueCountDto;

  @ApiProperty({ description: 'Waiting for the submitter', type: QueueCountDto })
  changesRequested!: QueueCountDto;

  @ApiProperty({ description: 'Published without a reviewer, to be checked afterwards', type: QueueCountDto })
  spotChecks!: QueueCountDto;
}

export const toQueuedSubmissionDto = (
  { certificate, othersForBatch, documentState }: QueuedSubmission,
  pending: WaitingDecision | undefined,
): QueuedSubmissionDto => ({
  ...toSubmissionSummaryDto(certificate),
  othersForBatch,
  ownErrors: certificate.ownErrors,
  ...toWarningDtos(certificate.warnings),
  documentSha256: certificate.documentId,
  documentState,
  pendingDecision: pending ? toWaitingDecisionDto(pending) : null,
});

export const toQueueCountsDto = ({ pending, overdue, changesRequested, spotChecks }: QueueCounts): QueueCountsDto => ({
  pending: toQueueCountDto(pending),
  overdue: toQueueCountDto(overdue),
  changesRequested: toQueueCountDto(changesRequested),
  spotChecks: toQueueCountDto(spotChecks),
});

const toQueueCountDto = ({ count, relation }: Total): QueueCountDto => ({ count, relation });
