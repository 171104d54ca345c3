import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { PrivacyLog } from '../../../domain/privacy/ports.js';
import type { AuditEntry } from '../../../domain/shared/audit.js';
import { appendToAuditLog } from '../../../platform/database/audit-log.js';
import { inTransaction } from '../../../platform/database/transaction.js';

@Injectable()
export class TypeOrmPrivacyLog extends PrivacyLog {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  write(entry: AuditEntry): Promise<void> {
    return inTransaction(this.database, (manager) => appendToAuditLog(manager, entry));
  }
}
