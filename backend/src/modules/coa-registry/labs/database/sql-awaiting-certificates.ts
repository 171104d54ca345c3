import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AwaitingCertificates } from '../../../../domain/coa-registry/labs/awaited-documents.js';
import { claimStatement, isUnleased } from '../../../../platform/queue/lease.js';
import { documentState, documentStateOfLab } from '../../../documents/documents.sql.js';
import { AWAITING } from '../../certificate/database/certificate.table.js';

/** A document that is attached already may come from staff. */
const STATE = `CASE WHEN job."documentId" = job."awaitedDocument" THEN ${documentState('job."documentId"')}
  ELSE ${documentStateOfLab('job."awaitedDocument"', 'job."labId"')} END`;

/** Its document was read; or will not be, and the laboratory was not told. */
const IS_DUE = `(d."state" IN ('ready', 'unreadable') OR (job."awaitedUntil" IS NOT NULL
  AND (d."state" IN ('refused', 'removed') OR (d."state" IS NULL AND job."awaitedUntil" <= $2))))`;

const CLAIM = claimStatement({
  table: 'coa_data',
  due: `FROM coa_data job CROSS JOIN LATERAL (SELECT ${STATE} AS "state") d
        WHERE ${AWAITING.replaceAll(/"(?=awaited|submission)/g, 'job."')} AND ${IS_DUE} AND ${isUnleased('$2')} LIMIT $1`,
  leaseUntil: '$3',
});

@Injectable()
export class SqlAwaitingCertificates extends AwaitingCertificates {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  async claim(limit: number, now: Date, leasedUntil: Date): Promise<string[]> {
    const [claimed] = await this.database.query<[{ id: string }[], number]>(CLAIM, [limit, now, leasedUntil]);
    return claimed.map(({ id }) => id);
  }
}
