import { Injectable, type PipeTransform } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { DocumentNotFound } from '../../../domain/documents/document.js';
import type { DocumentReading } from '../../../domain/shared/document-reading.js';
import {
  DOCUMENT_STATES,
  type DocumentState,
  REFUSAL_SENTENCES,
  REMOVAL_SENTENCES,
  SHA256,
  type StoredDocument,
} from '../../../domain/shared/stored-document.js';
import { PathParam } from '../../../platform/http/operation.js';
import { Integer, IntegerOrNull, OneOf, Time } from '../../../platform/http/response-fields.js';

const EXAMPLE_SHA256 = '44aff9af004791a7640cd9d7a4f1128517b1a04840c580866ee89318a08a4e0c';

/** Another text can't be the hash of anything, so it is answered 404 and not 400. */
@Injectable()
class HashPipe implements PipeTransform<string, string> {
  transform(text: string): string {
    if (!SHA256.test(text)) throw new DocumentNotFound();
    return text;
  }
}

const HASH = { description: 'SHA-256 of the file: 64 hex digits in lower case', example: EXAMPLE_SHA256 };

/** The hash of a document that should be there. */
export const DocumentHash = () => PathParam('sha256', HASH, HashPipe);

/** The hash of a document that is sent. */
export const SentHash = () => PathParam('sha256', HASH);

/** Why a document was not kept or not read, and what to do. */
export class DocumentRefusalDto {
  @OneOf(
    [...(Object.keys(REFUSAL_SENTENCES) as (keyof typeof REFUSAL_SENTENCES)[]), 'removed' as const],
    'DocumentRefusalCode',
    'Stable name of the reason; `removed` means that staff took the document down',
    'active-content',
  )
  code!: keyof typeof REFUSAL_SENTENCES | 'removed';

  @ApiProperty({
    description: 'The reason in one sentence, for its sender',
    example: REFUSAL_SENTENCES['active-content'],
  })
  message!: string;
}

export class DocumentPageDto {
  @Integer('Number of the page, from 1', 1)
  number!: number;

  @ApiProperty({ description: 'Width of the page in points (1/72 inch), as it is shown', example: 612 })
  width!: number;

  @ApiProperty({ description: 'Height of the page in points, as it is shown', example: 792 })
  height!: number;
}

export class DocumentDto {
  @ApiProperty({ description: 'SHA-256 of the file in hex: its identity', example: EXAMPLE_SHA256 })
  sha256!: string;

  @Integer('Size of the file in bytes', 284_113)
  bytes!: number;

  @OneOf(
    DOCUMENT_STATES,
    'DocumentState',
    '`received`: stored, and waits to be read; `reading`: being read; `ready`: read and shown; `unreadable`: stored, but ' +
      'software could not read it; `refused`: not kept; `removed`: taken down',
    'ready',
  )
  state!: DocumentState;

  @Time('When it first arrived', '2026-11-20T15:04:05.000Z')
  receivedAt!: Date;

  @IntegerOrNull('Pages of the document; null until it is read', 2)
  pageCount!: number | null;

  @ApiProperty({
    description: 'Pages with a picture, at most 30; empty until the document is `ready`',
    type: [DocumentPageDto],
  })
  pages!: DocumentPageDto[];

  @ApiProperty({
    description: 'Why it was refused, could not be read, or was removed; null otherwise',
    type: DocumentRefusalDto,
    nullable: true,
    example: null,
  })
  refusal!: DocumentRefusalDto | null;

  @ApiProperty({
    description: 'Whether our copy was found damaged. Sending the same file again repairs it',
    example: false,
  })
  damaged!: boolean;
}

export class DocumentUploadDto extends DocumentDto {
  @ApiProperty({
    description: 'Lets the sender read this document for 24 hours: send it as `access`',
    example: 't4k2hs.9f8yUqk3bJ0m8o3Qv3m0m5J1kqJm0m2x3v4c5b6n7a8',
  })
  access!: string;
}

/** @param reading what was read; null until the document is ready */
export function toDocumentDto(document: StoredDocument, reading: DocumentReading | null): DocumentDto {
  const { id, bytes, state, receivedAt, pageCount, damagedAt } = document;
  const pages = reading?.pages.map(({ number, width, height }) => ({ number, width, height })) ?? [];
  const refusal = refusalOf(document);
  return { sha256: id, bytes, state, receivedAt, pageCount, pages, refusal, damaged: damagedAt !== null };
}

function refusalOf({ refusal, removalReason }: StoredDocument): DocumentRefusalDto | null {
  if (removalReason) return { code: 'removed', message: REMOVAL_SENTENCES[removalReason] };
  return refusal ? { code: refusal, message: REFUSAL_SENTENCES[refusal] } : null;
}
