import { Module } from '@nestjs/common';
import { AuditTrail } from '../../domain/audit/audit.js';
import { AuditLog } from '../../domain/audit/ports.js';
import { useCase } from '../../platform/use-case.js';
import { TypeOrmAuditLog } from './typeorm-audit-log.js';

/** The audit log without certificate references, which come from the registry. The registry depends on this module. */
@Module({
  providers: [{ provide: AuditLog, useClass: TypeOrmAuditLog }, useCase(AuditTrail, [AuditLog])],
  exports: [AuditLog, AuditTrail],
})
export class AuditTrailModule {}
