import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RetentionRegistry } from '../../platform/database/retention.js';

@Injectable()
export class BrandRetention implements OnModuleInit {
  constructor(private readonly retention: RetentionRegistry) {}

  onModuleInit(): void {
    this.retention.register('unverifiedBrandContacts', {
      table: 'brands',
      due: `NOT "verified" AND "createdAt" < $1 AND ("contactEmail" <> '' OR "contactName" IS NOT NULL)`,
      emptied: `"contactEmail" = '', "contactName" = NULL, "version" = "version" + 1`,
    });
  }
}
