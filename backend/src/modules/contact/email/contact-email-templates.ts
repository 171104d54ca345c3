import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Contact } from '../../../domain/contact/contact.js';
import { type ContactMessage, MessageNotFound } from '../../../domain/contact/contact-message.js';
import { CONFIG, type Config } from '../../../platform/config.js';
import { EmailTemplateRegistry } from '../../../platform/email/email-template-registry.js';
import { exampleMessage, notice, received } from './contact.email.js';

const Payload = z.object({ messageId: z.uuid() });

/** Emails about contact messages: a receipt for the sender, and a notice for staff if an address is configured. */
@Injectable()
export class ContactEmailTemplates implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly contact: Contact,
    private readonly templates: EmailTemplateRegistry,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    const { publicUrl, mailStaff } = this.config;
    this.templates.register(
      'contact-message.received',
      'To a visitor: we got your message',
      async (payload) => {
        const message = await this.message(payload);
        return message && received(message, publicUrl);
      },
      () => received(exampleMessage(), publicUrl),
    );
    this.templates.register(
      'contact-message.notice',
      'To staff: new message from a visitor',
      async (payload) => {
        const message = mailStaff === null ? null : await this.message(payload);
        return mailStaff !== null && message?.standing === 'open' ? notice(message, mailStaff, publicUrl) : null;
      },
      () => notice(exampleMessage(), mailStaff ?? 'staff@clearbatch.example', publicUrl),
    );
    this.templates.registerFinder((typed) => this.messageIds(typed));
  }

  /** Of the message with a reference, or of those from an address. */
  private messageIds(typed: string): Promise<{ messageId: string }[]> {
    return this.database.query(
      `SELECT "id" AS "messageId" FROM contact_messages WHERE lower("email") = lower($1)
       UNION SELECT "id" FROM contact_messages WHERE "reference" = upper($1)`,
      [typed],
    );
  }

  /** Null if it was deleted. */
  private async message(payload: Readonly<Record<string, unknown>>): Promise<ContactMessage | null> {
    try {
      return await this.contact.message(Payload.parse(payload).messageId);
    } catch (error) {
      if (error instanceof MessageNotFound) return null;
      throw error;
    }
  }
}
