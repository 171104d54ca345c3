import { TypeOrmAuditLog } from '../../src/modules/audit/typeorm-audit-log.js';
import { appendToAuditLog } from '../../src/platform/database/audit-log.js';
import { describeAuditLog, type OpenAuditLog } from './audit-log.contract.js';
import { databaseOfThisFile } from './open-database.js';

const emptyDatabase = databaseOfThisFile();

async function inPostgres(): Promise<OpenAuditLog> {
  const database = await emptyDatabase();
  return { log: new TypeOrmAuditLog(database), write: (entry) => appendToAuditLog(database.manager, entry) };
}

describeAuditLog('PostgreSQL', inPostgres);
