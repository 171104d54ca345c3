import { Module } from '@nestjs/common';
import { DocumentListeners, Documents } from '../../domain/documents/documents.js';
import { DocumentReader, DocumentRepository, DocumentStore, MalwareScanner } from '../../domain/documents/ports.js';
import { ReadingQueue } from '../../domain/documents/reading-queue.js';
import { DocumentUpkeep } from '../../domain/documents/upkeep.js';
import { UploadQuotas } from '../../domain/documents/upload-quotas.js';
import { Clock, Transactions } from '../../domain/shared/ports.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { WakeSignal } from '../../platform/queue/wake-signal.js';
import { queueWorker } from '../../platform/queue/worker.js';
import { useCase, useSecret } from '../../platform/use-case.js';
import { ClamdScanner } from './clamd-scanner.js';
import { PostgresDocumentStore } from './database/postgres-document.store.js';
import { TypeOrmDocumentRepository } from './database/typeorm-document.repository.js';
import { DocumentAccess } from './document-access.http.js';
import { DocumentDelivery } from './document-delivery.http.js';
import { DocumentUploads } from './document-uploads.http.js';
import { DocumentMetrics } from './documents.metrics.js';
import { documentCheckQueue, readingQueue } from './jobs/document-worker.js';
import { ChildProcessDocumentReader } from './reading/child-process.reader.js';
import { FallbackDocumentStore } from './storage/fallback-document.store.js';
import { S3DocumentStore } from './storage/s3-document.store.js';

const MB = 1024 * 1024;

/** For installations without a malware scanner: the reader refuses active content in any case. */
const NO_SCANNER: MalwareScanner = { scan: async () => 'clean' };

/** The documents themselves. Their routes are in document-routes.module.ts. */
@Module({
  providers: [
    WakeSignal,
    DocumentListeners,
    DocumentMetrics,
    { provide: DocumentRepository, useClass: TypeOrmDocumentRepository },
    PostgresDocumentStore,
    {
      provide: DocumentStore,
      inject: [PostgresDocumentStore, CONFIG],
      useFactory: (database: PostgresDocumentStore, { documentBucket }: Config) =>
        documentBucket ? new FallbackDocumentStore(new S3DocumentStore(documentBucket), database) : database,
    },
    {
      provide: MalwareScanner,
      inject: [CONFIG],
      useFactory: ({ clamdUrl }: Config) => (clamdUrl === null ? NO_SCANNER : new ClamdScanner(new URL(clamdUrl))),
    },
    useCase(DocumentUpkeep, [DocumentRepository, DocumentStore, Transactions, Clock]),
    queueWorker(documentCheckQueue, [DocumentUpkeep]),
    useSecret(DocumentAccess, DocumentAccess),
    {
      provide: UploadQuotas,
      inject: [DocumentRepository, Clock, CONFIG],
      useFactory: (documents: DocumentRepository, clock: Clock, config: Config) =>
        new UploadQuotas(
          documents,
          {
            lab: { documents: config.documentsPerLab, bytes: config.documentMbPerLab * MB },
            address: { documents: config.documentsPerAddress, bytes: config.documentMbPerAddress * MB },
          },
          clock,
        ),
    },
    { provide: DocumentReader, useFactory: () => new ChildProcessDocumentReader() },
    useCase(ReadingQueue, [
      DocumentRepository,
      DocumentStore,
      MalwareScanner,
      DocumentReader,
      DocumentListeners,
      Transactions,
      Clock,
    ]),
    queueWorker(readingQueue, [ReadingQueue, WakeSignal]),
    useCase(Documents, [DocumentRepository, DocumentStore, UploadQuotas, Transactions, Clock]),
    useCase(DocumentDelivery, [Documents]),
    {
      provide: DocumentUploads,
      inject: [Documents, CONFIG],
      useFactory: (documents: Documents, { cookieSecret, rateLimitDisabled, requestMs }: Config) =>
        new DocumentUploads(documents, cookieSecret, !rateLimitDisabled, requestMs),
    },
  ],
  exports: [Documents, DocumentListeners, DocumentAccess, DocumentDelivery, DocumentUploads],
})
export class DocumentsModule {}
