import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RetentionRegistry } from '../../../platform/database/retention.js';

@Injectable()
export class StaffRetention implements OnModuleInit {
  constructor(private readonly retention: RetentionRegistry) {}

  onModuleInit(): void {
    this.retention.register('endedSessions', {
      table: 'staff_sessions',
      due: `"lastUsedAt" < $1`,
      key: ['tokenDigest'],
    });
    this.retention.register('failedSignIns', { table: 'staff_attempts', due: `"lastAt" < $1`, key: ['key'] });
  }
}
