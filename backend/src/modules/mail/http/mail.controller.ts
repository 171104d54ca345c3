import { Controller, Get, HttpCode, Param, type PipeTransform, Post, Query, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MailAdmin } from '../../../domain/mail/mail.js';
import { MailNotFound, type QueuedMail } from '../../../domain/mail/queued-mail.js';
import type { Actor } from '../../../domain/shared/audit.js';
import type { EmailMessage } from '../../../platform/email/email-message.js';
import { EmailTemplateRegistry } from '../../../platform/email/email-template-registry.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { ApiPage, decodeCursor, encodeCursor, sendPageHeaders } from '../../../platform/http/paging.js';
import {
  AddressedMailDto,
  MailCountDto,
  MailDto,
  MailListQueryDto,
  mailCursorSchema,
  toAddressedMailDto,
  toMailCountDtos,
  toMailDto,
} from './mail.dto.js';

/** An ID that is not a number cannot exist: 404, not 400. */
const KNOWN_ID: PipeTransform<string, string> = {
  transform(id) {
    if (!/^[1-9]\d{0,17}$/.test(id)) throw new MailNotFound();
    return id;
  },
};

const ApiMailId = () => ApiParam({ name: 'id', description: 'Number of the mail', example: '1042' });

@ApiTags('Staff email')
@Controller('api/staff/mail')
@StaffOnly('editor')
export class MailController {
  constructor(
    private readonly mailAdmin: MailAdmin,
    private readonly emails: EmailTemplateRegistry,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listMail',
    summary: 'List emails by state',
    description:
      'What waits, was sent or was given up, newest first. Can be searched. Addresses are left out here; `getMail` ' +
      'shows them.',
  })
  @ApiPage({ description: 'One page', type: [MailDto] })
  @ApiProblems(400, 401, 403)
  async list(
    @Query() { state, search, limit, cursor }: MailListQueryDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MailDto[]> {
    const after = cursor === undefined ? null : decodeCursor(cursor, mailCursorSchema);
    const page = await this.mailAdmin.page({ selection: state, limit, after, ...(search !== undefined && { search }) });
    sendPageHeaders(request, reply, page, encodeCursor);
    return page.items.map((mail) => this.shown(mail));
  }

  @Get('counts')
  @ApiOperation({
    operationId: 'getMailCounts',
    summary: 'Count emails by state',
    description:
      'How many wait, were sent and were given up. A number that grows under "given up" means that ' +
      'something needs your attention.',
  })
  @ApiOkResponse({ description: 'All states', type: [MailCountDto] })
  @ApiProblems(401, 403)
  async counts(): Promise<MailCountDto[]> {
    return toMailCountDtos(await this.mailAdmin.counts());
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getMail',
    summary: 'Get one email',
    description: 'The email with its address and subject, and why the last attempt failed.',
  })
  @ApiMailId()
  @ApiOkResponse({ description: 'The mail', type: AddressedMailDto })
  @ApiProblems(400, 401, 403, 404)
  async byId(@Param('id', KNOWN_ID) id: string): Promise<AddressedMailDto> {
    const mail = await this.mailAdmin.mail(id);
    return toAddressedMailDto(mail, this.emails.kind(mail.kind), await this.written(mail));
  }

  @Post(':id/sending')
  @HttpCode(202)
  @ApiOperation({
    operationId: 'sendMail',
    summary: 'Send an email again',
    description:
      'Puts an email that was given up back in the queue, or sends a waiting one now. One that was sent or ' +
      'closed is answered 409 `mail-is-over`; one that is on its way right now, 409 `mail-is-being-sent`.',
  })
  @ApiMailId()
  @ApiAcceptedResponse({ description: 'Back in the queue', type: MailDto })
  @ApiProblems(400, 401, 403, 404, 409, 429)
  async send(@Param('id', KNOWN_ID) id: string, @CurrentActor() actor: Actor): Promise<MailDto> {
    return this.shown(await this.mailAdmin.sendAgain(id, actor));
  }

  @Post(':id/closing')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'closeMail',
    summary: 'Give up on an email',
    description:
      'Takes an email off the list without sending it, for example because the address does not exist. It ' +
      'stays in the log.',
  })
  @ApiMailId()
  @ApiOkResponse({ description: 'Closed', type: MailDto })
  @ApiProblems(400, 401, 403, 404, 409, 429)
  async close(@Param('id', KNOWN_ID) id: string, @CurrentActor() actor: Actor): Promise<MailDto> {
    return this.shown(await this.mailAdmin.close(id, actor));
  }

  private shown(mail: QueuedMail): MailDto {
    return toMailDto(mail, this.emails.kind(mail.kind));
  }

  /** If the email cannot be rendered, the other fields are still shown. */
  private async written({ kind, payload }: QueuedMail): Promise<EmailMessage | null> {
    try {
      return (await this.emails.kind(kind)?.render(payload)) ?? null;
    } catch {
      return null;
    }
  }
}
