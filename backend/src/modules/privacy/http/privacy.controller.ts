import { Body, Controller, Get, Header, Post, Res } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CATEGORIES, ERASURES, type Erasure } from '../../../domain/privacy/categories.js';
import {
  type CategorySummary,
  type PersonalDataExport,
  Privacy,
  type PrivacyRequest,
} from '../../../domain/privacy/privacy.js';
import type { Actor } from '../../../domain/shared/audit.js';
import {
  type ErasedSection,
  type ExportSection,
  PERSONAL_DATA_CATEGORIES,
  type PersonalDataCategory,
} from '../../../domain/shared/personal-data.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { RequiredEmail, RequiredLines } from '../../../platform/http/fields.js';
import { Ok, Operation } from '../../../platform/http/operation.js';
import { Integer, TextList, Time } from '../../../platform/http/response-fields.js';
import { DATA_INVENTORY } from '../data-inventory.js';

const REASON_MAX = 300;

const PART = { enum: PERSONAL_DATA_CATEGORIES, enumName: 'PersonalPart', example: 'messages' };
const ERASURE = { enum: ERASURES, enumName: 'PersonalDataErasure', example: 'deleted' };

class PrivacyRequestDto {
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

class ErasureDto extends PrivacyRequestDto {
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

class HoldingDto extends PartDto {
  @Integer('How many records are held', 2)
  count!: number;

  @TextList('Of what erasing leaves, the names of brands and laboratories, for staff to decide', ['Juniper & Tide'])
  names!: readonly string[];

  @ApiProperty({ ...ERASURE, description: 'Whether erasing deletes the records, empties them, or leaves them' })
  erasure!: Erasure;

  @ApiProperty({ description: 'What erasing does with it, in a sentence', example: 'The messages are deleted.' })
  consequence!: string;
}

class ExportedPartDto extends PartDto {
  @ApiProperty({
    description: 'The records as they are stored',
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    example: [{ topic: 'question', message: 'Where do I find the batch id?' }],
  })
  records!: readonly Record<string, unknown>[];
}

class PersonalDataExportDto {
  @ApiProperty({ description: 'The address that was looked for', format: 'email', example: 'sam@mail.example' })
  address!: string;

  @Time('When the copy was made', '2026-11-20T15:04:05.000Z')
  madeAt!: Date;

  @ApiProperty({ description: 'Every part of which something is held', type: [ExportedPartDto] })
  parts!: ExportedPartDto[];
}

class ErasureResultDto {
  @ApiProperty({ ...PART, description: 'Which part of the data' })
  part!: PersonalDataCategory;

  @ApiProperty({ description: 'What it is called', example: 'Contact form messages' })
  title!: string;

  @ApiProperty({ ...ERASURE, description: 'Whether the records were deleted or emptied' })
  erasure!: Erasure;

  @Integer('How many records', 2)
  count!: number;
}

class PersonalColumnDto {
  @ApiProperty({ description: 'Table and column', example: 'contact_messages.email' })
  column!: string;

  @ApiProperty({ ...ERASURE, description: 'What erasing does with it' })
  erasure!: Erasure;

  @ApiProperty({ description: 'For how long it is kept', example: '365 days after it was handled.' })
  kept!: string;

  @ApiProperty({ description: 'How, or why it stays', example: 'Goes with the message.' })
  why!: string;
}

const toRequest = ({ email, reason }: PrivacyRequestDto): PrivacyRequest => ({ address: email, reason });

function toHoldingDto({ part, count, names }: CategorySummary): HoldingDto {
  const { title, what, why, erasure, consequence } = CATEGORIES[part];
  return { part, title, what, why, count, names, erasure, consequence };
}

const toPersonalDataExportDto = (address: string, { madeAt, parts }: PersonalDataExport): PersonalDataExportDto => ({
  address,
  madeAt,
  parts: parts.filter(({ records }) => records.length > 0).map(toExportedPartDto),
});

function toExportedPartDto({ part, records }: ExportSection): ExportedPartDto {
  const { title, what, why } = CATEGORIES[part];
  return { part, title, what, why, records };
}

function toErasureResultDto({ part, count }: ErasedSection): ErasureResultDto {
  const { title, erasure } = CATEGORIES[part];
  return { part, title, erasure, count };
}

/** Data subject requests. They are POSTs with the address in the body, because URLs must not contain email addresses. */
@ApiTags('Staff privacy')
@Controller('api/staff/privacy')
@StaffOnly('administrator')
export class PrivacyController {
  constructor(private readonly privacy: Privacy) {}

  @Get('columns')
  @Operation(
    'List where personal data is stored',
    'Every database column that can hold something about a person, how long we keep it, and what erasing ' +
      'does with it.',
  )
  @Ok([PersonalColumnDto], 'Every column that can hold something about a person')
  listPersonalColumns(): PersonalColumnDto[] {
    return DATA_INVENTORY.map(({ column, erasure, why, retention }) => ({ column, erasure, why, kept: retention }));
  }

  @Post('look-up')
  @Operation(
    'Look up what we hold about a person',
    'Counts per category for one email address, without showing the data itself. Use it before an export ' +
      'or an erasure. The audit log records the lookup.',
  )
  @Ok([HoldingDto], 'Every part, also those of which nothing is held')
  async checkPersonalData(@Body() body: PrivacyRequestDto, @CurrentActor() actor: Actor): Promise<HoldingDto[]> {
    return (await this.privacy.lookUp(toRequest(body), actor)).map(toHoldingDto);
  }

  @Post('export')
  @Header('cache-control', 'no-store')
  @Operation(
    'Export what we hold about a person',
    'Everything stored under one email address, for the person who asked for it. First make sure that ' +
      'they are the person. The audit log records the export.',
  )
  @Ok(PersonalDataExportDto, 'The stored data, what it is, and why we keep it')
  async exportPersonalData(
    @Body() body: PrivacyRequestDto,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PersonalDataExportDto> {
    const dataExport = await this.privacy.exportOf(toRequest(body), actor);
    const day = dataExport.madeAt.toISOString().slice(0, 10);
    reply.header('content-disposition', `attachment; filename="personal-data-${day}.json"`);
    return toPersonalDataExportDto(body.email, dataExport);
  }

  @Post('erasure')
  @Operation(
    'Erase what we hold about a person',
    'Erases all of it, or nothing if something fails. Published certificates stay, without the name of the person. ' +
      'This cannot be undone. Calling it again is harmless.',
  )
  @Ok([ErasureResultDto], 'What was erased; the same call again erases nothing more')
  async erasePersonalData(@Body() body: ErasureDto, @CurrentActor() actor: Actor): Promise<ErasureResultDto[]> {
    return (await this.privacy.erase(toRequest(body), body.confirmation, actor)).map(toErasureResultDto);
  }
}
