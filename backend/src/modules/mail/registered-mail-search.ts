import { Injectable } from '@nestjs/common';
import { type MailMatch, MailSearch } from '../../domain/mail/ports.js';
import { EmailTemplateRegistry } from '../../platform/email/email-template-registry.js';

/** Searches the subjects that each context registered, and the descriptions of the kinds of email. */
@Injectable()
export class RegisteredMailSearch extends MailSearch {
  constructor(private readonly emails: EmailTemplateRegistry) {
    super();
  }

  async find(typed: string): Promise<MailMatch> {
    const wanted = typed.toLowerCase();
    const kinds = this.emails
      .all()
      .filter(({ kind, description }) => `${kind} ${description}`.toLowerCase().includes(wanted))
      .map(({ kind }) => kind);
    return { kinds, topics: await this.emails.topics(typed) };
  }
}
