import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { ContactMessage } from '../../domain/contact/contact-message.js';
import { ContactRepository } from '../../domain/contact/ports.js';
import { queueMail } from '../../platform/mail/outbox.js';
import { contactMessageTable } from './contact-message.table.js';

@Injectable()
export class TypeOrmContactRepository extends ContactRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  async add(message: ContactMessage): Promise<void> {
    const { id, createdAt } = message;
    await this.database.transaction(async (manager) => {
      await manager.insert(contactMessageTable, message);
      await queueMail(manager, { kind: 'contact-message.received', payload: { messageId: id }, createdAt });
    });
  }
}
