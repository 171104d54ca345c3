import { Module } from '@nestjs/common';
import { DocumentAccess, DocumentListeners, Documents } from '../../domain/documents/documents.js';
import { DocumentReader, DocumentRepository, DocumentStore, MalwareScanner } from '../../domain/documents/ports.js';
import { DocumentAssembler, ReadingQueue } from '../../domain/documents/reading-queue.js';
import { DocumentUpkeep } from '../../domain/documents/upkeep.js';
import { UploadQuotas } from '../../domain/documents/upload-quotas.js';
import { Clock, Transactions } from '../../domain/shared/ports.js';
import { DocumentListener } from '../../domain/shared/stored-document.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { WakeSignal } from '../../platform/queue/wake-signal.js';
import { queueWorker } from '../../platform/queue/worker.js';
import { useCase } from '../../platform/use-case.js';
import { ClamdScanner } from './clamd-scanner.js';
import { PostgresDocumentStore } from './database/postgres-document.store.js';
import { TypeOrmDocumentRepository } from './database/typeorm-document.repository.js';
import { DocumentDelivery } from './document-delivery.http.js';
import { DocumentUploads } from './document-uploads.http.js';
import { DocumentMetrics } from './documents.metrics.js';
import { HashAssembler } from './hash-assembler.js';
import { HmacDocumentAccess } from './hmac-document-access.js';
import { readingQueue } from './jobs/reading-worker.js';
import { documentCheckQueue } from './jobs/upkeep-worker.js';
import { NoScanner } from './no-scanner.js';
import { ChildProcessDocumentReader } from './reading/child-process.reader.js';
import { FallbackDocumentStore } from './storage/fallback-document.store.js';
import { S3DocumentStore } from './storage/s3-document.store.js';

const MB = 1024 * 1024;

/** The documents themselves. Their routes are in document-routes.module.ts. */
@Module({
  providers: [
    WakeSignal,
    DocumentListeners,
    DocumentMetrics,
    { provide: DocumentListener, useExisting: DocumentListeners },
    { provide: DocumentRepository, useClass: TypeOrmDocumentRepository },
    PostgresDocumentStore,
    {
      provide: DocumentStore,
      inject: [PostgresDocumentStore, CONFIG],
      useFactory: (database: PostgresDocumentStore, { documentBucket }: Config) =>
        documentBucket ? new FallbackDocumentStore(new S3DocumentStore(documentBucket), database) : database,
    },
    { provide: DocumentAssembler, useClass: HashAssembler },
    {
      provide: MalwareScanner,
      inject: [CONFIG],
      useFactory: ({ clamdUrl }: Config) => (clamdUrl === null ? new NoScanner() : new ClamdScanner(new URL(clamdUrl))),
    },
    useCase(DocumentUpkeep, [DocumentRepository, DocumentStore, DocumentAssembler, Transactions, Clock]),
    queueWorker(documentCheckQueue, [DocumentUpkeep]),
    {
      provide: DocumentAccess,
      inject: [CONFIG],
      useFactory: ({ cookieSecret }: Config) => new HmacDocumentAccess(cookieSecret),
    },
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
      DocumentAssembler,
      MalwareScanner,
      DocumentReader,
      DocumentListener,
      Transactions,
      Clock,
    ]),
    queueWorker(readingQueue, [ReadingQueue, WakeSignal]),
    useCase(Documents, [DocumentRepository, DocumentStore, DocumentListener, UploadQuotas, Transactions, Clock]),
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
