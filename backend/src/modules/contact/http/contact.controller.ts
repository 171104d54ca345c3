import { Body, Controller, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiTags } from '@nestjs/swagger';
import { Contact } from '../../../domain/contact/contact.js';
import { Public } from '../../../platform/http/access.js';
import { Created, Operation } from '../../../platform/http/operation.js';
import { ContactReceiptDto, SendContactMessageDto, toContactDraft, toContactReceiptDto } from './contact.dto.js';

@ApiTags('Public contact')
@Controller('api/contact')
@Public()
export class ContactController {
  constructor(private readonly contact: Contact) {}

  @Post()
  @RouteConfig({ requestsPerMinute: 10 })
  @Operation(
    'Write to us',
    'For questions, corrections and lab partnerships. The answer means that we have your message, not ' +
      'that it was read. We use the email address only to reply.',
  )
  @Created(ContactReceiptDto, 'Stored, and on its way to a person')
  async sendContactMessage(@Body() body: SendContactMessageDto): Promise<ContactReceiptDto> {
    return toContactReceiptDto(await this.contact.send(toContactDraft(body)));
  }
}
