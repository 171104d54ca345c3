import { Module } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Follows } from '../../domain/newsletter/follows.js';
import { Issues } from '../../domain/newsletter/issues.js';
import { Newsletter } from '../../domain/newsletter/newsletter.js';
import {
  FollowRepository,
  FollowSources,
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
import { Telemetry } from '../../platform/observability/telemetry.js';
import { reportQueue } from '../../platform/queue/queue.metrics.js';
import { WakeSignal } from '../../platform/queue/wake-signal.js';
import { queueWorker } from '../../platform/queue/worker.js';
import { useCase, useCaseWith, useSecret } from '../../platform/use-case.js';
import { BrandsModule } from '../brands/brands.module.js';
import { CoaRegistryModule } from '../coa-registry/coa-registry.module.js';
import { EducationModule } from '../education/education.module.js';
import { FOLLOW_RETENTION } from './database/follow.table.js';
import { SUBSCRIPTION_RETENTION } from './database/subscription.table.js';
import { TypeOrmFollowRepository } from './database/typeorm-follow.repository.js';
import { NEWSLETTER_QUEUE, TypeOrmIssueRepository } from './database/typeorm-issue.repository.js';
import { TypeOrmSubscriptionRepository } from './database/typeorm-subscription.repository.js';
import { FollowEmailTemplates } from './email/follow-email-templates.js';
import { NewsletterEmailTemplates } from './email/newsletter-email-templates.js';
import { OutboxNewsletterMailer } from './email/outbox-newsletter-mailer.js';
import { HmacSubscriptionTokens } from './hmac-subscription-tokens.js';
import { FollowController } from './http/follow.controller.js';
import { IssueController } from './http/issue.controller.js';
import { SubscriberController } from './http/subscriber.controller.js';
import { SubscriptionController } from './http/subscription.controller.js';
import { followQueue, newsletterQueue } from './jobs/newsletter-worker.js';
import { PublishedSources } from './published-sources.js';
import { PublishedSubjects } from './published-subjects.js';

@Module({
  imports: [EducationModule, CoaRegistryModule, BrandsModule],
  controllers: [SubscriptionController, FollowController, SubscriberController, IssueController],
  providers: [
    WakeSignal,
    { provide: SubscriptionRepository, useClass: TypeOrmSubscriptionRepository },
    { provide: IssueRepository, useClass: TypeOrmIssueRepository },
    { provide: NewsletterMailer, useClass: OutboxNewsletterMailer },
    {
      provide: AesGcmCipher,
      inject: [CONFIG],
      useFactory: ({ cookieSecret }: Config) => new AesGcmCipher(cookieSecret, 'newsletter test'),
    },
    useSecret(SubscriptionTokens, HmacSubscriptionTokens),
    { provide: NewsletterSources, useClass: PublishedSources },
    useCaseWith(
      Newsletter,
      [SubscriptionRepository, SubscriptionTokens, NewsletterMailer, Transactions, Clock],
      ({ newsletterDoubleOptIn }) => newsletterDoubleOptIn,
    ),
    useCase(Issues, [
      IssueRepository,
      SubscriptionRepository,
      NewsletterSources,
      NewsletterMailer,
      Transactions,
      Clock,
      Ids,
    ]),
    { provide: FollowRepository, useClass: TypeOrmFollowRepository },
    { provide: FollowSources, useClass: PublishedSubjects },
    useCase(Follows, [FollowRepository, FollowSources, SubscriptionTokens, NewsletterMailer, Transactions, Clock, Ids]),
    queueWorker(followQueue, [Follows, WakeSignal, Telemetry]),
    FollowEmailTemplates,
    queueWorker(newsletterQueue, [Issues, WakeSignal, Telemetry]),
    NewsletterEmailTemplates,
  ],
  exports: [Newsletter, Follows],
})
export class NewsletterModule {
  constructor(retention: RetentionRegistry, telemetry: Telemetry, @InjectDataSource() database: DataSource) {
    retention.register(SUBSCRIPTION_RETENTION);
    retention.register(FOLLOW_RETENTION);
    reportQueue(telemetry, database, 'newsletter', NEWSLETTER_QUEUE);
  }
}
