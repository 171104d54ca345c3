import { Body, Controller, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsIn, MinLength } from 'class-validator';
import { Contact } from '../../../domain/contact/contact.js';
import { CONTACT_TOPICS, type ContactTopic, MESSAGE_LENGTH } from '../../../domain/contact/contact-message.js';
import { Public } from '../../../platform/http/access.js';
import { OptionalText, RequiredEmail, RequiredLines } from '../../../platform/http/fields.js';
import { Created, Operation } from '../../../platform/http/operation.js';
import { OneOf } from '../../../platform/http/response-fields.js';

class SendContactMessageDto {
  @OptionalText('Name', 120, { description: 'How to address the sender', example: 'Sam Reed' })
  name?: string;

  @RequiredEmail('Enter a valid email address', {
    description: 'Where the answer goes; used for nothing else',
    example: 'sam@mail.example',
  })
  email!: string;

  @OneOf(
    CONTACT_TOPICS,
    'ContactTopic',
    'What it is about: `correction` is for a certificate or an article, `privacy` for data about the sender',
    'correction',
  )
  @IsIn(CONTACT_TOPICS, { message: 'Choose what your message is about' })
  topic!: ContactTopic;

  @ApiProperty({ minLength: MESSAGE_LENGTH.min })
  @MinLength(MESSAGE_LENGTH.min, { message: `Message must be at least ${MESSAGE_LENGTH.min} characters` })
  @RequiredLines('Message', MESSAGE_LENGTH.max, {
    description: 'The message itself, as plain text',
    example: 'The test date of batch #C9030 reads 2025. The printed report says 2026.',
  })
  message!: string;
}

const RECEIVED = 'We got your message. A person will read it and reply to your email address.';

class ContactReceiptDto {
  @ApiProperty({ description: 'Name of this message, to quote when writing again', example: 'M-0F8FA-D5BD9' })
  reference!: string;

  @ApiProperty({
    description: 'What happens next',
    example: RECEIVED,
  })
  message!: string;
}

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
  async sendContactMessage(@Body() { name, email, topic, message }: SendContactMessageDto): Promise<ContactReceiptDto> {
    const { reference } = await this.contact.send({ name: name ?? null, email, topic, message });
    return { reference, message: RECEIVED };
  }
}
