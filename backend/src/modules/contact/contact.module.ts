import { Module } from '@nestjs/common';
import { Contact } from '../../domain/contact/contact.js';
import { ContactRepository } from '../../domain/contact/ports.js';
import { Clock, Ids } from '../../domain/shared/ports.js';
import { useCase } from '../../platform/use-case.js';
import { contactRetention } from './database/contact.retention.js';
import { TypeOrmContactRepository } from './database/typeorm-contact.repository.js';
import { ContactEmailTemplates } from './email/contact-email-templates.js';
import { contactMailSearch } from './email/contact-mail-search.js';
import { ContactController } from './http/contact.controller.js';
import { MessageController } from './http/message.controller.js';

@Module({
  controllers: [ContactController, MessageController],
  providers: [
    contactRetention,
    ContactEmailTemplates,
    contactMailSearch,
    { provide: ContactRepository, useClass: TypeOrmContactRepository },
    useCase(Contact, [ContactRepository, Clock, Ids]),
  ],
  exports: [Contact],
})
export class ContactModule {}
