import { Module } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import {
  CertificateDocuments,
  CertificateRepository,
  LabIncidentRepository,
  NoticeRepository,
  Notifier,
} from '../../domain/coa-registry/certificate/ports.js';
import { CertificateChecks } from '../../domain/coa-registry/checks/certificate-checks.js';
import { CheckContextReader, RegisteredLabs } from '../../domain/coa-registry/checks/ports.js';
import { CoaRegistry } from '../../domain/coa-registry/coa-registry.js';
import { AwaitedDocuments, AwaitingCertificates } from '../../domain/coa-registry/labs/awaited-documents.js';
import { BulkImport, BulkRepository } from '../../domain/coa-registry/labs/bulk-import.js';
import { LabCertificates } from '../../domain/coa-registry/labs/lab-certificates.js';
import { PublishedCertificateReader } from '../../domain/coa-registry/registry/published-certificate.js';
import { CertificateReview } from '../../domain/coa-registry/review/certificate-review.js';
import { LabIncidents } from '../../domain/coa-registry/review/lab-incidents.js';
import { Notices } from '../../domain/coa-registry/review/notices.js';
import {
  PendingDecisionRepository,
  PendingDecisions,
  Reviewers,
} from '../../domain/coa-registry/review/pending-decisions.js';
import { SubmissionReader } from '../../domain/coa-registry/review/ports.js';
import { ReviewQueue } from '../../domain/coa-registry/review/review-queue.js';
import { EvidenceFinder } from '../../domain/coa-registry/submission/evidence-finder.js';
import { CorrectionTokenSigner, Submissions } from '../../domain/coa-registry/submission/submissions.js';
import { DocumentListeners } from '../../domain/documents/documents.js';
import { Clock, Ids, Transactions } from '../../domain/shared/ports.js';
import { RetentionRegistry } from '../../platform/database/retention.js';
import { afterCommit } from '../../platform/database/transaction.js';
import { EmailTemplateRegistry } from '../../platform/email/email-template-registry.js';
import { queueWorker } from '../../platform/queue/worker.js';
import { useCase, useCaseWith, useSecret } from '../../platform/use-case.js';
import { AnalytesModule } from '../analytes/analytes.module.js';
import { AuditTrailModule } from '../audit/audit-trail.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { MeasurementsModule } from '../measurements/measurements.module.js';
import { PartnersModule } from '../partners/partners.module.js';
import { ProposalsModule } from '../proposals/proposals.module.js';
import { StaffModule } from '../staff/staff.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { CertificateResults } from './certificate/certificate-results.js';
import { CERTIFICATE_RETENTION } from './certificate/database/certificate.retention.js';
import { TypeOrmCertificateRepository } from './certificate/database/typeorm-certificate.repository.js';
import { TypeOrmLabIncidentRepository } from './certificate/database/typeorm-lab-incident.repository.js';
import { TypeOrmNoticeRepository } from './certificate/database/typeorm-notice.repository.js';
import { VerdictStore } from './certificate/database/verdict-store.js';
import { StoredCertificateDocuments } from './certificate/stored-certificate-documents.js';
import { VerdictSource } from './certificate/verdict-source.js';
import { SqlRegisteredLabs } from './checks/database/sql-registered-labs.js';
import { TypeOrmCheckContextReader } from './checks/database/typeorm-check-context.reader.js';
import { ComparisonController } from './checks/http/comparison.controller.js';
import { VerdictWorker } from './checks/jobs/verdict-worker.js';
import { RuleImpact } from './checks/rule-impact.js';
import { StoredVerdicts } from './checks/stored-verdicts.js';
import { SqlAwaitingCertificates } from './labs/database/sql-awaiting-certificates.js';
import { TypeOrmBulkRepository } from './labs/database/typeorm-bulk.repository.js';
import { BulkController } from './labs/http/bulk.controller.js';
import { LabCertificateController } from './labs/http/lab-certificate.controller.js';
import { PartnerCertificateController } from './labs/http/partner-certificate.controller.js';
import { SandboxDecisionController } from './labs/http/sandbox-decision.controller.js';
import { awaitedDocumentsQueue, DocumentWakeSignal } from './labs/jobs/awaited-documents-worker.js';
import { TypeOrmPublishedCertificateReader } from './registry/database/typeorm-published-certificate.reader.js';
import { CertificateController } from './registry/http/certificate.controller.js';
import { CertificateDocumentController } from './registry/http/certificate-document.controller.js';
import { LaboratoryController } from './registry/http/laboratory.controller.js';
import { NoticeController } from './registry/http/notice.controller.js';
import { RegistryMetrics } from './registry/registry.metrics.js';
import { TypeOrmPendingDecisionRepository } from './review/database/typeorm-pending-decision.repository.js';
import { TypeOrmSubmissionReader } from './review/database/typeorm-submission.reader.js';
import { LabIncidentController } from './review/http/lab-incident.controller.js';
import { PendingDecisionController } from './review/http/pending-decision.controller.js';
import { ReviewController } from './review/http/review.controller.js';
import { StaffNoticeController } from './review/http/staff-notice.controller.js';
import { pendingDecisionQueue } from './review/jobs/pending-decision-worker.js';
import { StaffReviewers } from './review/staff-reviewers.js';
import { CertificateEmailTemplates } from './submission/email/certificate-email-templates.js';
import { findMailedCertificates } from './submission/email/certificate-mail-search.js';
import { HmacCorrectionTokenSigner } from './submission/hmac-correction-token-signer.js';
import { CorrectionController } from './submission/http/correction.controller.js';
import { SubmissionController } from './submission/http/submission.controller.js';
import { OutboxNotifier } from './submission/outbox-notifier.js';

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
    LaboratoryController,
    LabIncidentController,
    NoticeController,
    StaffNoticeController,
    SubmissionController,
    CertificateDocumentController,
    CorrectionController,
    ReviewController,
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
    { provide: LabIncidentRepository, useClass: TypeOrmLabIncidentRepository },
    { provide: NoticeRepository, useClass: TypeOrmNoticeRepository },
    { provide: PublishedCertificateReader, useClass: TypeOrmPublishedCertificateReader },
    { provide: CheckContextReader, useClass: TypeOrmCheckContextReader },
    { provide: RegisteredLabs, useClass: SqlRegisteredLabs },
    { provide: SubmissionReader, useClass: TypeOrmSubmissionReader },
    { provide: BulkRepository, useClass: TypeOrmBulkRepository },
    { provide: Notifier, useClass: OutboxNotifier },
    useSecret(CorrectionTokenSigner, HmacCorrectionTokenSigner),
    { provide: CertificateDocuments, useClass: StoredCertificateDocuments },
    useCase(EvidenceFinder, [CertificateDocuments, Clock]),
    useCase(CoaRegistry, [
      CertificateRepository,
      PublishedCertificateReader,
      LabIncidentRepository,
      NoticeRepository,
      Clock,
    ]),
    useCase(CertificateChecks, [
      CheckContextReader,
      CertificateDocuments,
      RegisteredLabs,
      LabIncidentRepository,
      NoticeRepository,
      Clock,
    ]),
    useCase(LabIncidents, [LabIncidentRepository, Clock, Ids]),
    useCase(Notices, [NoticeRepository, Transactions, Clock, Ids]),
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
    useCaseWith(
      CertificateReview,
      [
        CertificateRepository,
        CertificateDocuments,
        CertificateChecks,
        EvidenceFinder,
        Notifier,
        Transactions,
        Clock,
        Ids,
      ],
      ({ spotCheckPercent }) => spotCheckPercent,
    ),
    useCase(LabCertificates, [
      CertificateRepository,
      SubmissionReader,
      CertificateChecks,
      Submissions,
      CertificateDocuments,
      EvidenceFinder,
      CertificateReview,
      Transactions,
      Clock,
      Ids,
    ]),
    { provide: PendingDecisionRepository, useClass: TypeOrmPendingDecisionRepository },
    { provide: Reviewers, useClass: StaffReviewers },
    useCaseWith(
      PendingDecisions,
      [PendingDecisionRepository, CertificateReview, Reviewers, Transactions, Clock, Ids],
      ({ undoSeconds }) => undoSeconds,
    ),
    { provide: AwaitingCertificates, useClass: SqlAwaitingCertificates },
    useCase(AwaitedDocuments, [
      AwaitingCertificates,
      CertificateRepository,
      CertificateDocuments,
      CertificateChecks,
      CertificateReview,
      RegisteredLabs,
      Notifier,
      Transactions,
      Clock,
    ]),
    queueWorker(awaitedDocumentsQueue, [AwaitedDocuments, DocumentWakeSignal]),
    queueWorker(pendingDecisionQueue, [PendingDecisions]),
    useCase(BulkImport, [BulkRepository, LabIncidentRepository, NoticeRepository, Clock, Ids]),
  ],
  exports: [CoaRegistry],
})
export class CoaRegistryModule {
  constructor(
    documents: DocumentListeners,
    submissions: Submissions,
    documentWakeSignal: DocumentWakeSignal,
    retention: RetentionRegistry,
    templates: EmailTemplateRegistry,
    @InjectDataSource() database: DataSource,
  ) {
    documents.register(async ({ id, state }) => {
      if (state === 'refused') await submissions.tellSendersOfRefusal(id);
      afterCommit(() => documentWakeSignal.notify());
    });
    retention.register(CERTIFICATE_RETENTION);
    templates.registerFinder((typed) => findMailedCertificates(database, typed));
  }
}
