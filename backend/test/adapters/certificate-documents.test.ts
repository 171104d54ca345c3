import { AsyncLocalStorage } from 'node:async_hooks';
import { StoredCertificateDocuments } from '../../src/modules/coa-registry/certificate/stored-certificate-documents.js';
import { DocumentAccess } from '../../src/modules/documents/document-access.http.js';
import { TypeOrmTransactions } from '../../src/platform/database/transaction.js';
import { NOW } from '../support/builders.js';
import { InMemoryCertificateDocuments } from '../support/in-memory-certificate-documents.js';
import { StoppedClock } from '../support/in-memory-clock-and-ids.js';
import { until } from '../support/until.js';
import { describeCertificateDocuments, type OpenDocuments, PDF } from './certificate-documents.contract.js';
import { databaseOfThisFile, waitingIn } from './open-database.js';
import { storedDocumentsIn } from './stored-documents.js';

async function inMemory(): Promise<OpenDocuments> {
  const documents = new InMemoryCertificateDocuments();
  return {
    documents,
    put: async (sha256, state = 'ready', ...read) => {
      if (state === 'removed') documents.put(sha256, 'ready', ...read);
      documents.put(sha256, state, ...read);
      documents.addUploader(sha256, { access: 'another upload' });
    },
    readAgain: async (sha256) => documents.put(sha256, 'received'),
    accessTo: (sha256) => {
      const access = `of ${sha256}`;
      documents.addUploader(sha256, { access });
      return access;
    },
  };
}

const emptyDatabase = databaseOfThisFile();

async function inPostgres() {
  const database = await emptyDatabase();
  const { documents, ...steps } = storedDocumentsIn(database);
  const access = new DocumentAccess('a secret');
  const accessTo = (sha256: string) => access.grant(sha256, new Date(NOW.getTime() + 60_000));
  const ofCertificates = new StoredCertificateDocuments(documents, access, new StoppedClock());
  return { database, documents: ofCertificates, accessTo, ...steps };
}

describeCertificateDocuments('memory', inMemory);
describeCertificateDocuments('PostgreSQL', inPostgres);

it.each(['assertUsable', 'lockState'] as const)(
  'PostgreSQL keeps a document from being taken down until the transaction of %s ends',
  async (method) => {
    const { database, documents, put, takeDown } = await inPostgres();
    await put(PDF);
    // Another client's request, outside of the transaction.
    const outside = AsyncLocalStorage.snapshot();
    let takingDown: Promise<unknown> | undefined;
    await new TypeOrmTransactions(database).run(async () => {
      await documents[method](PDF, null);
      takingDown = outside(() => takeDown(PDF));
      await until('it waits', async () => (await outside(() => waitingIn(database))) === 1);
      expect((await documents.byId(PDF))?.state).toBe('ready');
    });
    await takingDown;
    expect((await documents.byId(PDF))?.state).toBe('removed');
  },
);
