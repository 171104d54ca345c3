import { ApiProperty, OmitType } from '@nestjs/swagger';
import type { Certificate } from '../../../../domain/coa-registry/certificate/certificate.js';
import type { CertificateDocument } from '../../../../domain/coa-registry/certificate/certificate-document.js';
import {
  CoaDocumentDto,
  DOCUMENT_EXAMPLE,
  FieldProvenanceDto,
  toCoaDocumentDto,
  toFieldProvenanceDto,
} from '../../certificate/http/certificate-document.dto.js';
import { toSentSample } from '../../certificate/http/printed-sample.dto.js';
import { ReviewCommentDto, toReviewCommentDto } from '../../certificate/http/review-comment.dto.js';
import { TestResultsDto } from '../../certificate/http/test-results.dto.js';
import { SubmitCoaDto } from './submit.dto.js';

/** What a correction link shows: the submitted content and the open comments. */
export class CorrectionDto extends OmitType(SubmitCoaDto, ['testResults', 'readFields'] as const) {
  @ApiProperty({ description: 'What to quote when writing to us', example: 'CB-7K3M-9QXD' })
  reference!: string;

  @ApiProperty({ description: 'Comments that stand', type: [ReviewCommentDto] })
  comments!: ReviewCommentDto[];

  @ApiProperty({ description: 'Results as they were sent; send them again, changed or not', type: TestResultsDto })
  testResults!: TestResultsDto;

  @ApiProperty({
    description: "The lab's PDF as it was sent; null without one",
    type: CoaDocumentDto,
    nullable: true,
    example: DOCUMENT_EXAMPLE,
  })
  document!: CoaDocumentDto | null;

  @ApiProperty({ description: 'Where the value of each field is from', type: [FieldProvenanceDto] })
  provenance!: FieldProvenanceDto[];
}

/** Replaces the name of the reviewer, which is also their sign-in name. */
const ANONYMOUS_REVIEWER = 'reviewer';

export function toCorrectionDto(certificate: Certificate, document: CertificateDocument | null): CorrectionDto {
  const { version, panels, analytes } = certificate.testResults;
  return {
    reference: certificate.reference,
    comments: certificate.comments
      .filter(({ settledAt }) => settledAt === null)
      .map((comment) => ({ ...toReviewCommentDto(comment), by: ANONYMOUS_REVIEWER })),
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
    ...(certificate.labReportId === null ? {} : { labReportId: certificate.labReportId }),
    ...toSentSample(certificate.sample),
    testResults: { version, panels, analytes },
    ...(certificate.documentId === null ? {} : { documentSha256: certificate.documentId }),
    document: toCoaDocumentDto(document),
    provenance: certificate.provenance.map(toFieldProvenanceDto),
  };
}
