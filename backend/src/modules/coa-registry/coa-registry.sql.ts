import type { EntityManager } from 'typeorm';
import { searchWords } from '../../domain/shared/search-words.js';

/** SQL: whether a certificate refers to the document that `sha256` names, or waits for it. */
export const isReferredByCertificate = (sha256: string) =>
  `(EXISTS (SELECT 1 FROM coa_data c WHERE c."documentId" = ${sha256})
    OR EXISTS (SELECT 1 FROM coa_data c WHERE c."awaitedDocument" = ${sha256}
                  AND c."submissionStatus" IN ('pending', 'changes_requested')))`;

/** Violated when a certificate is published under a brand that is about to go, or a second time for its batch. */
export const BRAND_CONSTRAINTS: readonly (string | null)[] = ['coa_data_brand_fkey', 'coa_data_published_batch'];

/** Batch ids that two brands have both published, `limit` of them at most. */
export async function sharedBatches(
  manager: EntityManager,
  brandIds: readonly [number, number],
  limit: number,
): Promise<readonly string[]> {
  const rows = await manager.query<{ batchId: string }[]>(
    `SELECT f."batchId" FROM coa_data f JOIN coa_data i USING ("batchKey")
      WHERE f."brandId" = $1 AND f."submissionStatus" = 'approved' AND i."brandId" = $2 AND i."submissionStatus" = 'approved'
      ORDER BY f."batchKey" LIMIT ${limit}`,
    [...brandIds],
  );
  return rows.map(({ batchId }) => batchId);
}

/** Rows that one statement changes: a brand may have more certificates than fit into the statement time limit. */
const REASSIGN_BATCH = 2_000;

/**
 * Gives a brand's certificates to another brand, or the same one under a new name. Certificates carry their brand's
 * name, and are searched by it: the second part of their search text.
 *
 * All of them are locked first, in the order that publishing and withdrawing use: certificate, then brand. Not FOR
 * UPDATE: that would wait for a transaction that is storing an amendment of one of them, which waits for the brand's name.
 */
export async function reassignBrand(
  manager: EntityManager,
  fromId: number,
  to: { readonly id: number; readonly name: string },
): Promise<void> {
  await manager.query(`SELECT "id" FROM coa_data WHERE "brandId" = $1 ORDER BY "id" FOR NO KEY UPDATE`, [fromId]);
  for (let changed = REASSIGN_BATCH; changed === REASSIGN_BATCH; ) {
    const [, count] = await manager.query<[unknown, number]>(
      `UPDATE coa_data SET "brandId" = $2, "brandName" = $3, "version" = "version" + 1,
              "searchText" = regexp_replace("searchText", '\\|[^|]*', '|' || $4)
        WHERE "id" IN (SELECT "id" FROM coa_data
                        WHERE "brandId" = $1 AND ("brandId" <> $2 OR "brandName" <> $3) LIMIT $5)`,
      [fromId, to.id, to.name, ` ${searchWords(to.name)} `, REASSIGN_BATCH],
    );
    changed = count;
  }
}
