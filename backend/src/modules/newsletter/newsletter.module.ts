import { Module } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CoaRegistry } from '../../domain/coa-registry/coa-registry.js';
import { Education } from '../../domain/education/education.js';
import { Issues } from '../../domain/newsletter/issues.js';
import { Newsletter } from '../../domain/newsletter/newsletter.js';
import {
  IssueRepository,
  NewsletterMailer,
  NewsletterSources,
  SubscriptionRepository,
  SubscriptionTokens,
} from '../../domain/newsletter/ports.js';
import { Clock, Ids, Transactions } from '../../domain/shared/ports.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { AesGcmCipher } from '../../platform/crypto/aes-gcm-cipher.js';
import { RetentionRegistry } from '../../platform/database/retention.js';
import { EmailTemplateRegistry } from '../../platform/email/email-template-registry.js';
import { Telemetry } from '../../platform/observability/telemetry.js';
import { reportQueue } from '../../platform/queue/queue.metrics.js';
import { queueWorker } from '../../platform/queue/worker.js';
import { useCase } from '../../platform/use-case.js';
import { CoaRegistryModule } from '../coa-registry/coa-registry.module.js';
import { EducationModule } from '../education/education.module.js';
import { SUBSCRIPTION_RETENTION } from './database/subscription.retention.js';
import { TypeOrmIssueRepository } from './database/typeorm-issue.repository.js';
import { TypeOrmSubscriptionRepository } from './database/typeorm-subscription.repository.js';
import { NewsletterEmailTemplates } from './email/newsletter-email-templates.js';
import { findMailedSubjects } from './email/newsletter-mail-search.js';
import { OutboxNewsletterMailer } from './email/outbox-newsletter-mailer.js';
import { HmacSubscriptionTokens } from './hmac-subscription-tokens.js';
import { IssueController } from './http/issue.controller.js';
import { SubscriberController } from './http/subscriber.controller.js';
import { SubscriptionController } from './http/subscription.controller.js';
import { IssueWakeSignal, newsletterQueue } from './jobs/newsletter-worker.js';
import { NEWSLETTER_QUEUE } from './newsletter.metrics.js';
import { PublishedSources } from './published-sources.js';

@Module({
  imports: [EducationModule, CoaRegistryModule],
  controllers: [SubscriptionController, SubscriberController, IssueController],
  providers: [
    IssueWakeSignal,
    { provide: SubscriptionRepository, useClass: TypeOrmSubscriptionRepository },
    { provide: IssueRepository, useClass: TypeOrmIssueRepository },
    { provide: NewsletterMailer, useClass: OutboxNewsletterMailer },
    {
      provide: AesGcmCipher,
      inject: [CONFIG],
      useFactory: ({ cookieSecret }: Config) => new AesGcmCipher(cookieSecret, 'newsletter test'),
    },
    {
      provide: SubscriptionTokens,
      inject: [CONFIG],
      useFactory: ({ cookieSecret }: Config) => new HmacSubscriptionTokens(cookieSecret),
    },
    {
      provide: NewsletterSources,
      inject: [Education, CoaRegistry],
      useFactory: (education: Education, registry: CoaRegistry) => new PublishedSources(education, registry),
    },
    {
      provide: Newsletter,
      inject: [SubscriptionRepository, SubscriptionTokens, NewsletterMailer, Transactions, Clock, CONFIG],
      useFactory: (
        subscriptions: SubscriptionRepository,
        tokens: SubscriptionTokens,
        mailer: NewsletterMailer,
        transactions: Transactions,
        clock: Clock,
        { newsletterDoubleOptIn }: Config,
      ) => new Newsletter(subscriptions, tokens, mailer, transactions, clock, newsletterDoubleOptIn),
    },
    useCase(Issues, [
      IssueRepository,
      SubscriptionRepository,
      NewsletterSources,
      NewsletterMailer,
      Transactions,
      Clock,
      Ids,
    ]),
    queueWorker(newsletterQueue, [Issues, IssueWakeSignal, Telemetry]),
    {
      provide: NewsletterEmailTemplates,
      inject: [
        EmailTemplateRegistry,
        Newsletter,
        Issues,
        SubscriptionRepository,
        SubscriptionTokens,
        AesGcmCipher,
        CONFIG,
      ],
      useFactory: (
        templates: EmailTemplateRegistry,
        newsletter: Newsletter,
        issues: Issues,
        subscriptions: SubscriptionRepository,
        tokens: SubscriptionTokens,
        cipher: AesGcmCipher,
        { publicUrl }: Config,
      ) => new NewsletterEmailTemplates(templates, newsletter, issues, subscriptions, tokens, cipher, publicUrl),
    },
  ],
  exports: [Newsletter],
})
export class NewsletterModule {
  constructor(
    retention: RetentionRegistry,
    templates: EmailTemplateRegistry,
    telemetry: Telemetry,
    @InjectDataSource() database: DataSource,
  ) {
    retention.register(SUBSCRIPTION_RETENTION);
    templates.registerFinder((typed) => findMailedSubjects(database, typed));
    reportQueue(telemetry, database, 'newsletter', NEWSLETTER_QUEUE);
  }
}
