import { ApiProperty, OmitType } from '@nestjs/swagger';
import {
  type Certificate,
  LIFECYCLES,
  type Lifecycle,
  SOURCES,
  type Source,
} from '../../../../domain/coa-registry/certificate/certificate.js';
import type { CertificateDocument } from '../../../../domain/coa-registry/certificate/certificate-document.js';
import { labelDose } from '../../../../domain/coa-registry/certificate/label-dose.js';
import { judgedLine } from '../../../../domain/coa-registry/certificate/line-evidence.js';
import { SPOT_CHECKS, type SpotCheck } from '../../../../domain/coa-registry/certificate/spot-check.js';
import {
  CERTIFICATE_STATUSES,
  type CertificateStatus,
} from '../../../../domain/coa-registry/certificate/test-results.js';
import { compareWithLabel } from '../../../../domain/coa-registry/checks/label-comparison.js';
import { isDoNotDrink } from '../../../../domain/coa-registry/checks/verdict.js';
import type { ShortCertificate } from '../../../../domain/coa-registry/review/listed-certificate.js';
import { Integer, OneOf, TextOrNull, Time, TimeOrNull, Uuid } from '../../../../platform/http/response-fields.js';
import {
  AwaitedDocumentDto,
  CoaDocumentDto,
  DOCUMENT_EXAMPLE,
  DocumentAbsenceDto,
  FieldProvenanceDto,
  toAwaitedDocumentDto,
  toCoaDocumentDto,
  toDocumentAbsenceDto,
  toFieldProvenanceDto,
} from '../../certificate/http/certificate-document.dto.js';
import { LabelComparisonDto, LabelDoseDto } from '../../certificate/http/certificate-summary.dto.js';
import {
  DismissalOrNull,
  FailureDismissalDto,
  toFailureDismissalDto,
} from '../../certificate/http/failure-dismissal.dto.js';
import { type PrintedSampleDto, SampleOrNull } from '../../certificate/http/printed-sample.dto.js';
import { ReviewCommentDto, toReviewCommentDto } from '../../certificate/http/review-comment.dto.js';
import { JudgedResultsDto, ReportedResultsDto } from '../../certificate/http/test-results.dto.js';

/** A submission with everything the reviewer needs, contact data included. */
export class SubmissionDto {
  @Integer('Counts its changes; send it back with a decision', 1)
  version!: number;

  @OneOf(SOURCES, 'CertificateSource', 'Who supplied it', 'submitter')
  source!: Source;

  @ApiProperty({
    description: 'The partner laboratory that sent it',
    type: String,
    format: 'uuid',
    nullable: true,
    example: null,
  })
  labId!: string | null;

  @TextOrNull("The laboratory's own number of its report", null)
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

  @TextOrNull('Why it replaces that one', null)
  amendmentReason!: string | null;

  @TextOrNull('Why it was published although the automated checks found errors', null)
  overrideReason!: string | null;

  @ApiProperty({ description: 'Whether a contaminant failed or is above its limit', example: false })
  doNotDrink!: boolean;

  @DismissalOrNull('Why its failure no longer stands, as a reviewer recorded it')
  failureDismissal!: FailureDismissalDto | null;

  @ApiProperty({
    description:
      'Of a certificate that a trusted lab published without a reviewer: `due` is to be checked afterwards, `agrees` was. ' +
      '`differs`: staff withdrew or replaced it. Null for all others',
    enum: SPOT_CHECKS,
    enumName: 'SpotCheck',
    nullable: true,
    example: null,
  })
  spotCheck!: SpotCheck | null;

  @TextOrNull('Why it was withdrawn', null)
  withdrawalReason!: string | null;

  @TimeOrNull('When it was withdrawn or replaced', null)
  endedAt!: Date | null;

  @Uuid('Identity', '0f8fad5b-d9cb-469f-a165-70867728950e')
  id!: string;

  @ApiProperty({ description: 'What the submitter was told to quote', example: 'CB-7K3M-9QXD' })
  reference!: string;

  @OneOf(LIFECYCLES, 'SubmissionStatus', 'Where it stands', 'pending')
  submissionStatus!: Lifecycle;

  @OneOf(CERTIFICATE_STATUSES, 'CertificateStatus', 'What the reviewer confirmed', 'pending')
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

  @ApiProperty({ description: 'Verdicts so far, and rows as reported', type: JudgedResultsDto })
  testResults!: JudgedResultsDto;

  @SampleOrNull()
  sample!: PrintedSampleDto | null;

  @TextOrNull('Results in a shape of the submitter’s own, as JSON text; null when there are none', null)
  submittedResults!: string | null;

  @TextOrNull("Address of the laboratory's own file", null)
  coaFileUrl!: string | null;

  @TextOrNull("The brand's website as submitted", 'https://juniper-tide.example')
  website!: string | null;

  @TextOrNull('Whom to ask', 'Robin Vale')
  contactName!: string | null;

  @TextOrNull('Where to ask', 'robin@juniper-tide.example')
  contactEmail!: string | null;

  @TextOrNull('Notes for the reviewer', null)
  notes!: string | null;

  @TextOrNull('Why it was rejected, or why the lab took it back', null)
  rejectionReason!: string | null;

  @ApiProperty({
    description:
      'True when the lab that sent it took it back before it was published. Its status is then `rejected`, though no reviewer rejected it',
    example: false,
  })
  takenBack!: boolean;

  @ApiProperty({
    description: "The lab's own PDF, in any state",
    type: CoaDocumentDto,
    nullable: true,
    example: DOCUMENT_EXAMPLE,
  })
  document!: CoaDocumentDto | null;

  @ApiProperty({
    description: 'Why it was published without a document',
    type: DocumentAbsenceDto,
    nullable: true,
    example: null,
  })
  documentAbsence!: DocumentAbsenceDto | null;

  @ApiProperty({
    description: 'The PDF that the lab named and that has not arrived, or has not been read yet',
    type: AwaitedDocumentDto,
    nullable: true,
    example: null,
  })
  awaitedDocument!: AwaitedDocumentDto | null;

  @ApiProperty({
    description: 'Where the value of each field is from; empty for what was sent before we recorded it',
    type: [FieldProvenanceDto],
  })
  provenance!: FieldProvenanceDto[];

  @Time('When it arrived', '2026-11-20T15:04:05.000Z')
  createdAt!: Date;

  @ApiProperty({ description: 'Day by which it is to be reviewed', format: 'date', example: '2026-11-25' })
  dueDate!: string;

  @TimeOrNull('When it was decided', null)
  reviewedAt!: Date | null;
}

/** The same in a list, without what makes it long. */
export class SubmissionSummaryDto extends OmitType(SubmissionDto, [
  'testResults',
  'doNotDrink',
  'submittedResults',
  'document',
  'provenance',
] as const) {}

export function toSubmissionDto(certificate: Certificate, document: CertificateDocument | null): SubmissionDto {
  const { version, panels, analytes, submitted } = certificate.testResults;
  return {
    ...toSubmissionSummaryDto(certificate),
    testResults: { version, panels, analytes: analytes.map(judgedLine) },
    doNotDrink: isDoNotDrink(certificate),
    submittedResults: submittedText(submitted),
    document: toCoaDocumentDto(document),
    provenance: certificate.provenance.map(toFieldProvenanceDto),
  };
}

export function toSubmissionSummaryDto(certificate: ShortCertificate): SubmissionSummaryDto {
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
    sample: certificate.sample,
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
    overrideReason: certificate.overrideReason,
    failureDismissal: toFailureDismissalDto(certificate.failureDismissal),
    spotCheck: certificate.spotCheck,
    withdrawalReason: certificate.withdrawalReason,
    endedAt: certificate.endedAt,
    documentAbsence: toDocumentAbsenceDto(certificate.documentAbsence),
    awaitedDocument: toAwaitedDocumentDto(certificate),
  };
}

export const submittedText = (submitted: unknown) =>
  submitted === undefined ? null : JSON.stringify(submitted, null, 2);
