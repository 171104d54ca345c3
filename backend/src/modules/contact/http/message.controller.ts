import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { z } from 'zod';
import { Contact } from '../../../domain/contact/contact.js';
import {
  CONTACT_TOPICS,
  type ContactMessage,
  type ContactTopic,
  MESSAGE_STATUSES,
  MessageNotFound,
  type MessageStatus,
  NOTE_MAX,
  type StatusUpdate,
} from '../../../domain/contact/contact-message.js';
import type { Actor } from '../../../domain/shared/audit.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { OptionalLines, OptionalText, SeenVersion } from '../../../platform/http/fields.js';
import { Ok, Operation, UuidParam } from '../../../platform/http/operation.js';
import { PageQueryDto } from '../../../platform/http/page-query.js';
import { cursorTime, decodeCursor, PageOf, type PageResponse, pageResponse } from '../../../platform/http/paging.js';
import { Integer, TextOrNull, Time, TimeOrNull, Uuid } from '../../../platform/http/response-fields.js';

const STANDING = { enum: MESSAGE_STATUSES, enumName: 'MessageStanding', example: 'open' };
const TOPIC = { enum: CONTACT_TOPICS, enumName: 'ContactTopic', example: 'correction' };

class MessageListQueryDto extends PageQueryDto {
  @ApiPropertyOptional({ ...STANDING, description: 'Messages that stand so', default: 'open' })
  @IsIn(MESSAGE_STATUSES, { message: `standing must be one of ${MESSAGE_STATUSES.join(', ')}` })
  standing: MessageStatus = 'open';

  @ApiPropertyOptional({ ...TOPIC, description: 'Only messages of this topic' })
  @IsOptional()
  @IsIn(CONTACT_TOPICS, { message: `topic must be one of ${CONTACT_TOPICS.join(', ')}` })
  topic?: ContactTopic;

  @OptionalText('search', 100, {
    description: 'A part of reference, name, address or text, in any case',
    example: 'C9030',
  })
  search?: string;
}

class MessageSummaryDto {
  @Uuid('Identity', '0f8fad5b-d9cb-469f-a165-70867728950e')
  id!: string;

  @ApiProperty({ description: 'What the sender was told to quote', example: 'M-0F8FA-D5BD9' })
  reference!: string;

  @TextOrNull('Name of the sender', 'Sam Reed')
  name!: string | null;

  @ApiProperty({ description: 'Where the answer goes', example: 'sam@mail.example' })
  email!: string;

  @ApiProperty({ ...TOPIC, description: 'What it is about' })
  topic!: ContactTopic;

  @ApiProperty({ description: 'How it begins', example: 'The test date of batch #C9030 reads 2025.' })
  excerpt!: string;

  @Time('When it arrived', '2026-11-20T15:04:05.000Z')
  createdAt!: Date;

  @ApiProperty({ ...STANDING, description: 'Whether somebody still has to deal with it' })
  standing!: MessageStatus;

  @TimeOrNull('When it was last handled or opened again', null)
  changedAt!: Date | null;

  @TextOrNull('Name of the staff member who did', null)
  changedBy!: string | null;
}

class MessageDto extends MessageSummaryDto {
  @ApiProperty({
    description: 'The message itself, as plain text',
    example: 'The test date of batch #C9030 reads 2025. The printed report says 2026.',
  })
  message!: string;

  @TextOrNull('Note for the other staff', null)
  note!: string | null;

  @Integer('Counts the changes; send it back with the next one', 1)
  version!: number;
}

class MessageHandlingDto {
  @SeenVersion('The `version` that was read: another one means that somebody else was faster')
  version!: number;

  @OptionalLines('Note', NOTE_MAX, {
    description: 'Note for the other staff; takes the place of the one before',
    example: 'Corrected, and answered by mail.',
  })
  note?: string;
}

const toHandling = ({ version, note }: MessageHandlingDto): StatusUpdate => ({ version, note: note ?? null });

const EXCERPT_LENGTH = 160;

function toMessageSummaryDto(message: ContactMessage): MessageSummaryDto {
  const { id, reference, name, email, topic, createdAt, standing, changedAt, changedBy } = message;
  const excerpt = [...message.message.replace(/\s+/g, ' ')].slice(0, EXCERPT_LENGTH).join('');
  return { id, reference, name, email, topic, excerpt, createdAt, standing, changedAt, changedBy };
}

function toMessageDto(stored: ContactMessage): MessageDto {
  const { message, note, version } = stored;
  return { ...toMessageSummaryDto(stored), message, note, version };
}

const messageCursorSchema = z.object({ createdAt: cursorTime, id: z.uuid() });

const MessageId = () => UuidParam('id', 'Identity of the message', MessageNotFound);

@ApiTags('Staff messages')
@Controller('api/staff/messages')
@StaffOnly('editor')
export class MessageController {
  constructor(private readonly contact: Contact) {}

  @Get()
  @Operation(
    'List messages from visitors',
    'Newest first, without the full text. Filter by topic, or by whether they have been handled.',
  )
  @PageOf(MessageSummaryDto)
  async listContactMessages(
    @Query() { standing, topic, search, limit, cursor }: MessageListQueryDto,
  ): Promise<PageResponse<MessageSummaryDto>> {
    const after = decodeCursor(cursor, messageCursorSchema);
    const query = { standing, topic: topic ?? null, search: search ?? null, limit, after };
    const page = await this.contact.page(query);
    return pageResponse(page, toMessageSummaryDto);
  }

  @Get(':id')
  @Operation('Get one message', 'The whole message, with the address to reply to.')
  @Ok(MessageDto, 'The message')
  async getContactMessage(@MessageId() id: string): Promise<MessageDto> {
    return toMessageDto(await this.contact.message(id));
  }

  @Post(':id/handling')
  @Operation(
    'Mark a message as handled',
    'Takes it off the list of open messages and records who did it. If someone changed it since you read ' +
      'it, the answer is 409 `message-changed`.',
  )
  @Ok(MessageDto, 'Handled')
  @ApiProblems(409)
  async handleContactMessage(
    @MessageId() id: string,
    @Body() handling: MessageHandlingDto,
    @CurrentActor() actor: Actor,
  ): Promise<MessageDto> {
    return toMessageDto(await this.contact.handle(id, toHandling(handling), actor));
  }

  @Post(':id/reopening')
  @Operation(
    'Reopen a handled message',
    'Puts it back on the list of open messages. If someone changed it since you read it, the answer is ' +
      '409 `message-changed`.',
  )
  @Ok(MessageDto, 'Open again')
  @ApiProblems(409)
  async reopenContactMessage(
    @MessageId() id: string,
    @Body() handling: MessageHandlingDto,
    @CurrentActor() actor: Actor,
  ): Promise<MessageDto> {
    return toMessageDto(await this.contact.reopen(id, toHandling(handling), actor));
  }
}
