import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Certificate } from '../../../../domain/coa-registry/certificate/certificate.js';
import { sameCodePart } from '../../../../domain/coa-registry/certificate/search-text.js';
import type { CheckContextQuery, RegistryContext } from '../../../../domain/coa-registry/checks/automated-checks.js';
import {
  CheckContextReader,
  type DocumentUsed,
  type DocumentUsesQuery,
} from '../../../../domain/coa-registry/checks/ports.js';
import { nameKey } from '../../../../domain/shared/name-key.js';
import { managerOf } from '../../../../platform/database/transaction.js';
import { brandIdOf, isVerifiedBrand, nameKeysOf } from '../../../brands/brands.sql.js';
import { isPartnerLab } from '../../../partners/partners.sql.js';
import { reportKeyOf } from '../../certificate/database/certificate-columns.js';
import { PUBLISHED } from '../../certificate/database/list-statement.js';

export const SAME_BATCH_MAX = 20;
const LOOK_ALIKES_MAX = 3;
const DOCUMENT_USES_MAX = 20;

export const SAME_BATCH = `SELECT s."id", s."productName", s."labName", s."labKey", s."labReportId", s."submissionStatus" AS "lifecycle",
  s."supersedes" FROM coa_data s`;
export const NEWEST_OF_BATCH = `ORDER BY s."createdAt" DESC, s."id" DESC LIMIT ${SAME_BATCH_MAX}`;

const SAME_REPORT_MAX = 5;

/** Other records that carry the report number of the same laboratory. */
export const sameReport = (labKey: string, labReportId: string, isOther: string) =>
  `(SELECT coalesce(json_agg(r), '[]') FROM (
     SELECT s."id", s."reference", s."batchId", s."submissionStatus" AS "lifecycle" FROM coa_data s
      WHERE s."labKey" = ${labKey} AND ${reportKeyOf('s."labReportId"')} = ${reportKeyOf(labReportId)}
        AND s."submissionStatus" NOT IN ('rejected', 'superseded') AND ${isOther}
      ORDER BY s."createdAt" DESC, s."id" DESC LIMIT ${SAME_REPORT_MAX}) r)`;

/**
 * Whether a record is of the brand that has the name with this key: a published record is tied to it by id, an
 * unpublished one claims it by its name or a former name.
 */
export const isOfBrand = (key: string) => `(s."brandId" = ${brandIdOf(key)}
  OR s."brandKey" = ${key}
  OR s."brandKey" IN ${nameKeysOf(brandIdOf(key))})`;

@Injectable()
export class TypeOrmCheckContextReader extends CheckContextReader {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  /** Partner laboratories count as known by name, even if another source sent the certificate. */
  async checkContext({ batchKey, brandKey, labKey, labId, labReportId, except, viewer }: CheckContextQuery) {
    const ownLab = typeof viewer === 'object' ? viewer.labId : null;
    const isSeen = `s."id" <> ALL ($2::uuid[])
      AND ($7 OR s."submissionStatus" IN ('approved', 'withdrawn') OR s."labId" = $8::uuid)`;
    const [found] = await managerOf(this.database).query<RegistryContext[]>(
      `SELECT (SELECT coalesce(json_agg(r), '[]') FROM (
                ${SAME_BATCH} WHERE s."batchKey" = $1 AND ${isOfBrand('$6')} AND s."submissionStatus" <> 'superseded'
                  AND ${isSeen} ${NEWEST_OF_BATCH}) r) AS "sameBatch",
              ${sameReport('$4', '$5::text', isSeen)} AS "sameReport",
              $3::uuid IS NOT NULL OR ${isPartnerLab('$4')}
                OR EXISTS (SELECT 1 FROM coa_data WHERE "labKey" = $4 AND "submissionStatus" = 'approved' AND "id" <> ALL ($2::uuid[]))
                AS "labIsKnown",
              $7 AND $3::uuid IS NULL AND ${isPartnerLab('$4')} AS "isInPartnersName",
              $7 AND coalesce(${isVerifiedBrand(brandIdOf('$6'))}, false) AS "brandIsVerified"`,
      [batchKey, except, labId, labKey, labReportId, brandKey, viewer === 'staff', ownLab],
    );
    return found ?? { sameBatch: [], sameReport: [], labIsKnown: false };
  }

  documentUses({ documentIds, except, viewer }: DocumentUsesQuery): Promise<DocumentUsed[]> {
    const ownLab = typeof viewer === 'object' ? viewer.labId : null;
    return managerOf(this.database).query<DocumentUsed[]>(
      `SELECT c."documentId", c."reference", c."batchId", c."productName", c."submissionStatus" AS "lifecycle"
         FROM coa_data c
        WHERE c."documentId" = ANY ($1) AND c."id" <> ALL ($2::uuid[])
          AND c."submissionStatus" NOT IN ('rejected', 'superseded')
          AND ($3 OR c."submissionStatus" IN ('approved', 'withdrawn') OR c."labId" = $4::uuid)
        ORDER BY c."createdAt" DESC, c."id" DESC LIMIT ${DOCUMENT_USES_MAX}`,
      [documentIds, except, viewer === 'staff', ownLab],
    );
  }

  async lookAlikes({ brandName, batchId, batchKey }: Pick<Certificate, 'brandName' | 'batchId' | 'batchKey'>) {
    const part = sameCodePart(batchId);
    if (part === null) return [];
    const rows = await managerOf(this.database).query<{ batchId: string }[]>(
      `SELECT c."batchId" FROM coa_data c
        WHERE c."searchText" LIKE $3 AND c."batchKey" <> $2 AND ${PUBLISHED}
          AND c."brandId" = ${brandIdOf('$1')}
        ORDER BY c."createdAt" DESC, c."id" LIMIT ${LOOK_ALIKES_MAX}`,
      [nameKey(brandName), batchKey, `%${part}%`],
    );
    return rows.map((row) => row.batchId);
  }
}
