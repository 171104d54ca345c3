import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { SubscriptionRepository } from '../../domain/newsletter/ports.js';
import type { Subscription } from '../../domain/newsletter/subscription.js';

@Injectable()
export class TypeOrmSubscriptionRepository extends SubscriptionRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  async activate({ email, status, subscribedAt, source }: Subscription): Promise<void> {
    await this.database.query(
      `INSERT INTO email_subscriptions ("email", "status", "subscribedAt", "source") VALUES ($1, $2, $3, $4)
       ON CONFLICT (lower("email")) DO UPDATE
         SET "status" = excluded."status", "subscribedAt" = excluded."subscribedAt", "unsubscribedAt" = NULL
         WHERE email_subscriptions."status" <> 'active'`,
      [email, status, subscribedAt, source],
    );
  }
}
