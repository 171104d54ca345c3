import { ApiProperty } from '@nestjs/swagger';
import { CATEGORIES, ERASURES, type Erasure } from '../../../domain/privacy/categories.js';
import type { CategorySummary, PersonalDataExport, PrivacyRequest } from '../../../domain/privacy/privacy.js';
import {
  type ErasedSection,
  type ExportSection,
  PERSONAL_DATA_CATEGORIES,
  type PersonalDataCategory,
} from '../../../domain/shared/personal-data.js';
import { RequiredEmail, RequiredLines } from '../../../platform/http/fields.js';
import { Integer, Time } from '../../../platform/http/response-fields.js';

const REASON_MAX = 300;

const PART = { enum: PERSONAL_DATA_CATEGORIES, enumName: 'PersonalPart', example: 'messages' };
const ERASURE = { enum: ERASURES, enumName: 'PersonalDataErasure', example: 'deleted' };

export class PrivacyRequestDto {
  @RequiredEmail('Enter the whole address', {
    description: 'The address whose data are meant; compared without case',
    example: 'sam@mail.example',
  })
  email!: string;

  @RequiredLines('Reason', REASON_MAX, {
    description: 'Why it is done, e.g. the reference of the message that asked for it; without the address',
    example: 'Asked for in M-0F8FA-D5BD9',
  })
  reason!: string;
}

export class ErasureDto extends PrivacyRequestDto {
  @RequiredEmail('Type the address again', {
    description: 'The address once more; another one erases nothing',
    example: 'sam@mail.example',
  })
  confirmation!: string;
}

class PartDto {
  @ApiProperty({ ...PART, description: 'Which part of the data' })
  part!: PersonalDataCategory;

  @ApiProperty({ description: 'What it is called', example: 'Contact form messages' })
  title!: string;

  @ApiProperty({ description: 'What it holds', example: 'The name, address, topic and text of each message.' })
  what!: string;

  @ApiProperty({ description: 'Why it is kept', example: 'To answer the message.' })
  why!: string;
}

export class HoldingDto extends PartDto {
  @Integer('How many records are held', 2)
  count!: number;

  @ApiProperty({
    description: 'Of what erasing leaves, the names of brands and laboratories, for staff to decide',
    type: [String],
    example: ['Juniper & Tide'],
  })
  names!: readonly string[];

  @ApiProperty({ ...ERASURE, description: 'Whether erasing deletes the records, empties them, or leaves them' })
  erasure!: Erasure;

  @ApiProperty({ description: 'What erasing does with it, in a sentence', example: 'The messages are deleted.' })
  consequence!: string;
}

export class ExportedPartDto extends PartDto {
  @ApiProperty({
    description: 'The records as they are stored',
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    example: [{ topic: 'question', message: 'Where do I find the batch id?' }],
  })
  records!: readonly Record<string, unknown>[];
}

export class PersonalDataExportDto {
  @ApiProperty({ description: 'The address that was looked for', format: 'email', example: 'sam@mail.example' })
  address!: string;

  @Time('When the copy was made', '2026-11-20T15:04:05.000Z')
  madeAt!: Date;

  @ApiProperty({ description: 'Every part of which something is held', type: [ExportedPartDto] })
  parts!: ExportedPartDto[];
}

export class ErasureResultDto {
  @ApiProperty({ ...PART, description: 'Which part of the data' })
  part!: PersonalDataCategory;

  @ApiProperty({ description: 'What it is called', example: 'Contact form messages' })
  title!: string;

  @ApiProperty({ ...ERASURE, description: 'Whether the records were deleted or emptied' })
  erasure!: Erasure;

  @Integer('How many records', 2)
  count!: number;
}

export class PersonalColumnDto {
  @ApiProperty({ description: 'Table and column', example: 'contact_messages.email' })
  column!: string;

  @ApiProperty({ ...ERASURE, description: 'What erasing does with it' })
  erasure!: Erasure;

  @ApiProperty({ description: 'For how long it is kept', example: '365 days after it was handled.' })
  kept!: string;

  @ApiProperty({ description: 'How, or why it stays', example: 'Goes with the message.' })
  why!: string;
}

export const toRequest = ({ email, reason }: PrivacyRequestDto): PrivacyRequest => ({ address: email, reason });

export function toHoldingDto({ part, count, names }: CategorySummary): HoldingDto {
  const { title, what, why, erasure, consequence } = CATEGORIES[part];
  return { part, title, what, why, count, names, erasure, consequence };
}

export const toPersonalDataExportDto = (
  address: string,
  { madeAt, parts }: PersonalDataExport,
): PersonalDataExportDto => ({
  address,
  madeAt,
  parts: parts.filter(({ records }) => records.length > 0).map(toExportedPartDto),
});

function toExportedPartDto({ part, records }: ExportSection): ExportedPartDto {
  const { title, what, why } = CATEGORIES[part];
  return { part, title, what, why, records };
}

export function toErasureResultDto({ part, count }: ErasedSection): ErasureResultDto {
  const { title, erasure } = CATEGORIES[part];
  return { part, title, erasure, count };
}
