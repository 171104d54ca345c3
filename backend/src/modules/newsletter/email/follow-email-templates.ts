import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { CoaRegistry } from '../../../domain/coa-registry/coa-registry.js';
import { FollowRepository, SubscriptionTokens } from '../../../domain/newsletter/ports.js';
import { Transactions } from '../../../domain/shared/ports.js';
import { CONFIG, type Config } from '../../../platform/config.js';
import type { EmailMessage } from '../../../platform/email/email-message.js';
import { EmailTemplateRegistry } from '../../../platform/email/email-template-registry.js';
import { confirmFollowEmail, EXAMPLE_NEWS, EXAMPLE_READER, newsEmail } from './follow.email.js';
import { KINDS } from './outbox-newsletter-mailer.js';

const FollowerPayload = z.object({ followerId: z.number().int() });
const NewsPayload = FollowerPayload.extend({
  total: z.number().int(),
  certificates: z.array(z.uuid()),
  incidents: z.array(z.uuid()),
  // Missing in emails that were queued before there were notices.
  notices: z.array(z.uuid()).default([]),
});

/** Renders emails to followers when they are sent, so that they say what is known then. */
@Injectable()
export class FollowEmailTemplates implements OnModuleInit {
  private readonly site: string;

  constructor(
    private readonly templates: EmailTemplateRegistry,
    private readonly follows: FollowRepository,
    private readonly registry: CoaRegistry,
    private readonly tokens: SubscriptionTokens,
    private readonly transactions: Transactions,
    @Inject(CONFIG) { publicUrl }: Config,
  ) {
    this.site = publicUrl;
  }

  onModuleInit(): void {
    const { templates, site } = this;
    templates.register(
      KINDS.confirmFollow,
      'To someone who wants to follow something: please confirm',
      (payload) => this.confirmation(payload),
      () => confirmFollowEmail(EXAMPLE_READER, ['Batch #C9030 of Juniper & Tide'], this.linkToList(0)),
    );
    templates.register(
      KINDS.news,
      'To followers: something failed, was withdrawn, arrived, or was published this week',
      (payload) => this.news(payload),
      () => newsEmail(EXAMPLE_READER, EXAMPLE_NEWS, EXAMPLE_NEWS.length, site, this.linkToList(0)),
    );
    for (const kind of [KINDS.confirmFollow, KINDS.news]) {
      templates.onDeliveryFailure(kind, async (payload, reason) => {
        if (reason === 'recipient-refused') await this.follows.stop(FollowerPayload.parse(payload).followerId, null);
      });
    }
  }

  private async confirmation(payload: unknown): Promise<EmailMessage | null> {
    const { followerId } = FollowerPayload.parse(payload);
    const email = await this.follows.addressOf(followerId);
    const waiting = (await this.follows.list(followerId)).filter(({ confirmedAt }) => confirmedAt === null);
    if (email === null || waiting.length === 0) return null;
    const labels = waiting.map(({ label }) => label);
    return confirmFollowEmail(email, labels, this.linkToList(followerId));
  }

  /** In a transaction, which reads from the primary: a replica may not have the news yet. */
  private news(payload: unknown): Promise<EmailMessage | null> {
    const { followerId, total, certificates, incidents, notices } = NewsPayload.parse(payload);
    return this.transactions.run(async () => {
      const email = await this.follows.addressOf(followerId);
      if (email === null) return null;
      const listed = certificates.length + incidents.length + notices.length;
      const events = await this.registry.latestEvents(listed, { certificates, incidents, notices });
      if (events.length === 0) return null;
      return newsEmail(email, events, total - listed + events.length, this.site, this.linkToList(followerId));
    });
  }

  private linkToList(followerId: number): string {
    return `${this.site}/following?token=${this.tokens.sign(followerId, 'follow')}`;
  }
}
