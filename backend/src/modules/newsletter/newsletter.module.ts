import { Module } from '@nestjs/common';
import { Newsletter } from '../../domain/newsletter/newsletter.js';
import { SubscriptionRepository } from '../../domain/newsletter/ports.js';
import { Clock } from '../../domain/shared/ports.js';
import { SubscriberController } from './subscriber.controller.js';
import { SubscriptionController } from './subscription.controller.js';
import { TypeOrmSubscriptionRepository } from './typeorm-subscription.repository.js';

@Module({
  controllers: [SubscriptionController, SubscriberController],
  providers: [
    { provide: SubscriptionRepository, useClass: TypeOrmSubscriptionRepository },
    {
      provide: Newsletter,
      inject: [SubscriptionRepository, Clock],
      useFactory: (subscriptions: SubscriptionRepository, clock: Clock) => new Newsletter(subscriptions, clock),
    },
  ],
})
export class NewsletterModule {}
