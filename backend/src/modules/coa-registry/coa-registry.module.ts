import { Module } from '@nestjs/common';
import { BulkIntake, BulkRepository } from '../../domain/coa-registry/bulk-import.js';
import { CoaRegistry } from '../../domain/coa-registry/coa-registry.js';
import { LabCertificates } from '../../domain/coa-registry/lab-certificates.js';
import { CoaRepository, CorrectionPasses, Messenger } from '../../domain/coa-registry/ports.js';
import { Clock, Ids, Transactions } from '../../domain/shared/ports.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { AuditTrailModule } from '../audit/audit-trail.module.js';
import { PartnersModule } from '../partners/partners.module.js';
import { BulkController } from './http/bulk.controller.js';
import { CoaController } from './http/certificate.controller.js';
import { CoaMail } from './email/certificate-email-templates.js';
import { CoaMailSearch } from './email/certificate-mail-search.js';
import { CorrectionController } from './http/correction.controller.js';
import { HmacCorrectionPasses } from './hmac-correction-token-signer.js';
import { LabCertificateController } from './http/lab-certificate.controller.js';
import { OutboxMessenger } from './outbox-notifier.js';
import { PartnerCertificateController } from './http/partner-certificate.controller.js';
import { RegistryFigures } from './registry.metrics.js';
import { SubmissionController } from './http/submission.controller.js';
import { TypeOrmBulkRepository } from './database/typeorm-bulk.repository.js';
import { TypeOrmCoaRepository } from './database/typeorm-certificate.repository.js';

@Module({
  imports: [AuditTrailModule, PartnersModule],
  controllers: [
    CoaController,
    CorrectionController,
    SubmissionController,
    PartnerCertificateController,
    BulkController,
    LabCertificateController,
  ],
  providers: [
    CoaMail,
    CoaMailSearch,
    RegistryFigures,
    { provide: CoaRepository, useClass: TypeOrmCoaRepository },
    { provide: BulkRepository, useClass: TypeOrmBulkRepository },
    { provide: Messenger, useClass: OutboxMessenger },
    {
      provide: CorrectionPasses,
      inject: [CONFIG],
      useFactory: (config: Config) => new HmacCorrectionPasses(config.cookieSecret),
    },
    {
      provide: CoaRegistry,
      inject: [CoaRepository, Messenger, CorrectionPasses, Transactions, Clock, Ids],
      useFactory: (
        coas: CoaRepository,
        messenger: Messenger,
        passes: CorrectionPasses,
        transactions: Transactions,
        clock: Clock,
        ids: Ids,
      ) => new CoaRegistry(coas, messenger, passes, transactions, clock, ids),
    },
    {
      provide: LabCertificates,
      inject: [CoaRepository, CoaRegistry, Transactions, Clock, Ids],
      useFactory: (coas: CoaRepository, registry: CoaRegistry, transactions: Transactions, clock: Clock, ids: Ids) =>
        new LabCertificates(coas, registry, transactions, clock, ids),
    },
    {
      provide: BulkIntake,
      inject: [BulkRepository, Clock, Ids],
      useFactory: (jobs: BulkRepository, clock: Clock, ids: Ids) => new BulkIntake(jobs, clock, ids),
    },
  ],
  exports: [CoaRegistry],
})
export class CoaRegistryModule {}
