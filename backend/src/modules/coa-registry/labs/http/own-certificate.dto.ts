import { ApiProperty, ApiPropertyOptional, OmitType, PickType } from '@nestjs/swagger';
import { IsISO8601, IsOptional, Matches } from 'class-validator';
import {
  type Certificate,
  LIFECYCLES,
  type Lifecycle,
} from '../../../../domain/coa-registry/certificate/certificate.js';
import {
  CERTIFICATE_STATUSES,
  type CertificateStatus,
} from '../../../../domain/coa-registry/certificate/test-results.js';
import type { CheckedCertificate, DryRun } from '../../../../domain/coa-registry/labs/lab-certificates.js';
import type { ShortCertificate } from '../../../../domain/coa-registry/review/listed-certificate.js';
import { batchPath } from '../../../../domain/shared/batch-path.js';
import { FieldErrorDto } from '../../../../platform/http/api-problems.js';
import { OneOfOptional, OptionalText } from '../../../../platform/http/fields.js';
import { PageQueryDto } from '../../../../platform/http/page-query.js';
import { fieldErrorOf } from '../../../../platform/http/problem.js';
import { Integer, OneOf, TextOrNull, TimeOrNull } from '../../../../platform/http/response-fields.js';
import type { CertificateResults } from '../../certificate/certificate-results.js';
import {
  toAwaitedDocumentDto,
  toCoaDocumentDto,
  toDocumentAbsenceDto,
} from '../../certificate/http/certificate-document.dto.js';
import { OwnFindingDto, toOwnFindingDto } from '../../certificate/http/finding.dto.js';
import { LabIncidentNoticeDto, LabIncidentsOf } from '../../certificate/http/lab-incident.dto.js';
import { type PrintedSampleDto, SampleOrNull } from '../../certificate/http/printed-sample.dto.js';
import { CertificateNewsReplacementDto } from '../../certificate/http/registry-event.dto.js';
import { LineReadingDto, ResultsReadingDto, toResultsReadingDto } from '../../certificate/http/results.dto.js';
import { ReviewCommentDto, toReviewCommentDto } from '../../certificate/http/review-comment.dto.js';
import { AnalyteResultDto, PanelVerdictsDto, ReportedResultsDto } from '../../certificate/http/test-results.dto.js';
import { BatchNoticeDto, NoticesOf, toWarningDtos } from '../../certificate/http/warning.dto.js';
import { DocumentComparisonDto, toDocumentComparisonDto } from '../../checks/http/document-comparison.dto.js';
import { SubmissionDto } from '../../submission/http/submission.dto.js';

const UPDATED_SINCE_FORMAT = 'updatedSince must be a time with its zone, such as 2026-11-20T15:03:05Z';

export class OwnCertificatesQueryDto extends PageQueryDto {
  @OneOfOptional('standing', LIFECYCLES, 'SubmissionStatus', {
    description: 'Only certificates of this standing',
    example: 'changes_requested',
  })
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

  @ApiPropertyOptional({
    description:
      'Only certificates that are new or have changed since this time (RFC 3339, such as `2026-11-20T15:03:05Z`). To miss ' +
      'nothing, take it from the header `X-Updated-Until` of the first page of your last list, not from your own clock. ' +
      'A certificate can come again that you know: compare its `version`',
    type: String,
    format: 'date-time',
    example: '2026-11-20T15:03:05.000Z',
  })
  @IsOptional()
  @IsISO8601({ strict: true, strictSeparator: true }, { message: UPDATED_SINCE_FORMAT })
  @Matches(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/, { message: UPDATED_SINCE_FORMAT })
  updatedSince?: string;
}

/** The header of a list of changes. */
export const UPDATED_UNTIL_HEADER = {
  'X-Updated-Until': {
    description:
      'Send it as `updatedSince` the next time: every change before it is in this list. Keep that of the first page',
    schema: { type: 'string', format: 'date-time', example: '2026-11-20T15:03:05.000Z' },
  },
} as const;

const ComparisonOrNull = (when: string) =>
  ApiProperty({
    description: `Your figures beside what software read in your PDF; ${when}`,
    type: DocumentComparisonDto,
    nullable: true,
    example: null,
  });

/** A reviewer's comment as the laboratory sees it, without the reviewer's name. */
export class OwnCertificateCommentDto extends OmitType(ReviewCommentDto, ['id', 'by'] as const) {}

export class OwnCertificateLinksDto {
  @ApiProperty({
    description: 'This certificate, for you',
    example: '/api/partner/certificates/0f8fad5b-d9cb-469f-a165-70867728950e',
  })
  selfPath!: string;

  @TextOrNull('Its public record, for good; null for one that was never published', '/api/certificates/CB-7K3M-9QXD')
  certificatePath!: string | null;

  @TextOrNull(
    'The page of its batch, for people; null for one that was never published',
    '/brands/Juniper%20%26%20Tide/coa/%23C9030',
  )
  coaPath!: string | null;
}

const SUBMISSION_FIELDS = [
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
  'overrideReason',
  'document',
  'documentAbsence',
  'awaitedDocument',
] as const;

/** A certificate as the laboratory that sent it sees it. */
export class OwnCertificateDto extends PickType(SubmissionDto, SUBMISSION_FIELDS) {
  @OneOf(
    LIFECYCLES,
    'SubmissionStatus',
    '`pending`: waits for review. `changes_requested`: read `comments` and send a correction. `approved`: published. ' +
      '`rejected`: will not be published, see `rejectionReason`; if `takenBack` is true, you took it back yourself. ' +
      '`withdrawn` and `superseded`: was published, and its address says what became of it',
    'pending',
  )
  standing!: Lifecycle;

  @Integer('Counts its changes; the `ETag` is made of it', 1)
  version!: number;

  @TextOrNull('Your own number of the report', 'EA-2026-01187')
  labReportId!: string | null;

  @ApiProperty({ description: 'Your name, as it is published', example: 'Example Analytical' })
  labName!: string;

  @OneOf(
    CERTIFICATE_STATUSES,
    'CertificateStatus',
    'What is confirmed: `pending` until the certificate is published, then what is shown',
    'pending',
  )
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

  @SampleOrNull()
  sample!: PrintedSampleDto | null;

  @ApiProperty({
    description: 'The certificate that took its place; null unless `standing` is `superseded`',
    type: CertificateNewsReplacementDto,
    nullable: true,
    example: null,
  })
  replacedBy!: CertificateNewsReplacementDto | null;

  @TextOrNull('Your notes for the reviewer; never published', null)
  notes!: string | null;

  @TextOrNull('Address of your own file of the certificate', 'https://lab.example/certificates/C9030.pdf')
  coaFileUrl!: string | null;

  @ApiProperty({
    description: 'Comments of reviewers, in the order they were written; those with `settledAt` are dealt with',
    type: [OwnCertificateCommentDto],
  })
  comments!: readonly OwnCertificateCommentDto[];

  @ApiProperty({
    description:
      'What machines notice about it today, errors first; empty once it is rejected, withdrawn or superseded',
    type: [OwnFindingDto],
  })
  findings!: readonly OwnFindingDto[];

  @ApiProperty({
    description: 'What follows from each line of `analytes`, in their order; public once it is published',
    type: [LineReadingDto],
  })
  lineReadings!: readonly LineReadingDto[];

  @ApiProperty({
    description: 'What follows from all lines, and how it compares with rules: arithmetic, not legal advice',
    type: ResultsReadingDto,
  })
  results!: ResultsReadingDto;

  @LabIncidentsOf()
  labIncidents!: readonly LabIncidentNoticeDto[];

  @NoticesOf()
  notices!: readonly BatchNoticeDto[];

  @ComparisonOrNull('null without a PDF, until software has read it, and for a PDF that you did not send')
  documentComparison!: DocumentComparisonDto | null;

  @TimeOrNull('When it was published, rejected or sent back for changes; null while it waits', null)
  reviewedAt!: Date | null;

  @ApiProperty({ description: 'Where to find it', type: OwnCertificateLinksDto })
  links!: OwnCertificateLinksDto;
}

/** The same in a list, without what makes it long. */
export class OwnCertificateSummaryDto extends OmitType(OwnCertificateDto, [
  'analytes',
  'lineReadings',
  'results',
  'documentComparison',
  'findings',
  'document',
] as const) {
  @TextOrNull('SHA-256 of its document; null without one', null)
  documentSha256!: string | null;
}

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
    type: [OwnFindingDto],
  })
  findings!: readonly OwnFindingDto[];

  @ApiProperty({
    description:
      'The `results` that `createCertificate` would answer: the amounts that follow from each line, and the verdict of ' +
      'each rule. Null while a field in `errors` cannot be read',
    type: ResultsReadingDto,
    nullable: true,
    example: null,
  })
  results!: ResultsReadingDto | null;

  @ComparisonOrNull(
    'as `createCertificate` would answer it. Null as there, and while a field in `errors` cannot be read',
  )
  documentComparison!: DocumentComparisonDto | null;
}

export function toOwnCertificateDto(
  { certificate, findings, document, documentComparison, replacedBy, warnings }: CheckedCertificate,
  reader: CertificateResults,
): OwnCertificateDto {
  const { documentSha256: _document, ...summary } = toOwnCertificateSummaryDto({
    ...certificate,
    replacedBy,
    warnings,
  });
  return {
    ...summary,
    analytes: certificate.testResults.analytes,
    lineReadings: reader.lineReadings(certificate),
    ...readingsOf({ certificate, documentComparison }, reader),
    findings: findings.map(toOwnFindingDto),
    document: toCoaDocumentDto(document),
  };
}

export function toOwnCertificateSummaryDto(
  certificate: ShortCertificate & Pick<CheckedCertificate, 'replacedBy' | 'warnings'>,
): OwnCertificateSummaryDto {
  const { panels, reported } = certificate.testResults;
  const { replacedBy } = certificate;
  return {
    id: certificate.id,
    reference: certificate.reference,
    standing: certificate.lifecycle,
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
    status: certificate.outcome,
    panels,
    reported: reported ?? null,
    sample: certificate.sample,
    ...toWarningDtos(certificate.warnings),
    replacedBy: replacedBy && { id: replacedBy.id, reference: replacedBy.reference, batchId: replacedBy.batchId },
    notes: certificate.notes,
    coaFileUrl: certificate.coaFileUrl,
    comments: certificate.comments.map((comment) => {
      const { id: _id, by: _by, ...rest } = toReviewCommentDto(comment);
      return rest;
    }),
    createdAt: certificate.createdAt,
    dueDate: certificate.reviewDueDate,
    reviewedAt: certificate.reviewedAt,
    rejectionReason: certificate.rejectionReason,
    takenBack: certificate.takenBack,
    supersedes: certificate.supersedes,
    amendmentReason: certificate.amendmentReason,
    endedAt: certificate.endedAt,
    withdrawalReason: certificate.withdrawalReason,
    overrideReason: certificate.overrideReason,
    documentAbsence: toDocumentAbsenceDto(certificate.documentAbsence),
    awaitedDocument: toAwaitedDocumentDto(certificate),
    documentSha256: certificate.documentId,
    links: linksOf(certificate),
  };
}

export const toCertificateCheckDto = (
  { isAcceptable, errors, findings, attempt }: DryRun,
  reader: CertificateResults,
): CertificateCheckDto => ({
  valid: isAcceptable,
  errors: errors.map(fieldErrorOf),
  findings: findings.map(toOwnFindingDto),
  ...(attempt ? readingsOf(attempt, reader) : { results: null, documentComparison: null }),
});

/** What is derived from a certificate, whether it is stored or only checked. */
const readingsOf = (
  { certificate, documentComparison }: Pick<CheckedCertificate, 'certificate' | 'documentComparison'>,
  reader: CertificateResults,
) => ({
  results: toResultsReadingDto(reader.read(certificate).results),
  documentComparison: documentComparison && toDocumentComparisonDto(documentComparison),
});

export const pathOf = ({ id }: Pick<Certificate, 'id'>): string => `/api/partner/certificates/${id}`;

function linksOf(certificate: ShortCertificate): OwnCertificateLinksDto {
  const { reference, lifecycle } = certificate;
  const wasPublished = ['approved', 'withdrawn', 'superseded'].includes(lifecycle);
  return {
    selfPath: pathOf(certificate),
    certificatePath: wasPublished ? `/api/certificates/${reference}` : null,
    coaPath: wasPublished ? batchPath(certificate) : null,
  };
}
