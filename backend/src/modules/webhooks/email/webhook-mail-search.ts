import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Partners } from '../../../domain/partners/partners.js';
import { EmailTemplateRegistry } from '../../../platform/email/email-template-registry.js';

/** Finds subjects of webhook emails: endpoints, by their lab's contact address or part of its name. */
@Injectable()
export class WebhookMailSearch implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly partners: Partners,
    private readonly templates: EmailTemplateRegistry,
  ) {}

  onModuleInit(): void {
    this.templates.registerFinder(async (typed) => {
      const labIds = await this.labIds(typed.toLowerCase());
      if (labIds.length === 0) return [];
      return this.database.query<{ endpointId: string }[]>(
        'SELECT "id" AS "endpointId" FROM webhook_endpoints WHERE "labId" = ANY ($1)',
        [labIds],
      );
    });
  }

  private async labIds(typed: string): Promise<string[]> {
    const labs = await this.partners.all();
    return labs
      .filter(({ name, contactEmail }) => contactEmail.toLowerCase() === typed || name.toLowerCase().includes(typed))
      .map(({ id }) => id);
  }
}
