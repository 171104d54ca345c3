import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { type CertificateDraft, CONTENT_MG } from '../../../../domain/coa-registry/certificate/certificate.js';
import type { NamedDocument } from '../../../../domain/coa-registry/certificate/evidence.js';
import { printedSample } from '../../../../domain/coa-registry/certificate/printed-sample.js';
import type { SubmissionReceipt } from '../../../../domain/coa-registry/submission/submissions.js';
import {
  Milligrams,
  OptionalLines,
  OptionalText,
  OptionalUrl,
  RequiredEmail,
  RequiredText,
} from '../../../../platform/http/fields.js';
import {
  type ConfirmedFieldDto,
  OptionalConfirmedFields,
  OptionalDocument,
} from '../../certificate/http/document-fields.js';
import { OptionalSample, type SentSampleDto } from '../../certificate/http/printed-sample.dto.js';
import { parseTestResults, ShortRawResults } from '../../certificate/http/test-results.schema.js';

/** A certificate submitted for review. */
export class SubmitCoaDto {
  @RequiredText('Brand name', 120, { description: 'Brand as on the label', example: 'Juniper & Tide' })
  brandName!: string;

  @RequiredText('Contact name', 120, { description: 'Whom we may ask; never published', example: 'Robin Vale' })
  contactName!: string;

  @RequiredEmail('Valid email is required', {
    description: 'Where we may ask; never published',
    example: 'robin@juniper-tide.example',
  })
  contactEmail!: string;

  @OptionalUrl('Website', { description: "The brand's website", example: 'https://juniper-tide.example' })
  website?: string;

  @RequiredText('Product name', 200, {
    description: 'Product as on the label, with its dose',
    example: 'Yuzu Seltzer 5 mg',
  })
  productName!: string;

  @RequiredText('Batch ID', 100, { description: 'Batch or lot id as printed on the container', example: '#C9030' })
  batchId!: string;

  @Milligrams('THC content', CONTENT_MG, { description: 'Measured THC in milligrams per container', example: 4.82 })
  thcContent!: number;

  @Milligrams('CBD content', CONTENT_MG, { description: 'Measured CBD in milligrams per container', example: 0.4 })
  cbdContent!: number;

  @RequiredText('Test date', 10, { description: 'Day of the test, YYYY-MM-DD', example: '2026-10-14' })
  testDate!: string;

  @RequiredText('Lab name', 200, { description: 'Laboratory that measured', example: 'Example Analytical' })
  labName!: string;

  @OptionalLines('Notes', 2000, {
    description: 'For the reviewer; never published',
    example: 'Second run of this batch.',
  })
  notes?: string;

  @ApiPropertyOptional({
    description:
      'Results in any shape. `{ "analytes": [...] }` with rows as in `AnalyteResultDto` is shown row by row; anything ' +
      'else is kept for the reviewer and can be at most 20 kB.',
    anyOf: [
      { type: 'object' },
      { type: 'array', items: {} },
      { type: 'string' },
      { type: 'number' },
      { type: 'boolean' },
    ],
    example: { analytes: [{ panel: 'heavyMetals', name: 'Lead', valueText: '<LOQ', unit: 'µg/g', loq: 0.005 }] },
  })
  @IsOptional()
  @ShortRawResults()
  testResults?: unknown;

  @OptionalUrl('Certificate file', {
    description: "Address of the laboratory's own file",
    example: 'https://lab.example/certificates/C9030.pdf',
  })
  coaFileUrl?: string;

  @OptionalText('Report number', 100, {
    description: "The laboratory's own number of its report, where it prints one",
    example: 'EA-2026-01187',
  })
  labReportId?: string;

  @OptionalSample()
  sample?: SentSampleDto;

  @OptionalDocument(
    "SHA-256 of the lab's PDF, after `uploadDocument`. Send the `access` from that upload in the query. In a correction: left " +
      'out, the PDF stays the one that was sent',
  )
  documentSha256?: string;

  @OptionalConfirmedFields(
    'Fields that a person confirmed as read from the PDF. We record that only where our own reading has the same value',
  )
  readFields?: ConfirmedFieldDto[];
}

export class UploadAccessDto {
  @OptionalText('access', 100, {
    description: 'The `access` of the answer to the upload of the PDF: what it says is for its sender only',
    example: 't4k2hs.9f8yUqk3bJ0m8o3Qv3m0m5J1kqJm0m2x3v4c5b6n7a8',
  })
  access?: string;
}

export class SubmissionReceiptDto {
  @ApiProperty({ description: 'Quote this when you write to us about the submission', example: 'CB-7K3M-9QXD' })
  reference!: string;

  @ApiProperty({ description: 'Day by which it is to be reviewed', format: 'date', example: '2026-11-25' })
  dueDate!: string;
}

export const toReceiptDto = ({ reference, reviewDueDate }: SubmissionReceipt): SubmissionReceiptDto => ({
  reference,
  dueDate: reviewDueDate,
});

/** The content of a certificate without contact data. */
type ContentDto = Omit<SubmitCoaDto, 'contactName' | 'contactEmail' | 'documentSha256' | 'readFields'>;

/** The document that the form names, and what was confirmed from it. */
export const namedDocumentOf = (
  { documentSha256, readFields }: Pick<SubmitCoaDto, 'documentSha256' | 'readFields'>,
  { access }: UploadAccessDto,
): NamedDocument => ({
  documentId: documentSha256 ?? null,
  confirmed: readFields ?? [],
  access,
});

/** Maps the form to the domain's draft. */
export function draftOf(body: ContentDto & Partial<SubmitCoaDto>): CertificateDraft {
  const { testResults, documentSha256: _document, readFields: _confirmed, ...content } = body;
  return {
    ...content,
    contactName: body.contactName ?? null,
    contactEmail: body.contactEmail ?? null,
    website: body.website ?? null,
    notes: body.notes ?? null,
    coaFileUrl: body.coaFileUrl ?? null,
    sample: printedSample(body.sample),
    ...parseTestResults(testResults),
  };
}
