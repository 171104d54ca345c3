import { Module } from '@nestjs/common';
import { AuditTrail } from '../../domain/audit/audit.js';
import { AuditLog } from '../../domain/audit/ports.js';
import { TypeOrmAuditLog } from './typeorm-audit-log.js';

/** The audit log without the names of certificates, which come from the registry: so the registry can depend on it. */
@Module({
  providers: [
    { provide: AuditLog, useClass: TypeOrmAuditLog },
    { provide: AuditTrail, inject: [AuditLog], useFactory: (log: AuditLog) => new AuditTrail(log) },
  ],
  exports: [AuditLog, AuditTrail],
})
export class AuditTrailModule {}
