import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { EmailTemplates } from '../../../platform/email/email-template-registry.js';

/** Lets staff search queued mail by a message's reference or its sender's address. */
@Injectable()
export class ContactMailSearch implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly templates: EmailTemplates,
  ) {}

  onModuleInit(): void {
    this.templates.registerFinder(async (typed) => {
      const rows = await this.database.query<{ messageId: string }[]>(
        `SELECT "id" AS "messageId" FROM contact_messages WHERE lower("email") = lower($1)
         UNION SELECT "id" FROM contact_messages WHERE "reference" = upper($1)`,
        [typed],
      );
      return rows.map(({ messageId }) => ({ messageId }));
    });
  }
}
