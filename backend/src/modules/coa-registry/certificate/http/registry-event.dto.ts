import { ApiProperty, PickType } from '@nestjs/swagger';
import { LIFECYCLES, type Lifecycle } from '../../../../domain/coa-registry/certificate/certificate.js';
import { OneOf, TextOrNull, Uuid } from '../../../../platform/http/response-fields.js';
import { SHA256_EXAMPLE } from './certificate-document.dto.js';
import { LabIncidentNoticeDto, LabIncidentsOf } from './lab-incident.dto.js';
import { ReviewCommentDto } from './review-comment.dto.js';
import { BatchNoticeDto, NoticesOf } from './warning.dto.js';

/** A reviewer's comment that is still open, as a webhook carries it. */
export class CertificateNewsCommentDto extends PickType(ReviewCommentDto, ['code', 'weight', 'sentence', 'text']) {}

export class CertificateNewsReplacementDto {
  @Uuid('Identity of the new certificate', '2c1f9a54-6b7d-4f6e-9d2b-83a1c5e0f7d4')
  id!: string;

  @ApiProperty({ description: 'Reference of the new certificate', example: 'CB-4T8W-2HNC' })
  reference!: string;

  @ApiProperty({ description: 'Batch of the new certificate, as printed', example: 'JT-26-1014' })
  batchId!: string;
}

/** The PDF that a certificate named and that is not there. */
export class MissingDocumentDto {
  @ApiProperty({ description: 'SHA-256 of the PDF, as the certificate named it', example: SHA256_EXAMPLE })
  sha256!: string;

  @ApiProperty({
    description: 'Why it is not there, and what to do',
    example: 'We did not receive this PDF within 72 hours. Send it with attachOwnDocument.',
  })
  message!: string;
}

/** The `data` of a webhook about a certificate: enough to find it and to act, nothing personal. */
export class CertificateNewsDto {
  @Uuid('Identity of the certificate, as `createCertificate` answered it', '0f8fad5b-d9cb-469f-a165-70867728950e')
  id!: string;

  @ApiProperty({ description: 'Its public reference', example: 'CB-7K3M-9QXD' })
  reference!: string;

  @TextOrNull('Your own report number; null for a certificate that staff entered in your name', 'EA-2026-01187')
  labReportId!: string | null;

  @ApiProperty({ description: 'Batch or lot as printed', example: 'JT-26-1014' })
  batchId!: string;

  @ApiProperty({ description: 'Product as on the label', example: 'Yuzu Seltzer 5 mg' })
  productName!: string;

  @OneOf(LIFECYCLES, 'SubmissionStatus', 'Its status after what happened', 'approved')
  standing!: Lifecycle;

  @ApiProperty({
    description: 'True when you took it back yourself before it was published; `standing` is then `rejected`',
    example: false,
  })
  takenBack!: boolean;

  @ApiProperty({
    description: 'Counts the changes to the certificate. Skip a message with a lower number than you have',
    type: 'integer',
    minimum: 1,
    example: 2,
  })
  version!: number;

  @TextOrNull('Why it was rejected; null otherwise', null)
  rejectionReason!: string | null;

  @TextOrNull('Why it was withdrawn; null otherwise', null)
  withdrawalReason!: string | null;

  @ApiProperty({
    description: "Reviewers' comments that are still open",
    type: [CertificateNewsCommentDto],
    example: [],
  })
  comments!: readonly CertificateNewsCommentDto[];

  @ApiProperty({
    description: 'The certificate that took its place; null unless it was amended',
    type: CertificateNewsReplacementDto,
    nullable: true,
    example: null,
  })
  replacedBy!: CertificateNewsReplacementDto | null;

  @LabIncidentsOf()
  labIncidents!: readonly LabIncidentNoticeDto[];

  @NoticesOf()
  notices!: readonly BatchNoticeDto[];

  @ApiProperty({
    description: 'The PDF that is missing; null unless the event is about that',
    type: MissingDocumentDto,
    nullable: true,
    example: null,
  })
  missingDocument!: MissingDocumentDto | null;
}
