import type { DataSource } from 'typeorm';
import { newDocument, ready, turnedDown } from '../../src/domain/documents/document.js';
import { Documents } from '../../src/domain/documents/documents.js';
import type { StoredPage } from '../../src/domain/documents/ports.js';
import { UploadQuotas } from '../../src/domain/documents/upload-quotas.js';
import type { DocumentReading } from '../../src/domain/shared/document-reading.js';
import type { DocumentState, StoredDocument } from '../../src/domain/shared/stored-document.js';
import { PostgresDocumentStore } from '../../src/modules/documents/database/postgres-document.store.js';
import { TypeOrmDocumentRepository } from '../../src/modules/documents/database/typeorm-document.repository.js';
import { TypeOrmTransactions } from '../../src/platform/database/transaction.js';
import { WakeSignal } from '../../src/platform/queue/wake-signal.js';
import { ACTOR, NOW } from '../support/builders.js';
import { aReading } from '../support/document-readings.js';
import { StoppedClock } from '../support/in-memory-clock-and-ids.js';

/** Documents in a database, and how a test brings one into a state: the way that production does, but for its bytes. */
export function storedDocumentsIn(database: DataSource) {
  const repository = new TypeOrmDocumentRepository(database, new WakeSignal());
  const clock = new StoppedClock();
  const none = { documents: 0, bytes: 0 };
  const documents = new Documents(
    repository,
    new PostgresDocumentStore(database),
    new UploadQuotas(repository, { lab: none, address: none }, clock),
    new TypeOrmTransactions(database),
    clock,
  );

  const takeDown = (sha256: string) => documents.takeDown(sha256, 'personal-data', 'note', ACTOR);
  const readAgain = (sha256: string) => documents.readAgain(sha256, ACTOR);

  async function claimed(): Promise<StoredDocument> {
    const [document] = await repository.claim(1, NOW, new Date(NOW.getTime() + 60_000));
    if (!document) throw new Error('no document is due');
    return document;
  }

  /** A document that arrived and, unless it waits, was read; `removed` means taken down after that. */
  async function put(sha256: string, state: DocumentState = 'ready', reading = aReading(), text = ''): Promise<void> {
    await repository.addOrLock(newDocument(sha256, 1000, 'submitter', NOW), null);
    if (state === 'received') return;
    const document = await claimed();
    if (state === 'reading') return;
    const isTurnedDown = state === 'refused' || state === 'unreadable';
    const after = isTurnedDown ? turnedDown(document, state, 'damaged', NOW) : ready(document, reading.pageCount, NOW);
    const read = isTurnedDown ? null : { reading, pages: pagesOf(reading, text) };
    if (!(await repository.completeReading(after, document.leasedUntil, read))) throw new Error('not saved');
    if (state === 'removed') await takeDown(sha256);
  }

  return { documents, put, takeDown, readAgain };
}

const pagesOf = ({ pages }: DocumentReading, text: string): StoredPage[] =>
  pages.map((page) => {
    const lines = text === '' ? [] : text.split('\n').map((line) => ({ text: line, x: 0, y: 0, width: 9, height: 9 }));
    return { ...page, png: Buffer.from('png'), lines: page.number === 1 ? lines : [] };
  });
