import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { domainError } from '../../../domain/shared/domain-error.js';
import type { EmailMessage } from '../../../platform/email/email-message.js';
import { type EmailTemplate, EmailTemplateRegistry } from '../../../platform/email/email-template-registry.js';
import { StaffOnly } from '../../../platform/http/access.js';
import { EmailPreview } from '../../../platform/http/email-preview.js';
import { Ok, Operation, PathParam } from '../../../platform/http/operation.js';
import { MailTemplateDto, MailTemplateExampleDto, toMailTemplateDto, toMailTemplateExampleDto } from './mail.dto.js';

export class MailTemplateNotFound extends domainError(
  'not-found',
  'mail-template-not-found',
  'There is no such email template.',
) {}

const TemplateKind = () =>
  PathParam('kind', { description: 'Name of the email template', example: 'contact-message.received' });

@ApiTags('Staff email')
@Controller('api/staff/mail-templates')
@StaffOnly('editor')
export class MailTemplateController {
  constructor(private readonly emails: EmailTemplateRegistry) {}

  @Get()
  @Operation('List all email templates', 'Every kind of email the site sends, and what it is for.')
  @Ok([MailTemplateDto], 'All of them')
  listMailTemplates(): MailTemplateDto[] {
    return this.emails.all().map(toMailTemplateDto);
  }

  @Get(':kind')
  @Operation(
    'Get an example of an email as text',
    'Subject and text with made-up data, so that you can read what people get.',
  )
  @Ok(MailTemplateExampleDto, 'The example; its data is invented')
  getMailTemplate(@TemplateKind() kind: string): MailTemplateExampleDto {
    return toMailTemplateExampleDto(this.found(kind));
  }

  @Get(':kind/page')
  @Operation(
    'Get an example of an email as HTML',
    'The same example as a page. It cannot run scripts, and only our own site may show it in a frame.',
  )
  @EmailPreview('The example; may be framed by the site itself, and does nothing')
  getMailTemplatePage(@TemplateKind() kind: string): string {
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
