import { Controller, Get, type PipeTransform, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { MailAdmin } from '../../../domain/mail/mail.js';
import { MailNotFound, type QueuedMail } from '../../../domain/mail/queued-mail.js';
import type { Actor } from '../../../domain/shared/audit.js';
import type { EmailMessage } from '../../../platform/email/email-message.js';
import { EmailTemplateRegistry } from '../../../platform/email/email-template-registry.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { Accepted, Ok, Operation, PathParam } from '../../../platform/http/operation.js';
import { decodeCursor, PageOf, type PageResponse, pageResponse } from '../../../platform/http/paging.js';
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

const MailId = () => PathParam('id', { description: 'Number of the mail', example: '1042' }, KNOWN_ID);

@ApiTags('Staff email')
@Controller('api/staff/mail')
@StaffOnly('editor')
export class MailController {
  constructor(
    private readonly mailAdmin: MailAdmin,
    private readonly emails: EmailTemplateRegistry,
  ) {}

  @Get()
  @Operation(
    'List emails by state',
    'What waits, was sent or was given up, newest first. Can be searched. Addresses are left out here; `getMail` ' +
      'shows them.',
  )
  @PageOf(MailDto)
  async listMail(@Query() { state, search, limit, cursor }: MailListQueryDto): Promise<PageResponse<MailDto>> {
    const after = decodeCursor(cursor, mailCursorSchema);
    const page = await this.mailAdmin.page({ selection: state, limit, after, ...(search !== undefined && { search }) });
    return pageResponse(page, (mail) => this.shown(mail));
  }

  @Get('counts')
  @Operation(
    'Count emails by state',
    'How many wait, were sent and were given up. A number that grows under "given up" means that ' +
      'something needs your attention.',
  )
  @Ok([MailCountDto], 'All states')
  async getMailCounts(): Promise<MailCountDto[]> {
    return toMailCountDtos(await this.mailAdmin.counts());
  }

  @Get(':id')
  @Operation('Get one email', 'The email with its address and subject, and why the last attempt failed.')
  @Ok(AddressedMailDto, 'The mail')
  async getMail(@MailId() id: string): Promise<AddressedMailDto> {
    const mail = await this.mailAdmin.mail(id);
    return toAddressedMailDto(mail, this.emails.kind(mail.kind), await this.written(mail));
  }

  @Post(':id/sending')
  @Operation(
    'Send an email again',
    'Puts an email that was given up back in the queue, or sends a waiting one now. One that was sent or ' +
      'closed is answered 409 `mail-is-over`; one that is on its way right now, 409 `mail-is-being-sent`.',
  )
  @Accepted(MailDto, 'Back in the queue')
  @ApiProblems(409)
  async sendMail(@MailId() id: string, @CurrentActor() actor: Actor): Promise<MailDto> {
    return this.shown(await this.mailAdmin.sendAgain(id, actor));
  }

  @Post(':id/closing')
  @Operation(
    'Give up on an email',
    'Takes an email off the list without sending it, for example because the address does not exist. It ' +
      'stays in the log.',
  )
  @Ok(MailDto, 'Closed')
  @ApiProblems(409)
  async closeMail(@MailId() id: string, @CurrentActor() actor: Actor): Promise<MailDto> {
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
