import { SqlAwaitingCertificates } from '../../src/modules/coa-registry/database/sql-awaiting-certificates.js';
import { TypeOrmCertificateRepository } from '../../src/modules/coa-registry/database/typeorm-certificate.repository.js';
import { InMemoryAwaitingCertificates } from '../support/in-memory-awaiting-certificates.js';
import { InMemoryCertificateDocuments } from '../support/in-memory-certificate-documents.js';
import { InMemoryCertificateRepository } from '../support/in-memory-certificate-repository.js';
import { describeAwaitingCertificates, type OpenAwaiting } from './awaiting-certificates.contract.js';
import { databaseOfThisFile } from './open-database.js';
import { storedDocumentsIn } from './stored-documents.js';

async function inMemory(): Promise<OpenAwaiting> {
  const [certificates, documents] = [new InMemoryCertificateRepository(), new InMemoryCertificateDocuments()];
  return {
    awaiting: new InMemoryAwaitingCertificates(certificates, documents),
    certificates,
    putDocument: async (sha256, state) => {
      documents.put(sha256, state);
      documents.addUploader(sha256, { access: 'another upload' });
    },
  };
}

const emptyDatabase = databaseOfThisFile();

async function inPostgres(): Promise<OpenAwaiting> {
  const database = await emptyDatabase();
  const certificates = new TypeOrmCertificateRepository(database);
  return {
    awaiting: new SqlAwaitingCertificates(database),
    certificates,
    putDocument: storedDocumentsIn(database).put,
  };
}

describeAwaitingCertificates('memory', inMemory);
describeAwaitingCertificates('PostgreSQL', inPostgres);
