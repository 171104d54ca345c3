import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { DataSource } from 'typeorm';
import { Documents } from './domain/documents/documents.js';
import { UploadQuotas } from './domain/documents/upload-quotas.js';
import { PostgresDocumentStore } from './modules/documents/database/postgres-document.store.js';
import { TypeOrmDocumentRepository } from './modules/documents/database/typeorm-document.repository.js';
import { TypeOrmTransactions } from './platform/database/transaction.js';
import { WakeSignal } from './platform/queue/wake-signal.js';

/** The build prints a PDF for each record there (scripts/demo-documents.mjs). */
const FOLDER = resolve(import.meta.dirname, '../dist/demo-documents');

/**
 * Stores the PDF of a demonstration record, as if its submitter had sent it. It is read like any other document.
 * @returns its SHA-256
 */
export async function storeDemoDocument(database: DataSource, recordId: string, receivedAt: Date): Promise<string> {
  const content = await readFile(resolve(FOLDER, `${recordId}.pdf`)).catch((error) => {
    throw new Error(`The demonstration's PDFs are not there. Run: npm run build (${error.message})`);
  });
  const sha256 = createHash('sha256').update(content).digest('hex');
  const upload = { sha256, bytes: content.length, content: once(content) };
  await documentsAt(database, receivedAt).receive(upload, {
    from: 'submitter',
    labId: null,
    sender: null,
    isLimited: false,
  });
  return sha256;
}

async function* once(content: Uint8Array) {
  yield content;
}

function documentsAt(database: DataSource, now: Date): Documents {
  const clock = { now: () => now };
  const documents = new TypeOrmDocumentRepository(database, new WakeSignal());
  const none = { documents: 0, bytes: 0 };
  return new Documents(
    documents,
    new PostgresDocumentStore(database),
    new UploadQuotas(documents, { lab: none, address: none }, clock),
    new TypeOrmTransactions(database),
    clock,
  );
}
