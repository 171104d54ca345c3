import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  Matches,
  Max,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import type { ConfirmedField } from '../../../../domain/coa-registry/certificate/evidence.js';
import { READ_FIELDS, type ReadFieldName } from '../../../../domain/shared/document-reading.js';
import { OneOf } from '../../../../platform/http/response-fields.js';
import { SHA256_EXAMPLE } from './certificate-document.dto.js';

const SHA256 = '^[0-9a-f]{64}$';

/** The SHA-256 of a document, or left out. */
export const OptionalDocument = (description: string) =>
  applyDecorators(
    ApiPropertyOptional({ description, type: String, pattern: SHA256, example: SHA256_EXAMPLE }),
    IsOptional(),
    Matches(new RegExp(SHA256), { message: 'Name the PDF by its SHA-256: 64 digits of 0-9 and a-f' }),
  );

/** The SHA-256 of a document. */
export const RequiredDocument = (description: string) =>
  applyDecorators(
    ApiProperty({ description, type: String, pattern: SHA256, example: SHA256_EXAMPLE }),
    Matches(new RegExp(SHA256), { message: 'Name the PDF by its SHA-256: 64 digits of 0-9 and a-f' }),
  );

/** More pages than a document may have. */
const PAGE_MAX = 1000;

/** A field that a person confirmed as read from the document. */
export class ConfirmedFieldDto implements ConfirmedField {
  @OneOf(READ_FIELDS, 'ReadFieldName', 'The field', 'batchId')
  @IsIn(READ_FIELDS, { message: `field must be one of ${READ_FIELDS.join(', ')}` })
  field!: ReadFieldName;

  @ApiProperty({
    description: 'Page that it was read from',
    type: 'integer',
    minimum: 1,
    maximum: PAGE_MAX,
    example: 1,
  })
  @IsInt({ message: 'page must be a whole number from 1' })
  @Min(1, { message: 'page must be a whole number from 1' })
  @Max(PAGE_MAX, { message: `page can be at most ${PAGE_MAX}` })
  page!: number;
}

/** Fields that a person confirmed, or left out. */
export const OptionalConfirmedFields = (description: string) =>
  applyDecorators(
    ApiPropertyOptional({
      description,
      type: [ConfirmedFieldDto],
      minItems: 0,
      maxItems: READ_FIELDS.length,
      example: [{ field: 'batchId', page: 1 }],
    }),
    ValidateIf((_, value) => value !== undefined),
    IsArray({ message: 'List the fields that were read from the PDF' }),
    ArrayMaxSize(READ_FIELDS.length, { message: 'Name each field once' }),
    IsObject({ each: true, message: 'Each field must be an object' }),
    ValidateNested({ each: true }),
    Type(() => ConfirmedFieldDto),
  );
