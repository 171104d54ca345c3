import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { LabNotFound, Partners } from '../../../domain/partners/partners.js';
import { Webhooks } from '../../../domain/webhooks/webhooks.js';
import { CONFIG, type Config } from '../../../platform/config.js';
import type { EmailMessage } from '../../../platform/email/email-message.js';
import { EmailTemplateRegistry } from '../../../platform/email/email-template-registry.js';
import { disabled, exampleEndpoint, type LabContact } from './webhook.email.js';

const Payload = z.object({ endpointId: z.uuid() });

/**
 * Emails a lab when we stop sending to one of its endpoints. Staff find that email by the lab's contact address or part of
 * its name.
 */
@Injectable()
export class WebhookEmailTemplates implements OnModuleInit {
  private readonly publicUrl: string;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly webhooks: Webhooks,
    private readonly partners: Partners,
    private readonly templates: EmailTemplateRegistry,
    @Inject(CONFIG) { publicUrl }: Config,
  ) {
    this.publicUrl = publicUrl;
  }

  onModuleInit(): void {
    this.templates.register(
      'webhook.disabled',
      'To a lab: one of its webhooks was turned off',
      (payload) => this.disabledEmail(Payload.parse(payload).endpointId),
      () => exampleEndpoint(this.publicUrl),
    );
    this.templates.registerFinder((typed) => this.endpointsOfLab(typed.toLowerCase()));
  }

  private async endpointsOfLab(typed: string): Promise<{ endpointId: string }[]> {
    const labs = (await this.partners.all()).filter(
      ({ name, contactEmail }) => contactEmail.toLowerCase() === typed || name.toLowerCase().includes(typed),
    );
    return this.database.query('SELECT "id" AS "endpointId" FROM webhook_endpoints WHERE "labId" = ANY ($1)', [
      labs.map(({ id }) => id),
    ]);
  }

  /** Null when the endpoint has been deleted, enabled again, or disabled by the lab itself in the meantime. */
  private async disabledEmail(endpointId: string): Promise<EmailMessage | null> {
    const endpoint = await this.webhooks.endpoint(endpointId);
    const lab = endpoint && (await this.labOf(endpoint.labId));
    if (!lab || !endpoint.disabledAt) return null;
    const { disabledReason, disabledAt } = endpoint;
    if (disabledReason === null || disabledReason === 'requested') return null;
    return disabled({ ...endpoint, disabledReason, disabledAt }, lab, this.publicUrl);
  }

  private async labOf(id: string): Promise<LabContact | null> {
    try {
      return await this.partners.labById(id);
    } catch (error) {
      if (error instanceof LabNotFound) return null;
      throw error;
    }
  }
}
