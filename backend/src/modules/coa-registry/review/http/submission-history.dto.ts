import { ApiProperty } from '@nestjs/swagger';
import { SOURCES, type Source } from '../../../../domain/coa-registry/certificate/certificate.js';
import {
  HISTORY_EVENTS,
  type HistoryEvent,
  type HistoryEventType,
  type HistoryLink,
} from '../../../../domain/coa-registry/review/submission-history.js';
import { OneOf, TextOrNull, Time, Uuid } from '../../../../platform/http/response-fields.js';
import { ReviewCommentDto, toReviewCommentDto } from '../../certificate/http/review-comment.dto.js';
import { ReportedResultsDto } from '../../certificate/http/test-results.dto.js';

export class HistoryLinkDto implements HistoryLink {
  @Uuid('Identity', '0f8fad5b-d9cb-469f-a165-70867728950e')
  id!: string;

  @ApiProperty({ description: 'Its reference', example: 'CB-7K3M-9QXD' })
  reference!: string;
}

/** One thing that happened to a submission. */
export class HistoryEventDto {
  @OneOf(HISTORY_EVENTS, 'HistoryEventType', 'What happened', 'changes-requested')
  type!: HistoryEventType;

  @Time('When', '2026-11-20T15:04:05.000Z')
  at!: Date;

  @TextOrNull('Name of the staff member or lab; null for a submitter without an account', 'robin')
  by!: string | null;

  @OneOf(SOURCES, 'CertificateSource', 'In which role', 'staff')
  role!: Source;

  @ApiProperty({ description: 'Whether the contact details of the submitter were erased', example: false })
  isErased!: boolean;

  @ApiProperty({ description: 'The comments written, or resolved, with it', type: [ReviewCommentDto] })
  comments!: ReviewCommentDto[];

  @TextOrNull('Why; null when no reason belongs to it or it was erased', null)
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

export const toHistoryEventDto = ({ comments, verdict, ...event }: HistoryEvent): HistoryEventDto => ({
  ...event,
  verdict,
  comments: comments.map(toReviewCommentDto),
});
