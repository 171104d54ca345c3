import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Contact } from '../../../domain/contact/contact.js';
import { MessageNotFound } from '../../../domain/contact/contact-message.js';
import type { Actor } from '../../../domain/shared/audit.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { Ok, Operation, UuidParam } from '../../../platform/http/operation.js';
import { decodeCursor, PageOf, type PageResponse, pageResponse } from '../../../platform/http/paging.js';
import {
  MessageDto,
  MessageHandlingDto,
  MessageListQueryDto,
  MessageSummaryDto,
  messageCursorSchema,
  toHandling,
  toMessageDto,
  toMessageSummaryDto,
} from './message.dto.js';

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
