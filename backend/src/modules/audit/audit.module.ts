import { Module } from '@nestjs/common';
import { Audit } from '../../domain/audit/audit.js';
import { AuditLog } from '../../domain/audit/ports.js';
import { Clock } from '../../domain/shared/ports.js';
import { AuditController } from './audit.controller.js';
import { TypeOrmAuditLog } from './typeorm-audit-log.js';

@Module({
  controllers: [AuditController],
  providers: [
    { provide: AuditLog, useClass: TypeOrmAuditLog },
    { provide: Audit, inject: [AuditLog, Clock], useFactory: (log: AuditLog, clock: Clock) => new Audit(log, clock) },
  ],
  exports: [Audit],
})
export class AuditModule {}
