import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Contact } from '../../../domain/contact/contact.js';
import { MessageNotFound } from '../../../domain/contact/contact-message.js';
import type { Actor } from '../../../domain/shared/audit.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { ApiPage, decodeCursor, encodeCursor, sendPageHeaders } from '../../../platform/http/paging.js';
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

/** An id that is not a UUID can't exist. */
const IdPipe = new ParseUUIDPipe({ exceptionFactory: () => new MessageNotFound() });

const ApiMessageId = () =>
  ApiParam({ name: 'id', description: 'Identity of the message', example: '0f8fad5b-d9cb-469f-a165-70867728950e' });

@ApiTags('Staff messages')
@Controller('api/staff/messages')
@StaffOnly('editor')
export class MessageController {
  constructor(private readonly contact: Contact) {}

  @Get()
  @ApiOperation({
    operationId: 'listContactMessages',
    summary: 'List messages from visitors',
    description: 'Newest first, without the full text. Filter by topic, or by whether they have been handled.',
  })
  @ApiPage({ description: 'One page', type: [MessageSummaryDto] })
  @ApiProblems(400, 401, 403)
  async list(
    @Query() { standing, topic, search, limit, cursor }: MessageListQueryDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MessageSummaryDto[]> {
    const after = cursor === undefined ? null : decodeCursor(cursor, messageCursorSchema);
    const query = { standing, topic: topic ?? null, search: search ?? null, limit, after };
    const page = await this.contact.page(query);
    sendPageHeaders(request, reply, page, encodeCursor);
    return page.items.map(toMessageSummaryDto);
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getContactMessage',
    summary: 'Get one message',
    description: 'The whole message, with the address to reply to.',
  })
  @ApiMessageId()
  @ApiOkResponse({ description: 'The message', type: MessageDto })
  @ApiProblems(400, 401, 403, 404)
  async byId(@Param('id', IdPipe) id: string): Promise<MessageDto> {
    return toMessageDto(await this.contact.message(id));
  }

  @Post(':id/handling')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'handleContactMessage',
    summary: 'Mark a message as handled',
    description:
      'Takes it off the list of open messages and records who did it. If someone changed it since you read ' +
      'it, the answer is 409 `message-changed`.',
  })
  @ApiMessageId()
  @ApiOkResponse({ description: 'Handled', type: MessageDto })
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 429)
  async handle(
    @Param('id', IdPipe) id: string,
    @Body() handling: MessageHandlingDto,
    @CurrentActor() actor: Actor,
  ): Promise<MessageDto> {
    return toMessageDto(await this.contact.handle(id, toHandling(handling), actor));
  }

  @Post(':id/reopening')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'reopenContactMessage',
    summary: 'Reopen a handled message',
    description:
      'Puts it back on the list of open messages. If someone changed it since you read it, the answer is ' +
      '409 `message-changed`.',
  })
  @ApiMessageId()
  @ApiOkResponse({ description: 'Open again', type: MessageDto })
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 429)
  async reopen(
    @Param('id', IdPipe) id: string,
    @Body() handling: MessageHandlingDto,
    @CurrentActor() actor: Actor,
  ): Promise<MessageDto> {
    return toMessageDto(await this.contact.reopen(id, toHandling(handling), actor));
  }
}
