import { ApiProperty, PickType } from '@nestjs/swagger';
import { judgedLine } from '../../../../domain/coa-registry/certificate/line-evidence.js';
import { type RelatedCertificate } from '../../../../domain/coa-registry/certificate/publish-as.js';
import type { SubmissionRevision } from '../../../../domain/coa-registry/certificate/submission-revision.js';
import type { WaitingDecision } from '../../../../domain/coa-registry/review/pending-decisions.js';
import { type RelatedCertificates } from '../../../../domain/coa-registry/review/ports.js';
import type { SubmissionInContext } from '../../../../domain/coa-registry/review/review-queue.js';
import { TextOrNull, Time } from '../../../../platform/http/response-fields.js';
import type { CertificateResults } from '../../certificate/certificate-results.js';
import { toFieldProvenanceDto } from '../../certificate/http/certificate-document.dto.js';
import { FindingDto, toFindingDto } from '../../certificate/http/finding.dto.js';
import { ResultsReadingDto, toResultsReadingDto } from '../../certificate/http/results.dto.js';
import { SettledResultsDto } from '../../certificate/http/test-results.dto.js';
import {
  DocumentComparisonDto,
  DocumentPlaceDto,
  toDocumentComparisonDto,
  toPlaceDto,
} from '../../checks/http/document-comparison.dto.js';
import { SubmissionDto, submittedText, toSubmissionDto } from '../../submission/http/submission.dto.js';
import { toWaitingDecisionDto, WaitingDecisionDto, WaitingDecisionOrNull } from './pending-decision.dto.js';

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
  'sample',
  'submittedResults',
  'provenance',
] as const) {
  @TextOrNull('SHA-256 of its document; null without one', null)
  documentSha256!: string | null;

  @Time('When it was sent again', '2026-11-21T09:30:00.000Z')
  replacedAt!: Date;
}

/** A finding of the automated checks, for the reviewer. */
export class ReviewFindingDto extends FindingDto {
  @ApiProperty({ description: 'Whether it was not there before the submission was sent again', example: false })
  isNew!: boolean;

  @ApiProperty({
    description: 'Where in the document it is; null when it is about no place',
    type: DocumentPlaceDto,
    nullable: true,
    example: null,
  })
  box!: DocumentPlaceDto | null;
}

/** A record of the registry beside a submission. */
export class RelatedCoaDto extends PickType(SubmissionDto, [
  'id',
  'reference',
  'brandName',
  'productName',
  'batchId',
  'labName',
  'labReportId',
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
    description:
      'Status and panels on which the sender, the measured lines and the PDF agree. Null where they do not, or leave something ' +
      'open: read the report and choose',
    type: SettledResultsDto,
  })
  settled!: SettledResultsDto;

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

  @ApiProperty({
    description:
      'Published certificates of the same batch and brand, newest test first; empty for an amendment of one of them. When ' +
      'there are any, an approval needs `publishAs`',
    type: [RelatedCoaDto],
  })
  publishedForBatch!: readonly RelatedCoaDto[];

  @ApiProperty({ description: 'Records to compare it with', type: RelatedDto })
  related!: RelatedDto;

  @ApiProperty({
    description: 'The certificate that it replaces, or is to replace',
    type: SubmissionDto,
    nullable: true,
    example: null,
  })
  original!: SubmissionDto | null;

  @ApiProperty({ description: 'What follows from its lines, and how it compares with rules', type: ResultsReadingDto })
  results!: ResultsReadingDto;

  @ApiProperty({
    description: 'The submission beside what software read from its document; null without a document that was read',
    type: DocumentComparisonDto,
    nullable: true,
    example: null,
  })
  documentComparison!: DocumentComparisonDto | null;

  @WaitingDecisionOrNull()
  pendingDecision!: WaitingDecisionDto | null;
}

export const toSubmissionInContextDto = (
  context: SubmissionInContext,
  { results }: Pick<ReturnType<CertificateResults['read']>, 'results'>,
  pending: WaitingDecision | undefined,
): SubmissionInContextDto => ({
  ...toSubmissionDto(context.certificate, context.document),
  findings: context.findings.map((one) => ({
    ...toFindingDto(one),
    isNew: context.newFindings.includes(one),
    box: one.box ? toPlaceDto(one.box) : null,
  })),
  settled: context.settled,
  resolvedFindings: context.resolvedFindings.map(toFindingDto),
  previous: context.previous && toPreviousContentDto(context.previous),
  waitingForBatch: context.waitingForBatch.map(toRelatedCoaDto),
  publishedForBatch: context.publishedForBatch.map(toRelatedCoaDto),
  related: toRelatedDto(context.related),
  original: context.original && toSubmissionDto(context.original, context.originalDocument),
  results: toResultsReadingDto(results),
  documentComparison: context.documentComparison && toDocumentComparisonDto(context.documentComparison),
  pendingDecision: pending ? toWaitingDecisionDto(pending) : null,
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
  labReportId: certificate.labReportId,
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
    brandName,
    productName,
    batchId,
    thcContent,
    cbdContent,
    testDate,
    labName,
    labReportId,
    coaFileUrl,
    website,
    contactName,
    contactEmail,
    notes,
    replacedAt,
    testResults: { version, panels, analytes: analytes.map(judgedLine) },
    // Revisions from before the column have none.
    sample: revision.sample ?? null,
    submittedResults: submittedText(submitted),
    reported: reported ?? null,
    documentSha256: revision.documentId,
    provenance: revision.provenance.map(toFieldProvenanceDto),
  };
}
