import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { type Issue, type IssueContent, IssueNotFound } from '../../../domain/newsletter/issue.js';
import { Issues } from '../../../domain/newsletter/issues.js';
import { Newsletter } from '../../../domain/newsletter/newsletter.js';
import { SubscriptionRepository, SubscriptionTokens } from '../../../domain/newsletter/ports.js';
import { CONFIG, type Config } from '../../../platform/config.js';
import { AesGcmCipher } from '../../../platform/crypto/aes-gcm-cipher.js';
import { likeAnywhere } from '../../../platform/database/like.js';
import type { EmailMessage } from '../../../platform/email/email-message.js';
import { EmailTemplateRegistry, type MailSubject } from '../../../platform/email/email-template-registry.js';
import {
  confirmationEmail,
  EXAMPLE_ISSUE,
  EXAMPLE_READER,
  issueEmail,
  testEmail,
  welcomeEmail,
} from './newsletter.email.js';
import { KINDS } from './outbox-newsletter-mailer.js';

const SubscriberPayload = z.object({ subscriptionId: z.number().int() });
const IssuePayload = SubscriberPayload.extend({ issueId: z.uuid() });
const TestPayload = z.object({ issueId: z.uuid(), to: z.string() });

/** Failure reason for a permanent rejection by the recipient's server. */
const PERMANENT_REJECTION = 'recipient-refused';

/** Renders newsletter emails when they are sent, and unsubscribes addresses that permanently reject them. */
@Injectable()
export class NewsletterEmailTemplates implements OnModuleInit {
  private readonly site: string;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly templates: EmailTemplateRegistry,
    private readonly newsletter: Newsletter,
    private readonly issues: Issues,
    private readonly subscriptions: SubscriptionRepository,
    private readonly tokens: SubscriptionTokens,
    private readonly cipher: AesGcmCipher,
    @Inject(CONFIG) { publicUrl }: Config,
  ) {
    this.site = publicUrl;
  }

  onModuleInit(): void {
    const { templates, site } = this;
    const { email, number } = EXAMPLE_READER;
    const reader = { email, unsubscribe: this.linkTo('unsubscribe', number) };
    templates.register(
      KINDS.welcome,
      "To a subscriber: you're signed up",
      (payload) => this.welcome(payload),
      () => welcomeEmail(reader, site),
    );
    templates.register(
      KINDS.confirmation,
      'To a subscriber: please confirm (only with NEWSLETTER_DOUBLE_OPT_IN)',
      (payload) => this.confirmation(payload),
      () => confirmationEmail({ ...reader, confirm: this.linkTo('confirm', number) }),
    );
    templates.register(
      KINDS.issue,
      'To all subscribers: a newsletter issue',
      (payload) => this.ofIssue(payload),
      () => issueEmail(EXAMPLE_ISSUE, EXAMPLE_ISSUE.content, reader, site),
    );
    templates.register(
      KINDS.test,
      'To an editor: a test of a newsletter issue',
      (payload) => this.test(payload),
      () => testEmail(EXAMPLE_ISSUE, EXAMPLE_ISSUE.content, email, site),
    );
    templates.registerFinder((typed) => this.subjectsOf(typed));
    for (const kind of [KINDS.welcome, KINDS.confirmation, KINDS.issue]) {
      templates.onDeliveryFailure(kind, async (payload, reason) => {
        if (reason === PERMANENT_REJECTION)
          await this.newsletter.markBounced(SubscriberPayload.parse(payload).subscriptionId);
      });
    }
  }

  /** A subscription by its address, or issues by words of their subject. */
  private async subjectsOf(typed: string): Promise<MailSubject[]> {
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
    return [...subscriptions, ...issues];
  }

  /** As a subscriber gets it, with an unsubscribe link that does nothing. */
  preview({ issue, content }: { issue: Issue; content: IssueContent }): EmailMessage {
    return issueEmail(
      issue,
      content,
      { email: EXAMPLE_READER.email, unsubscribe: `${this.site}/unsubscribe` },
      this.site,
    );
  }

  private async welcome(payload: unknown): Promise<EmailMessage | null> {
    const to = await this.subscriptions.byId(SubscriberPayload.parse(payload).subscriptionId);
    if (to?.status !== 'active') return null;
    return welcomeEmail({ email: to.email, unsubscribe: this.linkTo('unsubscribe', to.id) }, this.site);
  }

  private async confirmation(payload: unknown): Promise<EmailMessage | null> {
    const to = await this.subscriptions.byId(SubscriberPayload.parse(payload).subscriptionId);
    if (to?.status !== 'pending') return null;
    const unsubscribe = this.linkTo('unsubscribe', to.id);
    return confirmationEmail({ email: to.email, unsubscribe, confirm: this.linkTo('confirm', to.id) });
  }

  private async ofIssue(payload: unknown): Promise<EmailMessage | null> {
    const { issueId, subscriptionId } = IssuePayload.parse(payload);
    const found = await this.issues.emailFor(issueId, subscriptionId);
    if (!found) return null;
    const { issue, content, to } = found;
    const reader = { email: to.email, unsubscribe: this.linkTo('unsubscribe', to.id) };
    return issueEmail(issue, content, reader, this.site);
  }

  private async test(payload: unknown): Promise<EmailMessage | null> {
    const { issueId, to } = TestPayload.parse(payload);
    try {
      const { issue, content } = await this.issues.preview(issueId);
      return testEmail(issue, content, this.cipher.decrypt(to), this.site);
    } catch (error) {
      if (error instanceof IssueNotFound) return null; // the draft was deleted before its test was sent
      throw error;
    }
  }

  private linkTo(what: 'unsubscribe' | 'confirm', subscriptionId: number): string {
    const path = what === 'unsubscribe' ? '/unsubscribe' : '/newsletter/confirm';
    return `${this.site}${path}?token=${this.tokens.sign(subscriptionId, what)}`;
  }
}
