import { Module } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AwaitedDocuments } from '../../domain/coa-registry/awaited-documents.js';
import { BulkImport, BulkRepository } from '../../domain/coa-registry/bulk-import.js';
import { CertificateChecks } from '../../domain/coa-registry/certificate-checks.js';
import { Review } from '../../domain/coa-registry/certificate-review.js';
import { CoaRegistry } from '../../domain/coa-registry/coa-registry.js';
import { EvidenceFinder } from '../../domain/coa-registry/evidence-finder.js';
import { LabCertificates } from '../../domain/coa-registry/lab-certificates.js';
import { PendingDecisionRepository, PendingDecisions, Reviewers } from '../../domain/coa-registry/pending-decisions.js';
import {
  AwaitingCertificates,
  CertificateDocuments,
  CertificateRepository,
  CheckContextReader,
  CorrectionTokenSigner,
  Notifier,
  PublishedCertificateReader,
  RegisteredLabs,
  SubmissionReader,
} from '../../domain/coa-registry/ports.js';
import { RefusedDocuments } from '../../domain/coa-registry/refused-documents.js';
import { ReviewQueue } from '../../domain/coa-registry/review-queue.js';
import { Submissions } from '../../domain/coa-registry/submissions.js';
import { DocumentListeners } from '../../domain/documents/documents.js';
import { Clock, Ids, Transactions } from '../../domain/shared/ports.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { RetentionRegistry } from '../../platform/database/retention.js';
import { afterCommit } from '../../platform/database/transaction.js';
import { EmailTemplateRegistry } from '../../platform/email/email-template-registry.js';
import { queueWorker } from '../../platform/queue/worker.js';
import { useCase } from '../../platform/use-case.js';
import { AnalytesModule } from '../analytes/analytes.module.js';
import { AuditTrailModule } from '../audit/audit-trail.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { MeasurementsModule } from '../measurements/measurements.module.js';
import { PartnersModule } from '../partners/partners.module.js';
import { ProposalsModule } from '../proposals/proposals.module.js';
import { StaffModule } from '../staff/staff.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { CertificateResults } from './certificate-results.js';
import { CERTIFICATE_RETENTION } from './database/certificate.retention.js';
import { SqlAwaitingCertificates } from './database/sql-awaiting-certificates.js';
import { SqlRegisteredLabs } from './database/sql-registered-labs.js';
import { TypeOrmBulkRepository } from './database/typeorm-bulk.repository.js';
import { TypeOrmCertificateRepository } from './database/typeorm-certificate.repository.js';
import { TypeOrmCheckContextReader } from './database/typeorm-check-context.reader.js';
import { TypeOrmPendingDecisionRepository } from './database/typeorm-pending-decision.repository.js';
import { TypeOrmPublishedCertificateReader } from './database/typeorm-published-certificate.reader.js';
import { TypeOrmSubmissionReader } from './database/typeorm-submission.reader.js';
import { VerdictStore } from './database/verdict-store.js';
import { CertificateEmailTemplates } from './email/certificate-email-templates.js';
import { findMailedCertificates } from './email/certificate-mail-search.js';
import { HmacCorrectionTokenSigner } from './hmac-correction-token-signer.js';
import { BulkController } from './http/bulk.controller.js';
import { CertificateController } from './http/certificate.controller.js';
import { CertificateDocumentController } from './http/certificate-document.controller.js';
import { ComparisonController } from './http/comparison.controller.js';
import { CorrectionController } from './http/correction.controller.js';
import { LabCertificateController } from './http/lab-certificate.controller.js';
import { PartnerCertificateController } from './http/partner-certificate.controller.js';
import { PendingDecisionController } from './http/pending-decision.controller.js';
import { SandboxDecisionController } from './http/sandbox-decision.controller.js';
import { SubmissionController } from './http/submission.controller.js';
import { awaitedDocumentsQueue, DocumentWakeSignal } from './jobs/awaited-documents-worker.js';
import { pendingDecisionQueue } from './jobs/pending-decision-worker.js';
import { VerdictWorker } from './jobs/verdict-worker.js';
import { OutboxNotifier } from './outbox-notifier.js';
import { RegistryMetrics } from './registry.metrics.js';
import { RuleImpact } from './rule-impact.js';
import { StaffReviewers } from './staff-reviewers.js';
import { StoredCertificateDocuments } from './stored-certificate-documents.js';
import { StoredVerdicts } from './stored-verdicts.js';
import { VerdictSource } from './verdict-source.js';

@Module({
  imports: [
    AnalytesModule,
    MeasurementsModule,
    AuditTrailModule,
    DocumentsModule,
    PartnersModule,
    ProposalsModule,
    StaffModule,
    WebhooksModule,
  ],
  controllers: [
    CertificateController,
    CertificateDocumentController,
    CorrectionController,
    SubmissionController,
    PendingDecisionController,
    PartnerCertificateController,
    SandboxDecisionController,
    BulkController,
    LabCertificateController,
    ComparisonController,
  ],
  providers: [
    DocumentWakeSignal,
    CertificateResults,
    StoredVerdicts,
    { provide: VerdictSource, useExisting: StoredVerdicts },
    VerdictStore,
    VerdictWorker,
    RuleImpact,
    CertificateEmailTemplates,
    RegistryMetrics,
    { provide: CertificateRepository, useClass: TypeOrmCertificateRepository },
    { provide: PublishedCertificateReader, useClass: TypeOrmPublishedCertificateReader },
    { provide: CheckContextReader, useClass: TypeOrmCheckContextReader },
    { provide: RegisteredLabs, useClass: SqlRegisteredLabs },
    { provide: SubmissionReader, useClass: TypeOrmSubmissionReader },
    { provide: BulkRepository, useClass: TypeOrmBulkRepository },
    { provide: Notifier, useClass: OutboxNotifier },
    {
      provide: CorrectionTokenSigner,
      inject: [CONFIG],
      useFactory: (config: Config) => new HmacCorrectionTokenSigner(config.cookieSecret),
    },
    { provide: CertificateDocuments, useClass: StoredCertificateDocuments },
    useCase(EvidenceFinder, [CertificateDocuments, Clock]),
    useCase(CoaRegistry, [CertificateRepository, PublishedCertificateReader, Clock]),
    useCase(CertificateChecks, [CheckContextReader, CertificateDocuments, RegisteredLabs, Clock]),
    useCase(Submissions, [
      CertificateRepository,
      CertificateChecks,
      EvidenceFinder,
      Notifier,
      CorrectionTokenSigner,
      Transactions,
      Clock,
      Ids,
    ]),
    useCase(ReviewQueue, [CertificateRepository, SubmissionReader, CertificateChecks, CertificateDocuments, Clock]),
    {
      provide: Review,
      inject: [
        CertificateRepository,
        CertificateDocuments,
        CertificateChecks,
        EvidenceFinder,
        Notifier,
        Transactions,
        Clock,
        Ids,
        CONFIG,
      ],
      useFactory: (
        certificates: CertificateRepository,
        documents: CertificateDocuments,
        checks: CertificateChecks,
        evidence: EvidenceFinder,
        notifier: Notifier,
        transactions: Transactions,
        clock: Clock,
        ids: Ids,
        { spotCheckPercent }: Config,
      ) => new Review(certificates, documents, checks, evidence, notifier, transactions, clock, ids, spotCheckPercent),
    },
    useCase(LabCertificates, [
      CertificateRepository,
      SubmissionReader,
      CertificateChecks,
      Submissions,
      CertificateDocuments,
      EvidenceFinder,
      Review,
      Transactions,
      Clock,
      Ids,
    ]),
    { provide: PendingDecisionRepository, useClass: TypeOrmPendingDecisionRepository },
    { provide: Reviewers, useClass: StaffReviewers },
    {
      provide: PendingDecisions,
      inject: [PendingDecisionRepository, Review, Reviewers, Transactions, Clock, Ids, CONFIG],
      useFactory: (
        decisions: PendingDecisionRepository,
        review: Review,
        reviewers: Reviewers,
        transactions: Transactions,
        clock: Clock,
        ids: Ids,
        { undoSeconds }: Config,
      ) => new PendingDecisions(decisions, review, reviewers, transactions, clock, ids, undoSeconds),
    },
    { provide: AwaitingCertificates, useClass: SqlAwaitingCertificates },
    useCase(AwaitedDocuments, [
      AwaitingCertificates,
      CertificateRepository,
      CertificateDocuments,
      CertificateChecks,
      Review,
      RegisteredLabs,
      Notifier,
      Transactions,
      Clock,
    ]),
    queueWorker(awaitedDocumentsQueue, [AwaitedDocuments, DocumentWakeSignal]),
    queueWorker(pendingDecisionQueue, [PendingDecisions]),
    useCase(RefusedDocuments, [CertificateRepository, Notifier, Clock]),
    useCase(BulkImport, [BulkRepository, Clock, Ids]),
  ],
  exports: [CoaRegistry],
})
export class CoaRegistryModule {
  constructor(
    documents: DocumentListeners,
    refused: RefusedDocuments,
    documentWakeSignal: DocumentWakeSignal,
    retention: RetentionRegistry,
    templates: EmailTemplateRegistry,
    @InjectDataSource() database: DataSource,
  ) {
    documents.register({
      wasRead: async ({ id, state }) => {
        if (state === 'refused') await refused.tellSenders(id);
        afterCommit(() => documentWakeSignal.notify());
      },
    });
    retention.register(CERTIFICATE_RETENTION);
    templates.registerFinder((typed) => findMailedCertificates(database, typed));
  }
}
