import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RetentionRegistry } from '../../../platform/database/retention.js';

@Injectable()
export class SubscriptionRetention implements OnModuleInit {
  constructor(private readonly retention: RetentionRegistry) {}

  onModuleInit(): void {
    this.retention.register('unconfirmedSubscriptions', {
      table: 'email_subscriptions',
      due: `"status" = 'pending' AND "subscribedAt" < $1`,
    });
    this.retention.register('endedSubscriptions', {
      table: 'email_subscriptions',
      due: `"status" = 'unsubscribed' AND "unsubscribedAt" < $1`,
    });
  }
}
