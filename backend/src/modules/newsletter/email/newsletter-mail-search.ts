import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { likeAnywhere } from '../../../platform/database/like.js';
import { EmailTemplates } from '../../../platform/email/email-template-registry.js';

/** Finds subjects of newsletter emails: a subscription by its address, or an issue by words of its subject. */
@Injectable()
export class NewsletterMailSearch implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly templates: EmailTemplates,
  ) {}

  onModuleInit(): void {
    this.templates.registerFinder(async (typed) => {
      const [subscriptions, issues] = await Promise.all([
        this.database.query<{ subscriptionId: number }[]>(
          `SELECT "id" AS "subscriptionId" FROM email_subscriptions WHERE lower("email") = lower($1)`,
          [typed],
        ),
        this.database.query<{ issueId: string }[]>(
          `SELECT "id" AS "issueId" FROM newsletter_issues WHERE "subject" ILIKE $1`,
          [likeAnywhere(typed)],
        ),
      ]);
      return [
        ...subscriptions.map(({ subscriptionId }) => ({ subscriptionId })),
        ...issues.map(({ issueId }) => ({ issueId })),
      ];
    });
  }
}
