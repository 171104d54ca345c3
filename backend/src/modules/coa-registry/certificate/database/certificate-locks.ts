import type { EntityManager } from 'typeorm';
import type { Certificate } from '../../../../domain/coa-registry/certificate/certificate.js';
import { nameKey } from '../../../../domain/shared/name-key.js';
import { lockNames } from '../../../../platform/database/lock-names.js';
import { brandsWithContact, lockBrands } from '../../../brands/brands.sql.js';

/**
 * Lock order: brand names, certificates, brands, totals. A change of two certificates takes each kind of lock for both
 * before the next kind. Otherwise it could hold the totals while it waits for a brand whose holder waits for the totals.
 */
export async function lockForChange(manager: EntityManager, certificates: readonly Certificate[]): Promise<void> {
  const keys = certificates.map(({ brandName }) => nameKey(brandName));
  await lockNames(manager, keys, 'shared');
  const ids = certificates.map(({ id }) => id);
  await manager.query(`SELECT 1 FROM coa_data WHERE "id" = ANY ($1) ORDER BY "id" FOR NO KEY UPDATE`, [ids]);
  const brandIds = certificates.flatMap(({ brandId }) => brandId ?? []);
  await lockBrands(manager, brandIds, keys);
}

const HAS_ADDRESS = `lower("submittedBy") = lower($1)`;

/**
 * Takes the same locks as changes of these certificates, in the same order (names, certificates, brands), and locks the
 * brands that will lose this contact. The name locks are exclusive, because creating a brand locks the totals before the
 * certificate.
 */
export async function lockForErasure(manager: EntityManager, address: string): Promise<void> {
  const named = await manager.query<{ name: string }[]>(
    `SELECT "brandName" AS name FROM coa_data WHERE ${HAS_ADDRESS} UNION SELECT "name" FROM ${brandsWithContact('$1')} b`,
    [address],
  );
  await lockNames(manager, [...new Set(named.map(({ name }) => nameKey(name)))], 'alone');
  await manager.query(`SELECT 1 FROM coa_data WHERE ${HAS_ADDRESS} ORDER BY "id" FOR NO KEY UPDATE`, [address]);
  const brands = await manager.query<{ id: number | null }[]>(
    `SELECT "brandId" AS id FROM coa_data WHERE ${HAS_ADDRESS} UNION SELECT "id" FROM ${brandsWithContact('$1')} b`,
    [address],
  );
  await lockBrands(
    manager,
    brands.flatMap(({ id }) => id ?? []),
  );
}
