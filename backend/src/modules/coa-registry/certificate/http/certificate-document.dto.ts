import { ApiProperty } from '@nestjs/swagger';
import {
  ABSENCE_REASONS,
  type AbsenceReason,
  type CertificateDocument,
} from '../../../../domain/coa-registry/certificate/certificate-document.js';
import {
  CONFIRMERS,
  type Confirmer,
  type FieldProvenance,
  ORIGINS,
  type Origin,
} from '../../../../domain/coa-registry/certificate/evidence.js';
import { type PageSize, READ_FIELDS, type ReadFieldName } from '../../../../domain/shared/document-reading.js';
import {
  DOCUMENT_SENDERS,
  DOCUMENT_STATES,
  type DocumentSender,
  type DocumentState,
} from '../../../../domain/shared/stored-document.js';
import {
  Integer,
  IntegerOrNull,
  OneOf,
  TextList,
  Time,
  TimeOrNull,
} from '../../../../platform/http/response-fields.js';

export const SHA256_EXAMPLE = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

export class CoaDocumentPageDto implements PageSize {
  @Integer('Page number, from 1', 1)
  number!: number;

  @ApiProperty({ description: 'Width in points, as the page is shown', example: 612 })
  width!: number;

  @ApiProperty({ description: 'Height in points, as the page is shown', example: 792 })
  height!: number;
}

export class CoaDocumentRefusalDto {
  @ApiProperty({ description: 'Why, as a code', example: 'password-protected' })
  code!: string;

  @ApiProperty({ description: 'The same as one sentence for people', example: 'The PDF needs a password to open.' })
  message!: string;
}

export class CoaDocumentRemovalDto {
  @ApiProperty({
    description: 'Why. This is public',
    example: 'The PDF showed personal data that does not belong to the report.',
  })
  reason!: string;

  @Time('When', '2026-11-22T10:00:00.000Z')
  at!: Date;
}

/** The laboratory's own PDF of a certificate. */
export class CoaDocumentDto implements CertificateDocument {
  @ApiProperty({
    description: 'SHA-256 of the file in lower-case hex; after a removal it still tells whether a copy is the same',
    example: SHA256_EXAMPLE,
  })
  sha256!: string;

  @Integer('Size of the file in bytes', 84_512)
  bytes!: number;

  @OneOf(
    DOCUMENT_STATES,
    'DocumentState',
    '`received` and `reading`: software has not read it yet. `ready`: read, and there are pictures of its pages. ' +
      '`unreadable`: kept, but software cannot read it. `refused`: not kept. `removed`: staff removed the file',
    'ready',
  )
  state!: DocumentState;

  @IntegerOrNull('Number of its pages; null until it was read', 3)
  pageCount!: number | null;

  @ApiProperty({ description: 'The pages that there is a picture of', type: [CoaDocumentPageDto] })
  pages!: readonly CoaDocumentPageDto[];

  @Time('When it arrived', '2026-11-20T15:04:05.000Z')
  receivedAt!: Date;

  @OneOf(DOCUMENT_SENDERS, 'CertificateSource', 'Its sender', 'lab')
  receivedFrom!: DocumentSender;

  @TextList('Texts of the QR codes on its pages, most of them web addresses. We compare them and never open them', [
    'https://lab.example/verify/EA-2026-01187',
  ])
  qrCodes!: readonly string[];

  @ApiProperty({
    description: 'Why software refused it or could not read it',
    type: CoaDocumentRefusalDto,
    nullable: true,
    example: null,
  })
  refusal!: CoaDocumentRefusalDto | null;

  @ApiProperty({
    description: 'Whether our daily check found that the stored file no longer has its SHA-256',
    example: false,
  })
  damaged!: boolean;

  @ApiProperty({
    description: 'Why and when it was removed',
    type: CoaDocumentRemovalDto,
    nullable: true,
    example: null,
  })
  removal!: CoaDocumentRemovalDto | null;
}

/** Example of a field that holds a document or null. */
export const DOCUMENT_EXAMPLE = {
  sha256: SHA256_EXAMPLE,
  bytes: 84_512,
  state: 'ready',
  pageCount: 1,
  pages: [{ number: 1, width: 612, height: 792 }],
  receivedAt: '2026-11-20T15:04:05.000Z',
  receivedFrom: 'lab',
  qrCodes: ['https://lab.example/verify/EA-2026-01187'],
  refusal: null,
  damaged: false,
  removal: null,
};

const ABSENCE_CODES = Object.keys(ABSENCE_REASONS) as AbsenceReason[];

/** Why a certificate has no document. */
export class DocumentAbsenceDto {
  @OneOf(ABSENCE_CODES, 'DocumentAbsenceCode', 'Why, as a code', 'paper-only')
  code!: AbsenceReason;

  @ApiProperty({
    description: 'The same as one sentence. This is public',
    example: ABSENCE_REASONS['paper-only'],
  })
  statement!: string;
}

/** Where the value of a field is from. */
export class FieldProvenanceDto implements FieldProvenance {
  @OneOf(READ_FIELDS, 'ReadFieldName', 'The field', 'batchId')
  field!: ReadFieldName;

  @OneOf(
    ORIGINS,
    'FieldOrigin',
    '`typed`: by the submitter. `document`: software read it from the PDF and a person confirmed it. ' +
      "`lab_system`: sent by the lab's own system. `staff`: entered by our staff",
    'document',
  )
  origin!: Origin;

  @IntegerOrNull('Page of the PDF that it was read from; null for other origins', 1)
  page!: number | null;

  @ApiProperty({
    description: 'Who confirmed what software read; null for other origins',
    enum: CONFIRMERS,
    enumName: 'FieldConfirmer',
    nullable: true,
    example: 'submitter',
  })
  confirmedBy!: Confirmer | null;
}

/** The PDF that a certificate names and that has not arrived, or has not been read yet. */
export class AwaitedDocumentDto {
  @ApiProperty({ description: 'SHA-256 of the PDF that the certificate named', example: SHA256_EXAMPLE })
  sha256!: string;

  @TimeOrNull(
    'Until when we wait for it; null once that time has passed and we told the lab',
    '2026-11-23T15:04:05.000Z',
  )
  until!: Date | null;
}

export function toCoaDocumentDto(document: CertificateDocument | null): CoaDocumentDto | null {
  if (document === null) return null;
  const { sha256, bytes, state, pageCount, pages, receivedAt, receivedFrom } = document;
  const { qrCodes, refusal, damaged, removal } = document;
  return {
    sha256,
    bytes,
    state,
    pageCount,
    receivedAt,
    receivedFrom,
    qrCodes,
    damaged,
    pages: pages.map(({ number, width, height }) => ({ number, width, height })),
    refusal: refusal && { code: refusal.code, message: refusal.message },
    removal: removal && { reason: removal.reason, at: removal.at },
  };
}

export const toDocumentAbsenceDto = (code: AbsenceReason | null): DocumentAbsenceDto | null =>
  code && { code, statement: ABSENCE_REASONS[code] };

export const toFieldProvenanceDto = ({ field, origin, page, confirmedBy }: FieldProvenance): FieldProvenanceDto => ({
  field,
  origin,
  page,
  confirmedBy,
});

export const toAwaitedDocumentDto = (certificate: {
  readonly awaitedDocument: string | null;
  readonly awaitedUntil: Date | null;
}): AwaitedDocumentDto | null =>
  certificate.awaitedDocument === null
    ? null
    : { sha256: certificate.awaitedDocument, until: certificate.awaitedUntil };
