import { TypeOrmCertificateRepository } from '../../src/modules/coa-registry/certificate/database/typeorm-certificate.repository.js';
import { SqlAwaitingCertificates } from '../../src/modules/coa-registry/labs/database/sql-awaiting-certificates.js';
import { describeAwaitingCertificates, type OpenAwaiting } from './awaiting-certificates.contract.js';
import { databaseOfThisFile } from './open-database.js';
import { storedDocumentsIn } from './stored-documents.js';

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

describeAwaitingCertificates('PostgreSQL', inPostgres);
