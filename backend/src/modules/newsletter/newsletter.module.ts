import { Module } from '@nestjs/common';
import { CoaRegistry } from '../../domain/coa-registry/coa-registry.js';
import { Education } from '../../domain/education/education.js';
import { Issues } from '../../domain/newsletter/issues.js';
import { Newsletter } from '../../domain/newsletter/newsletter.js';
import {
  IssueRepository,
  NewsletterPost,
  NewsletterSources,
  SubscriptionRepository,
  SubscriptionTokens,
} from '../../domain/newsletter/ports.js';
import { Clock, Ids, Transactions } from '../../domain/shared/ports.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { SealedBox } from '../../platform/crypto/aes-gcm-cipher.js';
import { Mailroom } from '../../platform/email/email-template-registry.js';
import { CoaRegistryModule } from '../coa-registry/coa-registry.module.js';
import { EducationModule } from '../education/education.module.js';
import { HmacSubscriptionTokens } from './hmac-subscription-tokens.js';
import { IssueController } from './http/issue.controller.js';
import { NewsletterFigures } from './newsletter.metrics.js';
import { NewsletterLetters } from './email/newsletter-email-templates.js';
import { NewsletterMailSearch } from './email/newsletter-mail-search.js';
import { IssueBell, NewsletterWorker } from './jobs/newsletter-worker.js';
import { OutboxNewsletterPost } from './email/outbox-newsletter-mailer.js';
import { PublishedSources } from './published-sources.js';
import { SubscriberController } from './http/subscriber.controller.js';
import { SubscriptionController } from './http/subscription.controller.js';
import { TypeOrmIssueRepository } from './database/typeorm-issue.repository.js';
import { TypeOrmSubscriptionRepository } from './database/typeorm-subscription.repository.js';

@Module({
  imports: [EducationModule, CoaRegistryModule],
  controllers: [SubscriptionController, SubscriberController, IssueController],
  providers: [
    NewsletterMailSearch,
    IssueBell,
    NewsletterWorker,
    NewsletterFigures,
    { provide: SubscriptionRepository, useClass: TypeOrmSubscriptionRepository },
    { provide: IssueRepository, useClass: TypeOrmIssueRepository },
    { provide: NewsletterPost, useClass: OutboxNewsletterPost },
    {
      provide: SealedBox,
      inject: [CONFIG],
      useFactory: ({ cookieSecret }: Config) => new SealedBox(cookieSecret, 'newsletter test'),
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
      inject: [SubscriptionRepository, SubscriptionTokens, NewsletterPost, Transactions, Clock, CONFIG],
      useFactory: (
        subscriptions: SubscriptionRepository,
        tokens: SubscriptionTokens,
        post: NewsletterPost,
        transactions: Transactions,
        clock: Clock,
        { newsletterDoubleOptIn }: Config,
      ) => new Newsletter(subscriptions, tokens, post, transactions, clock, newsletterDoubleOptIn),
    },
    {
      provide: Issues,
      inject: [IssueRepository, SubscriptionRepository, NewsletterSources, NewsletterPost, Transactions, Clock, Ids],
      useFactory: (
        issues: IssueRepository,
        subscriptions: SubscriptionRepository,
        sources: NewsletterSources,
        post: NewsletterPost,
        transactions: Transactions,
        clock: Clock,
        ids: Ids,
      ) => new Issues(issues, subscriptions, sources, post, transactions, clock, ids),
    },
    {
      provide: NewsletterLetters,
      inject: [Mailroom, Newsletter, Issues, SubscriptionRepository, SubscriptionTokens, SealedBox, CONFIG],
      useFactory: (
        mailroom: Mailroom,
        newsletter: Newsletter,
        issues: Issues,
        subscriptions: SubscriptionRepository,
        tokens: SubscriptionTokens,
        box: SealedBox,
        { publicUrl }: Config,
      ) => new NewsletterLetters(mailroom, newsletter, issues, subscriptions, tokens, box, publicUrl),
    },
  ],
  exports: [Newsletter],
})
export class NewsletterModule {}
