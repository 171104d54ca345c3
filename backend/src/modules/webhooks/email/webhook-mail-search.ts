import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { likeAnywhere } from '../../../platform/database/like.js';
import { EmailTemplates } from '../../../platform/email/email-template-registry.js';

/** Finds the webhook endpoints that mail is about: by the contact address or part of the name of their lab. */
@Injectable()
export class WebhookMailSearch implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly mailroom: EmailTemplates,
  ) {}

  onModuleInit(): void {
    this.mailroom.registerFinder(async (typed) => {
      const rows = await this.database.query<{ endpointId: string }[]>(
        `SELECT e."id" AS "endpointId" FROM partner_labs l JOIN webhook_endpoints e ON e."labId" = l."id"
          WHERE lower(l."contactEmail") = lower($1) OR l."name" ILIKE $2`,
        [typed, likeAnywhere(typed)],
      );
      return rows.map(({ endpointId }) => ({ endpointId }));
    });
  }
}
