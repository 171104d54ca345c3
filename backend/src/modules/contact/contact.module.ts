import { Module } from '@nestjs/common';
import { Contact } from '../../domain/contact/contact.js';
import { ContactRepository } from '../../domain/contact/ports.js';
import { Clock, Ids } from '../../domain/shared/ports.js';
import { RetentionRegistry } from '../../platform/database/retention.js';
import { useCase } from '../../platform/use-case.js';
import { CONTACT_RETENTION } from './database/contact-message.table.js';
import { TypeOrmContactRepository } from './database/typeorm-contact.repository.js';
import { ContactEmailTemplates } from './email/contact-email-templates.js';
import { ContactController } from './http/contact.controller.js';
import { MessageController } from './http/message.controller.js';

@Module({
  controllers: [ContactController, MessageController],
  providers: [
    ContactEmailTemplates,
    { provide: ContactRepository, useClass: TypeOrmContactRepository },
    useCase(Contact, [ContactRepository, Clock, Ids]),
  ],
  exports: [Contact],
})
export class ContactModule {
  constructor(retention: RetentionRegistry) {
    retention.register(CONTACT_RETENTION);
  }
}
