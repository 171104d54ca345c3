import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RetentionRegistry } from '../../../platform/database/retention.js';

@Injectable()
export class ContactRetention implements OnModuleInit {
  constructor(private readonly retention: RetentionRegistry) {}

  onModuleInit(): void {
    this.retention.register('handledMessages', {
      table: 'contact_messages',
      due: `"standing" = 'handled' AND "changedAt" < $1`,
    });
  }
}
