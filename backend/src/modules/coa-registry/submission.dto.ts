import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsObject, ValidateNested } from 'class-validator';
import { z } from 'zod';
import {
  type Approval,
  CERTIFICATE_STATUSES,
  type Certificate,
  type CertificateStatus,
  SUBMISSION_STATUSES,
  type SubmissionStatus,
} from '../../domain/coa-registry/certificate.js';
import { labelDose } from '../../domain/coa-registry/label-dose.js';
import type { QueueCursor } from '../../domain/coa-registry/ports.js';
import { reviewDueOn } from '../../domain/coa-registry/review-due.js';
import { RequiredText } from '../../platform/http/fields.js';
import { CoaPageQueryDto, LabelDoseDto, PanelVerdictsDto, TestResultsDto } from './coa.dto.js';

export class SubmissionListQueryDto extends OmitType(CoaPageQueryDto, ['sort'] as const) {
  @ApiPropertyOptional({
    description: 'Submissions of this standing, oldest first; `pending` unless said otherwise',
    enum: SUBMISSION_STATUSES,
    enumName: 'SubmissionStatus',
    default: 'pending',
    example: 'pending',
  })
  @IsIn(SUBMISSION_STATUSES, { message: `submissionStatus must be one of ${SUBMISSION_STATUSES.join(', ')}` })
  submissionStatus: SubmissionStatus = 'pending';
}

export const queueCursorSchema: z.ZodType<QueueCursor> = z
  .object({ createdAt: z.iso.datetime(), id: z.uuid() })
  .transform(({ createdAt, id }) => ({ createdAt: new Date(createdAt), id }));

/** A submission with everything the reviewer needs, contact data included. */
export class SubmissionDto {
  @ApiProperty({ description: 'Identity', format: 'uuid', example: '0f8fad5b-d9cb-469f-a165-70867728950e' })
  id!: string;

  @ApiProperty({ description: 'What the submitter was told to quote', example: 'CB-7K3M-9QXD' })
  reference!: string;

  @ApiProperty({
    description: 'Where it stands',
    enum: SUBMISSION_STATUSES,
    enumName: 'SubmissionStatus',
    example: 'pending',
  })
  submissionStatus!: SubmissionStatus;

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

  @ApiProperty({ description: 'Why it was rejected', type: String, nullable: true, example: null })
  rejectionReason!: string | null;

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

export class ApprovalDto implements Approval {
  @ApiProperty({
    description: 'What the certificate says; `passed` needs every panel passed or not tested',
    enum: CERTIFICATE_STATUSES,
    enumName: 'CertificateStatus',
    example: 'passed',
  })
  @IsIn(CERTIFICATE_STATUSES, { message: 'Say whether the certificate passed, failed or is pending' })
  status!: CertificateStatus;

  @ApiProperty({ description: 'What each panel shows', type: PanelVerdictsDto })
  @IsObject({ message: 'Say what each panel shows' })
  @ValidateNested()
  @Type(() => PanelVerdictsDto)
  panels!: PanelVerdictsDto;
}

export class RejectionDto {
  @RequiredText('Reason', 1000, {
    description: 'Why, in words the submitter can act on',
    example: 'The certificate is for another batch than the one named.',
  })
  reason!: string;
}

export function toSubmissionDto(certificate: Certificate): SubmissionDto {
  const { version, panels, analytes, submitted } = certificate.testResults;
  return {
    id: certificate.id,
    reference: certificate.reference,
    submissionStatus: certificate.submissionStatus,
    status: certificate.status,
    brandName: certificate.brandName,
    productName: certificate.productName,
    batchId: certificate.batchId,
    thcContent: certificate.thcContent,
    cbdContent: certificate.cbdContent,
    labelDose: labelDose(certificate.productName),
    underDosed: certificate.underDosed,
    testDate: certificate.testDate,
    labName: certificate.labName,
    testResults: { version, panels, analytes },
    submittedResults: submitted === undefined ? null : JSON.stringify(submitted, null, 2),
    coaFileUrl: certificate.coaFileUrl,
    website: certificate.website,
    contactName: certificate.contactName,
    contactEmail: certificate.submittedBy,
    notes: certificate.notes,
    rejectionReason: certificate.rejectionReason,
    createdAt: certificate.createdAt,
    dueDate: reviewDueOn(certificate.createdAt),
    reviewedAt: certificate.reviewedAt,
  };
}
