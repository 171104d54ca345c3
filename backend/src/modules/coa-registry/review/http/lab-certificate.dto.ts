import { PickType } from '@nestjs/swagger';
import { z } from 'zod';
import { LIFECYCLES, type Lifecycle } from '../../../../domain/coa-registry/certificate/certificate.js';
import type { LabCertificate, LabListCursor } from '../../../../domain/coa-registry/review/ports.js';
import { OneOfOptional, OptionalText } from '../../../../platform/http/fields.js';
import { PageQueryDto } from '../../../../platform/http/page-query.js';
import { SubmissionDto } from '../../submission/http/submission.dto.js';

/** The cursor of a lab's list of certificates. */
export const labListCursorSchema: z.ZodType<LabListCursor> = z
  .object({ createdAt: z.iso.datetime(), id: z.uuid() })
  .transform(({ createdAt, id }) => ({ createdAt: new Date(createdAt), id }));

export class LabCertificateListQueryDto extends PageQueryDto {
  @OneOfOptional('submissionStatus', LIFECYCLES, 'SubmissionStatus', {
    description: 'Only certificates with this status; all of them unless said otherwise',
    example: 'approved',
  })
  submissionStatus?: Lifecycle;

  @OptionalText('search', 100, {
    description: "Matches in product name, brand name, batch id, reference and the lab's report number",
    example: 'EA-2026-01187',
  })
  search?: string;
}

/** A lab's certificate in a list: without results, comments and notes. */
export class LabCertificateDto extends PickType(SubmissionDto, [
  'id',
  'reference',
  'brandName',
  'productName',
  'batchId',
  'labReportId',
  'testDate',
  'status',
  'submissionStatus',
  'takenBack',
  'createdAt',
  'reviewedAt',
  'endedAt',
] as const) {}

export const toLabCertificateDto = (certificate: LabCertificate): LabCertificateDto => ({
  id: certificate.id,
  reference: certificate.reference,
  brandName: certificate.brandName,
  productName: certificate.productName,
  batchId: certificate.batchId,
  labReportId: certificate.labReportId,
  testDate: certificate.testDate,
  status: certificate.outcome,
  submissionStatus: certificate.lifecycle,
  takenBack: certificate.takenBack,
  createdAt: certificate.createdAt,
  reviewedAt: certificate.reviewedAt,
  endedAt: certificate.endedAt,
});
