import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RetentionRegistry } from '../../../platform/database/retention.js';

@Injectable()
export class MailRetention implements OnModuleInit {
  constructor(private readonly retention: RetentionRegistry) {}

  onModuleInit(): void {
    this.retention.register('givenUpMail', {
      table: 'mail_outbox',
      due: `"state" = 'dead' AND "finishedAt" < $1`,
    });
  }
}
