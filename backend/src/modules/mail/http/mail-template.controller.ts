import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { DomainError } from '../../../domain/shared/domain-error.js';
import type { EmailMessage } from '../../../platform/email/email-message.js';
import { type EmailTemplate, EmailTemplateRegistry } from '../../../platform/email/email-template-registry.js';
import { StaffOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { EmailPreview } from '../../../platform/http/email-preview.js';
import { MailTemplateDto, MailTemplateExampleDto, toMailTemplateDto, toMailTemplateExampleDto } from './mail.dto.js';

export class MailTemplateNotFound extends DomainError {
  constructor() {
    super('not-found', 'mail-template-not-found', 'There is no such email template.');
  }
}

const ApiKind = () =>
  ApiParam({ name: 'kind', description: 'Name of the email template', example: 'contact-message.received' });

@ApiTags('Staff email')
@Controller('api/staff/mail-templates')
@StaffOnly('editor')
export class MailTemplateController {
  constructor(private readonly emails: EmailTemplateRegistry) {}

  @Get()
  @ApiOperation({
    operationId: 'listMailTemplates',
    summary: 'List all email templates',
    description: 'Every kind of email the site sends, and what it is for.',
  })
  @ApiOkResponse({ description: 'All of them', type: [MailTemplateDto] })
  @ApiProblems(401, 403)
  list(): MailTemplateDto[] {
    return this.emails.all().map(toMailTemplateDto);
  }

  @Get(':kind')
  @ApiOperation({
    operationId: 'getMailTemplate',
    summary: 'Get an example of an email as text',
    description: 'Subject and text with made-up data, so that you can read what people get.',
  })
  @ApiKind()
  @ApiOkResponse({ description: 'The example; its data is invented', type: MailTemplateExampleDto })
  @ApiProblems(400, 401, 403, 404)
  byKind(@Param('kind') kind: string): MailTemplateExampleDto {
    return toMailTemplateExampleDto(this.found(kind));
  }

  @Get(':kind/page')
  @ApiOperation({
    operationId: 'getMailTemplatePage',
    summary: 'Get an example of an email as HTML',
    description: 'The same example as a page. It cannot run scripts, and only our own site may show it in a frame.',
  })
  @ApiKind()
  @EmailPreview('The example; may be framed by the site itself, and does nothing')
  @ApiProblems(400, 401, 403, 404)
  page(@Param('kind') kind: string): string {
    return withPictures(this.found(kind).example());
  }

  private found(kind: string): EmailTemplate {
    const known = this.emails.kind(kind);
    if (!known) throw new MailTemplateNotFound();
    return known;
  }
}

/** An email attaches its images; the preview page has to inline them. */
const withPictures = ({ html, pictures = [] }: EmailMessage): string =>
  pictures.reduce(
    (page, { id, png }) =>
      page.replaceAll(`src="cid:${id}"`, `src="data:image/png;base64,${Buffer.from(png).toString('base64')}"`),
    html,
  );
