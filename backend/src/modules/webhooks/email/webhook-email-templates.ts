import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { LabNotFound, Partners } from '../../../domain/partners/partners.js';
import { Webhooks } from '../../../domain/webhooks/webhooks.js';
import { CONFIG, type Config } from '../../../platform/config.js';
import type { EmailMessage } from '../../../platform/email/email-message.js';
import { EmailTemplateRegistry } from '../../../platform/email/email-template-registry.js';
import { disabled, exampleEndpoint, type LabContact } from './webhook.email.js';

const Payload = z.object({ endpointId: z.uuid() });

/** Emails a lab when we stop sending to one of its endpoints. */
@Injectable()
export class WebhookEmailTemplates implements OnModuleInit {
  private readonly publicUrl: string;

  constructor(
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
