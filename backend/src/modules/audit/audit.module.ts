import { Module } from '@nestjs/common';
import { Audit } from '../../domain/audit/audit.js';
import { AuditLog, CertificateReferences } from '../../domain/audit/ports.js';
import { CoaRegistry } from '../../domain/coa-registry/coa-registry.js';
import { Clock } from '../../domain/shared/ports.js';
import { useCase } from '../../platform/use-case.js';
import { CoaRegistryModule } from '../coa-registry/coa-registry.module.js';
import { AuditController } from './audit.controller.js';
import { AuditTrailModule } from './audit-trail.module.js';

@Module({
  imports: [AuditTrailModule, CoaRegistryModule],
  controllers: [AuditController],
  providers: [
    { provide: CertificateReferences, useExisting: CoaRegistry },
    useCase(Audit, [AuditLog, CertificateReferences, Clock]),
  ],
})
export class AuditModule {}
