import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import type { Certificate } from '../../../../domain/coa-registry/certificate/certificate.js';
import type { ListedCertificate } from '../../../../domain/coa-registry/review/listed-certificate.js';
import { rowsThatFit } from '../../../../domain/shared/page.js';
import { certificateTable } from '../../certificate/database/certificate.table.js';
import { warningsOf } from '../../certificate/database/warnings-of.js';

/** Every column except the long `testResults`. */
const COLUMNS = Object.entries(certificateTable.options.columns)
  .filter(([name, column]) => name !== 'testResults' && column?.select !== false)
  .map(([name]) => `c.${name}`);

/** Without the measured lines and the raw results, which can be long. */
const RESULTS = `c."testResults" - 'analytes' - 'submitted'`;

/** The size of a row in a response without its texts: field names, numbers, dates. */
const FRAME_BYTES = 1_000;

/** Bytes of the texts of one row; the other fields are short. */
const BYTES = `octet_length(concat(c."productName", c."batchId", c."brandName", c."labName", c."labReportId",
  c."coaFileUrl", c."website", c."contactName", c."submittedBy", c."notes", c."rejectionReason", c."amendmentReason",
  c."withdrawalReason", c."overrideReason", c."failureDismissal"::text, c."comments"::text)) + ${FRAME_BYTES}`;

/**
 * One page of a list: as many rows as requested, or fewer if they are large.
 * @param found certificates named `c`, in their order and behind the cursor, of any number
 */
export async function listedRows(
  found: SelectQueryBuilder<Certificate>,
  limit: number,
): Promise<{ items: ListedCertificate[]; hasMore: boolean }> {
  const rows = await found
    .clone()
    .select('c.id', 'id')
    .limit(limit + 1)
    .getRawMany<{ id: string }>();
  return listedOf(
    found.connection.manager,
    rows.map(({ id }) => id),
    limit,
  );
}

/** @param ids of a page in its order, and of the row behind it */
export async function listedOf(
  manager: EntityManager,
  ids: readonly string[],
  limit: number,
): Promise<{ items: ListedCertificate[]; hasMore: boolean }> {
  const sizes = await manager.query<{ id: string; bytes: number }[]>(
    `SELECT c."id", ${BYTES} AS "bytes" FROM coa_data c WHERE c."id" = ANY ($1::uuid[])`,
    [ids],
  );
  const bytesOf = new Map(sizes.map(({ id, bytes }) => [id, bytes]));
  const count = rowsThatFit(
    ids.map((id) => bytesOf.get(id) ?? 0),
    limit,
  );
  const shown = ids.slice(0, count);
  const rows = await withoutLongParts(manager, shown);
  return { items: shown.flatMap((id) => rows.get(id) ?? []), hasMore: ids.length > count };
}

async function withoutLongParts(
  manager: EntityManager,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ListedCertificate>> {
  if (ids.length === 0) return new Map();
  const { entities, raw } = await manager
    .createQueryBuilder(certificateTable, 'c')
    .select(COLUMNS)
    .addSelect(RESULTS, 'results')
    .addSelect('c.ownErrors', 'errors')
    .addSelect(warningsOf('c'), 'warnings')
    .whereInIds(ids)
    .getRawAndEntities<{
      results: ListedCertificate['testResults'];
      errors: number;
      warnings: ListedCertificate['warnings'];
    }>();
  return new Map(
    entities.map((one, index) => {
      const { results, errors, warnings } = raw[index] as (typeof raw)[number];
      return [one.id, { ...one, testResults: results, ownErrors: errors, warnings }];
    }),
  );
}
