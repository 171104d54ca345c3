import { Module } from '@nestjs/common';
import { BulkImport, BulkRepository } from '../../domain/coa-registry/bulk-import.js';
import { CoaRegistry } from '../../domain/coa-registry/coa-registry.js';
import { LabCertificates } from '../../domain/coa-registry/lab-certificates.js';
import { CertificateRepository, CorrectionTokenSigner, Notifier } from '../../domain/coa-registry/ports.js';
import { Clock, Ids, Transactions } from '../../domain/shared/ports.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { AuditTrailModule } from '../audit/audit-trail.module.js';
import { PartnersModule } from '../partners/partners.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { TypeOrmBulkRepository } from './database/typeorm-bulk.repository.js';
import { TypeOrmCertificateRepository } from './database/typeorm-certificate.repository.js';
import { CertificateEmailTemplates } from './email/certificate-email-templates.js';
import { CertificateMailSearch } from './email/certificate-mail-search.js';
import { HmacCorrectionTokenSigner } from './hmac-correction-token-signer.js';
import { BulkController } from './http/bulk.controller.js';
import { CertificateController } from './http/certificate.controller.js';
import { CorrectionController } from './http/correction.controller.js';
import { LabCertificateController } from './http/lab-certificate.controller.js';
import { PartnerCertificateController } from './http/partner-certificate.controller.js';
import { SubmissionController } from './http/submission.controller.js';
import { OutboxNotifier } from './outbox-notifier.js';
import { RegistryMetrics } from './registry.metrics.js';

@Module({
  imports: [AuditTrailModule, PartnersModule, WebhooksModule],
  controllers: [
    CertificateController,
    CorrectionController,
    SubmissionController,
    PartnerCertificateController,
    BulkController,
    LabCertificateController,
  ],
  providers: [
    CertificateEmailTemplates,
    CertificateMailSearch,
    RegistryMetrics,
    { provide: CertificateRepository, useClass: TypeOrmCertificateRepository },
    { provide: BulkRepository, useClass: TypeOrmBulkRepository },
    { provide: Notifier, useClass: OutboxNotifier },
    {
      provide: CorrectionTokenSigner,
      inject: [CONFIG],
      useFactory: (config: Config) => new HmacCorrectionTokenSigner(config.cookieSecret),
    },
    {
      provide: CoaRegistry,
      inject: [CertificateRepository, Notifier, CorrectionTokenSigner, Transactions, Clock, Ids],
      useFactory: (
        certificates: CertificateRepository,
        notifier: Notifier,
        tokenSigner: CorrectionTokenSigner,
        transactions: Transactions,
        clock: Clock,
        ids: Ids,
      ) => new CoaRegistry(certificates, notifier, tokenSigner, transactions, clock, ids),
    },
    {
      provide: LabCertificates,
      inject: [CertificateRepository, CoaRegistry, Transactions, Clock, Ids],
      useFactory: (
        certificates: CertificateRepository,
        registry: CoaRegistry,
        transactions: Transactions,
        clock: Clock,
        ids: Ids,
      ) => new LabCertificates(certificates, registry, transactions, clock, ids),
    },
    {
      provide: BulkImport,
      inject: [BulkRepository, Clock, Ids],
      useFactory: (jobs: BulkRepository, clock: Clock, ids: Ids) => new BulkImport(jobs, clock, ids),
    },
  ],
  exports: [CoaRegistry],
})
export class CoaRegistryModule {}
