import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsObject,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import {
  REVIEWER_ABSENCE_REASONS,
  type ReviewerAbsenceReason,
} from '../../../../domain/coa-registry/certificate/certificate-document.js';
import { PUBLISH_AS, type PublishAs } from '../../../../domain/coa-registry/certificate/publish-as.js';
import {
  CERTIFICATE_STATUSES,
  type CertificateStatus,
} from '../../../../domain/coa-registry/certificate/test-results.js';
import type { SeenSubmission } from '../../../../domain/coa-registry/review/certificate-review.js';
import type { Approval } from '../../../../domain/coa-registry/review/review.js';
import {
  OneOfOptional,
  OptionalLines,
  OptionalText,
  RequiredLines,
  SeenVersion,
} from '../../../../platform/http/fields.js';
import { OneOf } from '../../../../platform/http/response-fields.js';
import {
  type ConfirmedFieldDto,
  OptionalConfirmedFields,
  OptionalDocument,
  RequiredDocument,
} from '../../certificate/http/document-fields.js';
import { CommentDraftDto } from '../../certificate/http/review-comment.dto.js';
import { PanelVerdictsDto } from '../../certificate/http/test-results.dto.js';
import { SubmitCoaDto } from '../../submission/http/submit.dto.js';

/** What the reviewer read in the certificate. */
const ConfirmedStatus = (description: string) =>
  applyDecorators(
    OneOf(CERTIFICATE_STATUSES, 'CertificateStatus', description, 'passed'),
    IsIn(CERTIFICATE_STATUSES, { message: 'Choose passed, failed or pending' }),
  );

const ConfirmedPanels = () =>
  applyDecorators(
    ApiProperty({ description: 'What each panel shows', type: PanelVerdictsDto }),
    Type(() => PanelVerdictsDto),
    ValidateNested(),
    IsObject({ message: 'Choose a result for each panel' }),
  );

const OptionalAbsence = () =>
  OneOfOptional('documentAbsence', REVIEWER_ABSENCE_REASONS, 'ReviewerAbsenceCode', {
    description:
      'Why it is published without a document. Needed unless its document is `ready` or `unreadable`; the public reads a ' +
      'sentence about it',
    example: 'paper-only',
  });

export class ApprovalDto implements Approval {
  @SeenVersion()
  version!: number;

  @ConfirmedStatus('What the certificate says; `passed` allows no panel that failed or is pending')
  status!: CertificateStatus;

  @ConfirmedPanels()
  panels!: PanelVerdictsDto;

  @OptionalDocument(
    'SHA-256 of the document that the reviewer saw. If it has another one by now: 412 `changed-meanwhile`',
  )
  documentSha256?: string;

  @OptionalAbsence()
  documentAbsence?: ReviewerAbsenceReason;

  @OptionalConfirmedFields(
    'Fields that the reviewer confirmed as read from the document. Recorded only where our own reading has the same value',
  )
  staffReadFields?: ConfirmedFieldDto[];

  @ApiPropertyOptional({
    description:
      'True when the reviewer read the notices about its batch and its laboratory. Needed while its findings have `batch-notice` or `lab-incident`, ' +
      'so that none is published without being opened',
    example: false,
  })
  @ValidateIf((_, value) => value !== undefined)
  @IsBoolean({ message: 'Use true or false' })
  labIncidentsRead?: boolean;

  @OptionalLines('Reason', 1000, {
    description:
      'Why it can be published although the automated checks find errors, for everybody to read. Needed when they find any ' +
      'with the results above, and ignored otherwise',
    example: 'The lab confirmed by phone that the printed year is a typing error.',
  })
  overrideReason?: string;

  @OneOfOptional('publishAs', PUBLISH_AS, 'PublishAs', {
    description:
      'Needed when the brand has a published certificate of this batch (`publishedForBatch`), and ignored otherwise. ' +
      '`retest`: listed beside it. `amendment`: replaces it',
    example: 'retest',
  })
  publishAs?: PublishAs;

  @OptionalText('Certificate to replace', 20, {
    description: 'For an amendment: the reference of the certificate that it replaces. Needed when there are several',
    example: 'CB-7K3M-9QXD',
  })
  amends?: string;

  @OptionalLines('Reason', 1000, {
    description: 'For an amendment: why it replaces that one, for everybody to read',
    example: 'The laboratory corrected the container size.',
  })
  amendmentReason?: string;
}

/** What an approval says, and what its reviewer saw. */
export function toApproval(sent: ApprovalDto): { seen: SeenSubmission; approval: Approval } {
  const { version, documentSha256, documentAbsence, staffReadFields, ...decision } = sent;
  const approval = { ...decision, documentAbsence: documentAbsence ?? null, confirmed: staffReadFields ?? [] };
  return { seen: { version, documentId: documentSha256 ?? null }, approval };
}

export class AttachmentDto {
  @SeenVersion()
  version!: number;

  @RequiredDocument('SHA-256 of the document, after `uploadStaffDocument`')
  documentSha256!: string;
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

/** A correction that replaces a published certificate at once. */
export class StaffAmendmentDto extends OmitType(SubmitCoaDto, [
  'contactName',
  'contactEmail',
  'documentSha256',
  'readFields',
] as const) {
  @SeenVersion()
  version!: number;

  @RequiredLines('Reason', 1000, {
    description: 'Why it replaces the certificate, for everybody to read',
    example: 'The laboratory corrected the container size.',
  })
  reason!: string;

  @ConfirmedStatus('What the certificate says')
  status!: CertificateStatus;

  @ConfirmedPanels()
  panels!: PanelVerdictsDto;

  @OptionalDocument(
    "SHA-256 of the new certificate's document: the old one's to keep it, or another one. The old certificate keeps its own",
  )
  documentSha256?: string;

  @OptionalAbsence()
  documentAbsence?: ReviewerAbsenceReason;

  @OptionalConfirmedFields(
    'Fields that staff confirmed as read from the document. Recorded only where our own reading has the same value',
  )
  staffReadFields?: ConfirmedFieldDto[];
}

export class CorrectionLinkDto {
  @ApiProperty({
    description: 'Path of the page on which the submitter sends the changes; good for 30 days and one use',
    example: '/corrections/eyJjIjoiMGY4ZmFkNWIifQ.c2lnbmF0dXJl',
  })
  path!: string;
}
